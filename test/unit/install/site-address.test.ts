/** Which addresses are asked: a site or a repository, other origins, and a private network. */
import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, test, vi } from "vitest";
import { createDownloader } from "../../../src/install/download.ts";
import { DEFAULT_LIMITS } from "../../../src/install/fetch-ref.ts";
import { siteInstead } from "../../../src/install/site-address.ts";
import { createInstaller } from "../../../src/install/index.ts";
import type { Session } from "../../../src/install/workspace.ts";
import { parseSkillRef, type SkillRef } from "../../../src/refs/index.ts";

const asked: string[] = [];

/** Answers each address with a text, or a redirect for one that begins with `>`. */
function serve(pages: Readonly<Record<string, string>>): void {
  asked.length = 0;
  vi.stubGlobal("fetch", (url: string) => {
    asked.push(url);
    const page = pages[url];
    if (page?.startsWith(">") === true)
      return Promise.resolve(new Response(null, { status: 302, headers: { location: page.slice(1) } }));
    return Promise.resolve(new Response(page ?? "not found", { status: page === undefined ? 404 : 200 }));
  });
}
afterEach(() => vi.unstubAllGlobals());

const INDEX = ".well-known/agent-skills/index.json";
const index = JSON.stringify({ $schema: "https://schemas.agentskills.io/discovery/0.2.0/schema.json", skills: [] });

describe("https://host/path", () => {
  const session = {
    workspace: { steps: {} },
    fetching: { limits: DEFAULT_LIMITS, allowOrigin: () => false },
  } as unknown as Session;
  const meant = (text: string): Promise<SkillRef> => siteInstead(text, parseSkillRef(text) as SkillRef, session);

  test("is a site if it lists skills", async () => {
    serve({ [`https://acme.dev/docs/${INDEX}`]: index });
    expect(await meant("https://acme.dev/docs")).toEqual({ kind: "site", url: "https://acme.dev/docs" });
  });

  test.each(["https://acme.dev/a/b", "https://acme.dev/a/b/"])("is a repository if it does not: %s", async (text) => {
    serve({ "https://acme.dev/a/b/.well-known/skills/index.json": "<!doctype html>" });
    expect(await meant(text)).toEqual({ kind: "git", url: "https://acme.dev/a/b" });
    expect(asked.length).toBe(2);
  });

  test.each([
    "git+https://acme.dev/a/b",
    "https://acme.dev/a/b.git",
    "https://acme.dev/a/b#v1",
    "https://gitlab.com/a/b",
    "https://github.com/a/b",
  ])("%s is never asked", async (text) => {
    serve({});
    expect((await meant(text)).kind).toMatch(/^git/);
    expect(asked).toEqual([]);
  });
});

describe("a download", () => {
  const [home, cdn, inside] = ["https://93.184.216.34", "https://93.184.216.35", "https://10.1.2.3"];
  const get = async (pages: Readonly<Record<string, string>>, allowed: readonly string[], url = `${home}/a`) => {
    serve(pages);
    const context = { limits: DEFAULT_LIMITS, allowOrigin: (origin: string) => allowed.includes(origin) };
    const result = await createDownloader(home, context)(url, 100);
    return result instanceof Uint8Array ? new TextDecoder().decode(result) : `${result.code}: ${result.message}`;
  };

  test.each<[string, Readonly<Record<string, string>>, readonly string[], string]>([
    ["its own origin", { [`${home}/a`]: ">/b", [`${home}/b`]: "text" }, [], "text"],
    ["another origin that is allowed", { [`${home}/a`]: `>${cdn}/b`, [`${cdn}/b`]: "text" }, [cdn], "text"],
  ])("follows %s", async (_, pages, allowed, text) => {
    expect(await get(pages, allowed)).toBe(text);
  });

  test.each<[string, string, readonly string[], string]>([
    ["another origin", cdn, [], `${cdn} is another origin than ${home}`],
    ["a private network", inside, [inside], "10.1.2.3 is on a private network"],
    ["a private network in IPv6", "https://[fd00::1]", ["https://[fd00::1]"], "[fd00::1] is on a private network"],
    [
      "a private network in another notation",
      "https://[::ffff:a00:1]",
      ["https://[::ffff:a00:1]"],
      "[::ffff:a00:1] is on a private network",
    ],
    ["http", "http://93.184.216.34", ["http://93.184.216.34"], "http://93.184.216.34/b"],
  ])("does not follow a redirect to %s", async (_, origin, allowed, reason) => {
    const result = await get({ [`${home}/a`]: `>${origin}/b`, [`${origin}/b`]: "secret" }, allowed);
    expect(result).toBe(`not-allowed: ${home}/a redirects elsewhere: ${reason}`);
    expect(asked).toEqual([`${home}/a`]);
  });

  test("does not begin elsewhere", async () => {
    expect(await get({}, [], `${cdn}/a`)).toBe(
      `not-allowed: ${cdn}/a is not fetched: ${cdn} is another origin than ${home}`,
    );
    expect(asked).toEqual([]);
  });
});

test("an origin is allowed for one source: another one that leads there asks again", async () => {
  const root = mkdtempSync(join(tmpdir(), "skillc-origin-"));
  try {
    const [first, second, cdn] = ["https://93.184.216.34", "https://93.184.216.36", "https://93.184.216.35"];
    const text = "---\nname: deploy\ndescription: Deploys. Use when asked.\n---\nDeploy.\n";
    const digest = `sha256:${createHash("sha256").update(text).digest("hex")}`;
    const skill = { name: "deploy", type: "skill-md", description: "Deploys.", url: `${cdn}/deploy.md`, digest };
    const listed = index.replace("[]", JSON.stringify([skill]));
    serve({ [`${first}/${INDEX}`]: listed, [`${second}/${INDEX}`]: listed, [`${cdn}/deploy.md`]: text });
    const add = (site: string, project: string, allowedOrigins: readonly string[] = []) => {
      const cwd = join(root, project);
      mkdirSync(cwd);
      return createInstaller({ cwd, host: { environment: { HOME: root } }, web: { allowedOrigins } }).add(site);
    };
    expect(await add(first, "a")).toMatchObject({ code: "not-allowed" });
    expect(await add(first, "b", [cdn])).toMatchObject({ ref: first });
    expect(await add(first, "c")).toMatchObject({ ref: first });
    expect(await add(second, "d")).toMatchObject({ code: "not-allowed" });
  } finally {
    rmSync(root, { recursive: true });
  }
});
