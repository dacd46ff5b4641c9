/** Archives and sites as sources: what is taken, the lock, newer versions, and every way in which a server lies. */
import { createHash } from "node:crypto";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { createInstaller, isInstallFault, type AddOptions, type Installer } from "../../src/install/index.ts";
import { parseSiteIndex } from "../../src/install/site-index.ts";
import fc from "../support/fast-check.ts";
import { createGitHost, skillDocument } from "../support/git-source.ts";
import { listFiles } from "../support/list-files.ts";
import { createTar } from "../support/npm-registry.ts";
import { runCli } from "../support/run-cli.ts";
import { createZip } from "../support/write-zip.ts";

type Answer = Buffer | string | ((response: ServerResponse) => void);

const disk = createGitHost();
const pages = new Map<string, Answer>();
const asked: string[] = [];
let server: Server;
let other: Server;
let site: string;
let elsewhere: string;
let project: string;
let installer: Installer;
let count = 0;

const digestOf = (bytes: Buffer | string): string => `sha256:${createHash("sha256").update(bytes).digest("hex")}`;
const INDEX = "/.well-known/agent-skills/index.json";
const SCHEMA = "https://schemas.agentskills.io/discovery/0.2.0/schema.json";

const deploy = gzipSync(
  createTar([
    { path: "SKILL.md", content: skillDocument("deploy") },
    { path: "run.sh", content: "#!/bin/sh\n", mode: 0o755 },
  ]),
);
const review = skillDocument("review");
const rollback = createZip([{ path: "SKILL.md", content: skillDocument("rollback") }]);

const entryOf = (name: string, type: string, url: string, bytes: Buffer | string) => {
  return { name, type, description: `Does ${name}.`, url, digest: digestOf(bytes) };
};
const skills = [
  entryOf("deploy", "archive", "/.well-known/agent-skills/deploy.tar.gz", deploy),
  entryOf("review", "skill-md", "review/SKILL.md", review),
  entryOf("rollback", "archive", "rollback.zip", rollback),
];
const indexOf = (entries: readonly object[]): string => JSON.stringify({ $schema: SCHEMA, skills: entries });

function answer(path: string, response: ServerResponse): void {
  const page = pages.get(path);
  asked.push(path);
  if (typeof page === "function") return page(response);
  response.writeHead(page === undefined ? 404 : 200).end(page);
}

const listen = async (): Promise<[Server, string]> => {
  const one = createServer((request, response) => answer(request.url ?? "", response));
  await new Promise<void>((done) => one.listen(0, "127.0.0.1", done));
  return [one, `http://127.0.0.1:${(one.address() as AddressInfo).port}`];
};

beforeAll(async () => {
  [server, site] = await listen();
  [other, elsewhere] = await listen();
});
afterAll(() => {
  server.closeAllConnections();
  other.closeAllConnections();
  server.close();
  other.close();
  disk.remove();
});
beforeEach(() => {
  pages.clear();
  asked.length = 0;
  project = disk.directory(`project-${++count}`);
  pages.set(INDEX, indexOf(skills));
  pages.set("/.well-known/agent-skills/deploy.tar.gz", deploy);
  pages.set("/.well-known/agent-skills/review/SKILL.md", review);
  pages.set("/.well-known/agent-skills/rollback.zip", rollback);
  installer = open();
});

const open = (more: Parameters<typeof createInstaller>[0] = {}): Installer =>
  createInstaller({ cwd: project, host: { environment: { HOME: join(disk.root, `home-${count}`) } }, ...more });

const add = async (ref: string, options?: AddOptions) => {
  const result = await installer.add(ref, options);
  if (isInstallFault(result)) throw new Error([result.message, ...result.details].join(" "));
  return result;
};
const place = (): string => site.replace("http://", "").replace(":", "-");
const lockText = (): string => readFileSync(join(project, "skillc.lock"), "utf8");

describe("a site", () => {
  test("gives all skills of its index, each in a directory of its name", async () => {
    const { path, skills: found, entry } = await add(site);
    expect(path).toBe(`.skillc/skills/${place()}/skills`);
    expect(listFiles(join(project, path))).toEqual([
      "deploy/SKILL.md",
      "deploy/run.sh",
      "review/SKILL.md",
      "rollback/SKILL.md",
    ]);
    expect(found.map(({ name }) => name)).toEqual(["deploy", "review", "rollback"]);
    expect(entry).toMatchObject({ resolved: site + INDEX });
    expect(entry.skills?.["deploy"]).toEqual({
      url: `${site}/.well-known/agent-skills/deploy.tar.gz`,
      digest: digestOf(deploy),
    });
  });

  test("gives one skill, and fetches no other", async () => {
    const { ref, path } = await add(site, { skill: "review" });
    expect([ref, path]).toEqual([`${site}#review`, `.skillc/skills/${place()}/review`]);
    expect(asked).toEqual([INDEX, "/.well-known/agent-skills/review/SKILL.md"]);
    expect(await installer.add(site, { skill: "reviw" })).toMatchObject({ help: ['did you mean "review"?'] });
  });

  test("is installed from the lock without its index, by digest", async () => {
    const { path } = await add(site);
    const before = lockText();
    rmSync(join(project, ".skillc"), { recursive: true });
    rmSync(join(disk.root, `home-${count}`), { recursive: true });
    asked.length = 0;
    expect(await open().restore({ frozen: true })).toMatchObject({ restored: [site] });
    expect(asked.toSorted()).toEqual([...pages.keys()].filter((page) => page !== INDEX).toSorted());
    expect([lockText(), listFiles(join(project, path)).length]).toEqual([before, 4]);
    rmSync(join(project, ".skillc"), { recursive: true });
    asked.length = 0;
    expect(await open().restore({ offline: true })).toMatchObject({ restored: [site] });
    expect(asked).toEqual([]);
  });

  test("is outdated when an artifact has another digest, and updated", async () => {
    await add(site);
    expect(await installer.outdated()).toMatchObject([{ ref: site, isOutdated: false }]);
    const newer = skillDocument("review", "Another body.");
    pages.set("/.well-known/agent-skills/review/SKILL.md", newer);
    pages.set(INDEX, indexOf([skills[0] as object, entryOf("review", "skill-md", "review/SKILL.md", newer)]));
    expect(await installer.outdated()).toMatchObject([{ ref: site, isOutdated: true }]);
    expect(await installer.update()).toMatchObject({ updated: [{ ref: site }] });
    expect(lockText()).not.toContain("rollback");
    expect(await installer.outdated()).toMatchObject([{ isOutdated: false }]);
  });

  test("of version 0.1.0 gives the files that it lists", async () => {
    pages.clear();
    const index = { skills: [{ name: "old", description: "Old.", files: ["SKILL.md", "a b.md"] }] };
    pages.set("/.well-known/skills/index.json", JSON.stringify(index));
    pages.set("/.well-known/skills/old/SKILL.md", skillDocument("old"));
    pages.set("/.well-known/skills/old/a%20b.md", "x");
    const { path, entry } = await add(site);
    expect(listFiles(join(project, path))).toEqual(["old/SKILL.md", "old/a b.md"]);
    expect(entry.skills).toBeUndefined();
    expect(await installer.outdated()).toEqual([]);
  });

  test("below a path is asked there, and never at the origin in its place", async () => {
    pages.set(`/docs${INDEX}`, indexOf([entryOf("review", "skill-md", "review/SKILL.md", review)]));
    pages.set("/docs/.well-known/agent-skills/review/SKILL.md", review);
    const { ref, path } = await add(`well-known:${site}/docs`);
    expect([ref, path]).toEqual([`well-known:${site}/docs`, `.skillc/skills/${place()}/docs`]);
    expect(await installer.add(`${site}/nowhere`)).toMatchObject({
      code: "unknown-path",
      message: `${site}/nowhere lists no skills, but ${site} does`,
      help: [
        `add those of the whole site with \`skillc add ${site}\``,
        `name a git repository with git+${site}/nowhere`,
      ],
    });
  });
});

test("a source of a config that is a site is installed and compiled", async () => {
  writeFileSync(join(project, "skillc.config.json"), JSON.stringify({ sources: [{ ref: `${site}#review` }] }));
  vi.stubEnv("XDG_CACHE_HOME", join(disk.root, "cache"));
  onTestFinished(() => void vi.unstubAllEnvs());
  const run = (...args: string[]) => runCli(args, project);
  expect((await run("check")).stdout).toContain(`skillc add ${site}#review`);
  expect((await run("install")).exitCode).toBe(0);
  expect(await run("check")).toMatchObject({ exitCode: 0 });
  expect((await run("list")).stdout).toContain("review");
  expect((await run("outdated")).stdout).toContain("everything is current (1 source)");
});

describe("an index", () => {
  const warnings = async (entry: object): Promise<readonly string[]> => {
    pages.set(INDEX, indexOf([entry, skills[1] as object]));
    return (await add(site)).warnings.map((warning) => warning.replace(/^.*left out: /, ""));
  };
  test.each<[object, string]>([
    [{ ...skills[0], type: "mcp" }, 'its type "mcp" is not "skill-md" or "archive"'],
    [{ ...skills[0], digest: "md5:x" }, 'its digest "md5:x" is not sha256: and 64 digits'],
    [{ ...skills[0], name: "../x" }, 'its name "../x" cannot be that of a directory'],
    [{ ...skills[0], name: ".git" }, 'its name ".git" cannot be that of a directory'],
    [{ ...skills[0], url: "javascript:x" }, 'its url "javascript:x" is not an address'],
    [[], "its name undefined cannot be that of a directory"],
  ])("leaves out %j", async (entry, warning) => {
    expect(await warnings(entry)).toEqual([warning]);
  });

  test.each<[string, Answer, string]>([
    ["of an unknown version", `{"$schema":"x","skills":[]}`, "which skillc does not know"],
    ["without skills", `{"$schema":"${SCHEMA}"}`, "it has no list of skills"],
    ["of an empty list", indexOf([]), "has no skill"],
    ["of too many", indexOf(Array.from({ length: 1001 }, () => skills[0] as object)), "it has 1001 skills (max 1000)"],
    ["with a skill twice", indexOf([skills[0] as object, { ...skills[1], name: "Deploy" }]), 'two skills "Deploy"'],
    ["that is the page of an app", "<!doctype html>", "is not there"],
    ["that is too large", `"${"x".repeat(1024 * 1024)}"`, "more than 1048576 bytes"],
    ["that fails", (response) => response.writeHead(500).end(), "status 500"],
  ])("%s is refused", async (_, page, message) => {
    pages.set(INDEX, page);
    const refused = await installer.add(site);
    expect(JSON.stringify(refused)).toContain(JSON.stringify(message).slice(1, -1));
    expect(listFiles(project)).toEqual([]);
  });
});

describe("a server that lies", () => {
  const redirect = (to: string) => (response: ServerResponse) => response.writeHead(302, { location: to }).end();
  const ARTIFACT = "/.well-known/agent-skills/review/SKILL.md";

  test("about a digest is refused, and nothing is written", async () => {
    pages.set(ARTIFACT, "another text");
    const refused = await installer.add(site);
    expect(refused).toMatchObject({ code: "integrity", message: `${site}${ARTIFACT} does not match its digest` });
    expect(listFiles(project)).toEqual([]);
  });

  test("follows no address of another origin unless it is allowed", async () => {
    pages.set(ARTIFACT, redirect(`${elsewhere}/review.md`));
    pages.set("/review.md", review);
    expect(await installer.add(site)).toMatchObject({ code: "not-allowed" });
    const allowing = open({ web: { allowedOrigins: [elsewhere] } });
    // An http address of another origin is never followed.
    expect(await allowing.add(site)).toMatchObject({ code: "not-allowed" });
    pages.set(INDEX, indexOf([{ ...skills[1], url: `${elsewhere}/review.md` }]));
    expect(await installer.add(site)).toMatchObject({ code: "not-allowed" });
  });

  test("leads no further than ten times", async () => {
    pages.set(ARTIFACT, redirect(`${site}${ARTIFACT}`));
    expect(await installer.add(site)).toMatchObject({ message: expect.stringContaining("more than 10") as string });
  });

  test("is not waited for", async () => {
    const impatient = open({ limits: { idleMs: 200, totalMs: 1000 } });
    pages.set(ARTIFACT, () => {});
    expect(await impatient.add(site)).toMatchObject({
      message: expect.stringContaining("no answer for 0.2 s") as string,
    });
    pages.set(ARTIFACT, (response) => {
      const timer = setInterval(() => response.write("x"), 50);
      response.on("close", () => clearInterval(timer));
    });
    expect(await impatient.add(site)).toMatchObject({
      message: expect.stringContaining("not finished after 1 s") as string,
    });
  });

  test("sends no gigabyte", async () => {
    pages.set(ARTIFACT, (response) => {
      response.writeHead(200, { "content-length": 2 ** 30 });
      response.write("x");
    });
    expect(await installer.add(site)).toMatchObject({ code: "too-large" });
  });
});

describe("an archive", () => {
  const repository = createZip([
    { path: "skills-main/README.md", content: "x" },
    { path: "skills-main/LICENSE", content: "MIT" },
    { path: "skills-main/skills/pdf/SKILL.md", content: skillDocument("pdf") },
    { path: "skills-main/skills/xlsx/SKILL.md", content: skillDocument("xlsx") },
  ]);

  test("of a repository loses the directory that wraps it", async () => {
    pages.set("/v1/skills.zip", repository);
    const { path, entry, ref } = await add(`${site}/v1/skills.zip`);
    expect([ref, path]).toEqual([`${site}/v1/skills.zip`, `.skillc/skills/${place()}/skills`]);
    expect(listFiles(join(project, path))).toEqual(["LICENSE", "skills/pdf/SKILL.md", "skills/xlsx/SKILL.md"]);
    expect(entry.digest).toBe(digestOf(repository));
    const one = await add(`${site}/v1/skills.zip`, { skill: "pdf", into: "vendor" });
    expect([one.ref, one.path]).toEqual([`${site}/v1/skills.zip#skills/pdf`, "vendor/pdf"]);
  });

  test.each([
    ["deploy.tar.gz", deploy, ["deploy/SKILL.md", "deploy/run.sh"]],
    ["deploy-1.2.skill", rollback, ["rollback/SKILL.md"]],
  ])("%s of one skill has a directory with its name", async (name, bytes, files) => {
    pages.set(`/${name}`, bytes);
    const { path } = await add(`${site}/${name}`);
    expect(listFiles(join(project, path))).toEqual(files);
  });

  test("of this machine", async () => {
    writeFileSync(join(project, "mine.zip"), repository);
    const { path, entry } = await add("./mine.zip");
    expect([path, entry.digest]).toEqual([".skillc/skills/local/mine", digestOf(repository)]);
    writeFileSync(join(project, "text.zip"), "hello");
    expect(await installer.add("./text.zip")).toMatchObject({
      code: "refused-files",
      message: "./text.zip is not an archive, or is damaged, encrypted or too large",
    });
  });

  test("that changed is outdated, and never installed in place of that of the lock", async () => {
    pages.set("/skills.zip", repository);
    await add(`${site}/skills.zip`);
    pages.set("/skills.zip", rollback);
    expect(await installer.outdated()).toMatchObject([{ isOutdated: true }]);
    rmSync(join(project, ".skillc"), { recursive: true });
    rmSync(join(disk.root, `home-${count}`), { recursive: true });
    expect(await open().restore({})).toMatchObject({ code: "integrity" });
  });

  test.each([
    ["a link", { path: "pdf/x", content: "/etc/passwd", mode: 0o120777 }, "pdf/x: a symbolic link"],
    ["a path that leaves it", { path: "pdf/../../x" }, '"pdf/../../x": the name is not allowed on every system'],
    ["a secret", { path: "pdf/.env", content: "X=1" }, "pdf/.env: the name of a secret"],
    ["a backslash", { path: "pdf\\..\\x" }, ""],
  ])("with %s is refused", async (_, file, detail) => {
    pages.set("/x.zip", createZip([{ path: "pdf/SKILL.md", content: skillDocument("pdf") }, file]));
    const refused = await installer.add(`${site}/x.zip`);
    if (detail === "") return expect(listFiles(project).filter((path) => path.includes("\\"))).toEqual([]);
    expect(refused).toMatchObject({ code: "refused-files", details: [detail] });
  });
});

describe("what a skill requires", () => {
  const needy = skillDocument("fill", "Fill.\n", 'metadata:\n  requires-skills: "review, gone"\n');
  const locked = (): Record<string, { requires?: string[]; requiredBy?: string[]; path: string }> =>
    (JSON.parse(readFileSync(join(project, "skillc.lock"), "utf8")) as { skills: never }).skills;

  test("comes with it from a site", async () => {
    pages.set(INDEX, indexOf([...skills, entryOf("fill", "skill-md", "fill/SKILL.md", needy)]));
    pages.set("/.well-known/agent-skills/fill/SKILL.md", needy);
    const { warnings, required } = await add(`${site}#fill`);
    expect(warnings).toEqual(['"fill" requires "gone", which its source does not have']);
    expect(required?.map(({ ref }) => ref)).toEqual([`${site}#review`]);
    expect(asked).not.toContain("/.well-known/agent-skills/rollback.zip");
    expect(locked()).toMatchObject({
      [`${site}#fill`]: { requires: [`${site}#review`] },
      [`${site}#review`]: { requiredBy: [`${site}#fill`] },
    });
  });

  test("comes with it from an archive, into the same directory", async () => {
    const archive = createZip([
      { path: "top/skills/fill/SKILL.md", content: needy },
      { path: "top/skills/review/SKILL.md", content: review },
      { path: "top/skills/other/SKILL.md", content: skillDocument("other") },
    ]);
    pages.set("/all.zip", archive);
    await add(`${site}/all.zip`, { skill: "fill", into: "vendor" });
    expect(Object.values(locked()).map(({ path }) => path)).toEqual(["vendor/fill", "vendor/review"]);
    expect(installer.verify()).toEqual([]);
  });
});

describe("a server that sends too much", () => {
  const ARTIFACT = "/.well-known/agent-skills/review/SKILL.md";

  test("without saying so is cut off", async () => {
    let sent = 0;
    pages.set(ARTIFACT, (response) => {
      const piece = Buffer.alloc(2 ** 20, "x");
      const more = (): void => {
        while (!response.destroyed && sent < 2 ** 30 && response.write(piece)) sent += piece.length;
      };
      response.on("drain", more);
      more();
    });
    expect(await installer.add(site)).toMatchObject({ code: "too-large" });
    expect([sent < 2 ** 28, listFiles(project)]).toEqual([true, []]);
  });

  test("compressed on the way is cut off as well, and an index is no exception", async () => {
    const bomb = gzipSync(Buffer.alloc(2 ** 28));
    const send = (response: ServerResponse) => response.writeHead(200, { "content-encoding": "gzip" }).end(bomb);
    pages.set(ARTIFACT, send);
    expect(await installer.add(site)).toMatchObject({ code: "too-large" });
    pages.set(INDEX, send);
    expect(await installer.add(site)).toMatchObject({ code: "too-large" });
  });

  test("in many small archives is cut off at the limit of a source", async () => {
    const large = gzipSync(createTar([{ path: "SKILL.md", content: "x".repeat(10_000_000) }]));
    const entries = Array.from({ length: 100 }, (_, at) => entryOf(`bomb-${at}`, "archive", `/bombs/${at}`, large));
    for (const at of entries.keys()) pages.set(`/bombs/${at}`, large);
    pages.set(INDEX, indexOf(entries));
    const bounded = open({ limits: { bytes: 50_000_000, fileBytes: 20_000_000 } });
    expect(await bounded.add(site)).toMatchObject({
      code: "too-large",
      message: `${site} has more than 50000000 bytes`,
    });
    expect(asked.length).toBeLessThan(10);
  });

  test("thousands of files of version 0.1.0 are never asked for", async () => {
    pages.clear();
    const files = ["SKILL.md", ...Array.from({ length: 900 }, (_, at) => `${at}`)];
    const many = Array.from({ length: 20 }, (_, at) => ({ name: `s${at}`, description: "x", files }));
    pages.set("/.well-known/skills/index.json", JSON.stringify({ skills: many }));
    const refused = await installer.add(site);
    expect(refused).toMatchObject({ code: "too-large", message: expect.stringMatching(/more than \d+ files$/) });
    expect(asked).toEqual([INDEX, "/.well-known/skills/index.json"]);
  });
});

test.each<[string, object]>([
  ["a symbolic link", { path: "x", type: "2", link: "/etc/passwd" }],
  ["a hard link", { path: "x", type: "1", link: "../../etc/passwd" }],
  ["a device", { path: "x", type: "3" }],
  ["a pipe", { path: "x", type: "6" }],
  ["a path that leaves it", { path: "../x" }],
  ["an absolute path", { path: "/tmp/skillc-x" }],
  ["a name of a device", { path: "con.md" }],
  ["a name that Windows cuts", { path: "x. " }],
  ["a stream of NTFS", { path: "x.md:y" }],
  ["the same name twice", { path: "skill.MD" }],
])("an artifact with %s is refused, and nothing is written", async (_, entry) => {
  const attack = gzipSync(
    createTar([{ path: "SKILL.md", content: skillDocument("deploy") }, entry as { path: string }]),
  );
  pages.set("/attack.tar.gz", attack);
  pages.set(INDEX, indexOf([entryOf("deploy", "archive", "/attack.tar.gz", attack)]));
  const refused = await installer.add(site);
  expect([isInstallFault(refused), listFiles(project)]).toEqual([true, []]);
  expect(existsSync("/tmp/skillc-x")).toBe(false);
});

test.each([".git/config", ".GIT/hooks/post-checkout"])("an artifact with %s is installed without it", async (path) => {
  const attack = gzipSync(
    createTar([
      { path: "SKILL.md", content: skillDocument("deploy") },
      { path, content: "x" },
    ]),
  );
  pages.set("/attack.tar.gz", attack);
  pages.set(INDEX, indexOf([entryOf("deploy", "archive", "/attack.tar.gz", attack)]));
  const { path: root } = await add(site);
  expect(listFiles(join(project, root))).toEqual(["deploy/SKILL.md"]);
});

test("an index of any shape gives skills, warnings or a fault", () => {
  const keys = ["$schema", "skills", "name", "type", "url", "digest", "files", "__proto__", "constructor"];
  const leaf = fc.oneof(
    fc.jsonValue({ maxDepth: 1 }),
    fc.constantFrom(SCHEMA, "skill-md", "archive", "../x", "SKILL.md", "__proto__", `sha256:${"0".repeat(64)}`),
    fc.webUrl(),
  );
  const { value } = fc.letrec((tie) => ({
    value: fc.oneof(
      { maxDepth: 3 },
      leaf,
      fc.array(tie("value"), { maxLength: 3 }),
      fc.dictionary(fc.constantFrom(...keys), tie("value"), { maxKeys: 5 }),
    ),
  }));
  fc.assert(
    fc.property(value, fc.boolean(), fc.array(value, { maxLength: 5 }), (index, isNew, listed) => {
      const whole = { ...(isNew && { $schema: SCHEMA }), skills: listed };
      for (const one of [index, whole]) {
        const read = parseSiteIndex(Buffer.from(JSON.stringify(one) ?? ""), `https://acme.example${INDEX}`);
        if (read === undefined || isInstallFault(read)) continue;
        for (const { name, artifact, files } of read.skills) {
          expect(name).toMatch(/^[^/\\]+$/);
          for (const url of [artifact?.url, ...(files ?? []).map((file) => file.url)])
            if (url !== undefined) expect(url).toMatch(/^https?:\/\//);
          for (const { url } of files ?? [])
            expect(url).toMatch(/^https:\/\/acme\.example\/\.well-known\/agent-skills\//);
        }
      }
    }),
    { numRuns: 500 },
  );
});
