/** Git over https: a transfer that fails in its middle changes nothing, and the next try works. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createInstaller, isInstallFault, type Installer } from "../../src/install/index.ts";
import { createGitHost, skillDocument, type GitSource } from "../support/git-source.ts";
import { serveGit, type GitHttps, type HttpsFault } from "../support/git-https.ts";
import { listFiles } from "../support/list-files.ts";

const remote = createGitHost();
const before = { ...process.env };
let server: GitHttps | undefined;
let source: GitSource;
let project: string;

beforeAll(async () => {
  source = remote.repository("acme/tools");
  // Large enough that a pack has a middle.
  source.commit({
    "SKILL.md": skillDocument("tools"),
    "data.bin": Buffer.from(Array.from({ length: 50_000 }, (_, at) => (at * 7919) % 251)),
  });
  project = remote.directory("project");
  const served = await serveGit(join(remote.root, "remotes"), remote.directory("tls"));
  if (typeof served === "string") console.warn(`SKIPPED git over https: ${served}`);
  else {
    server = served;
    Object.assign(process.env, served.environment, { GIT_CONFIG_GLOBAL: "/dev/null" });
  }
});
afterAll(async () => {
  await server?.close();
  process.env = before;
  remote.remove();
});

const open = (): Installer =>
  createInstaller({
    cwd: project,
    host: { environment: remote.environment },
    limits: { idleMs: 1000, totalMs: 8000 },
  });

test("a repository is fetched over https, and every fault of the transfer leaves what was there", async () => {
  if (server === undefined) return;
  const ref = `git+${server.url}acme/tools`;
  const added = await open().add(ref);
  if (isInstallFault(added)) throw new Error(added.message);
  expect(listFiles(join(project, added.path))).toEqual(["SKILL.md", "data.bin"]);
  source.commit({
    "SKILL.md": skillDocument("tools", "Newer.\n"),
    "more.bin": Buffer.from(Array.from({ length: 90_000 }, (_, at) => (at * 6151) % 241)),
  });
  const state = (): readonly string[] =>
    listFiles(project).map((path) => `${path} ${readFileSync(join(project, path)).toString("base64")}`);
  const whole = state();
  const faults: readonly HttpsFault[] = ["cut", "stall", "corrupt", "denied", "missing", "redirect-down"];
  for (const fault of faults) {
    server.fail(fault);
    const result = await open().update();
    expect([fault, isInstallFault(result) && result.code]).toEqual([fault, "unreachable"]);
    expect(state()).toEqual(whole);
  }
  server.fail("none");
  expect(await open().update()).toMatchObject({ updated: [{ ref }] });
  expect(open().verify()).toEqual([]);
  // A certificate that nobody vouches for is not accepted.
  delete process.env["GIT_SSL_CAINFO"];
  expect(await open().add(ref, { into: "other" })).toMatchObject({ code: "already-installed" });
  expect(await open().add(`${ref}#main`, { into: "other" })).toMatchObject({ code: "unreachable" });
}, 120_000);
