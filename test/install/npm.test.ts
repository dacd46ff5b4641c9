/** The installer with a registry: versions, credentials, and every way in which a download fails. */
import { readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { httpGet } from "../../src/install/http-get.ts";
import { createInstaller, isInstallFault, type Installer } from "../../src/install/index.ts";
import { createGitHost, skillDocument } from "../support/git-source.ts";
import { listFiles } from "../support/list-files.ts";
import { createTar, startRegistry, type RegistryFault, type TestRegistry } from "../support/npm-registry.ts";

const disk = createGitHost();
let registry: TestRegistry;
let project: string;
let installer: Installer;
let count = 0;

const files = {
  "package.json": "{}",
  "skills/pdf/SKILL.md": skillDocument("pdf"),
  "skills/pdf/ref.md": "x\n",
  LICENSE: "MIT",
};

beforeAll(async () => {
  registry = await startRegistry();
  registry.publish(
    "@acme/skills",
    {
      "1.0.0": { files },
      "1.1.0": { files: { ...files, "skills/pdf/ref.md": "newer\n" } },
      "1.2.0": { files, deprecated: "use 1.1" },
      "2.0.0-beta.1": { files },
      "2.0.0": { files, provenance: "https://slsa.dev/provenance/v1" },
    },
    { next: "2.0.0-beta.1" },
  );
});
afterAll(async () => {
  await registry.close();
  disk.remove();
});
beforeEach(() => {
  project = disk.directory(`project-${++count}`);
  registry.fail("none");
  registry.requireToken(undefined);
  registry.requests.length = 0;
  installer = open();
});

const open = (limits?: { readonly idleMs?: number; readonly bytes?: number }): Installer =>
  createInstaller({
    cwd: project,
    host: { environment: { HOME: join(disk.root, `home-${count}`), ACME_TOKEN: "s3cret" } },
    npm: { registry: registry.url },
    limits,
  });

const added = async (ref: string) => {
  const result = await installer.add(ref);
  if (isInstallFault(result)) throw new Error(`${result.message} ${result.details.join(" ")}`);
  return result;
};

test.each([
  ["npm:@acme/skills", "2.0.0"],
  ["npm:@acme/skills@^1", "1.1.0"],
  ["npm:@acme/skills@1.0.0", "1.0.0"],
  ["npm:@acme/skills@1.2.0", "1.2.0"],
  ["npm:@acme/skills@next", "2.0.0-beta.1"],
  ["npm:@acme/skills@>=2.0.0-0", "2.0.0"],
])("%s is version %s", async (ref, version) => {
  const { entry, path, warnings, provenance } = await added(ref);
  expect([entry.version, path]).toEqual([version, ".skillc/skills/@acme/skills"]);
  expect(entry.npmIntegrity).toMatch(/^sha512-/);
  expect(listFiles(join(project, path))).toEqual(["LICENSE", "skills/pdf/SKILL.md", "skills/pdf/ref.md"]);
  expect(warnings.length).toBe(version === "1.2.0" ? 1 : 0);
  expect(provenance).toBe(version === "2.0.0" ? "https://slsa.dev/provenance/v1" : undefined);
});

test("a directory and a skill of a package", async () => {
  expect((await added("npm:@acme/skills#skills/pdf")).path).toBe(".skillc/skills/@acme/pdf");
  const bySkill = await installer.add("npm:@acme/skills@1.0.0", { skill: "pdf", into: "vendor" });
  expect(bySkill).toMatchObject({ ref: "npm:@acme/skills@1.0.0#skills/pdf", path: "vendor/pdf" });
  expect(await installer.add("npm:@acme/skills#nope")).toMatchObject({ code: "unknown-path" });
  expect(await installer.add("npm:@acme/skills@^7")).toMatchObject({ code: "unknown-revision" });
  expect(await installer.add("npm:@acme/absent")).toMatchObject({ code: "unknown-package" });
});

const putUser = (text: string): void => {
  const home = disk.directory(`home-${count}`);
  writeFileSync(join(home, ".npmrc"), text);
};
const putProject = (text: string): void => writeFileSync(join(project, ".npmrc"), text);

test("a token of .npmrc is sent to its registry only", async () => {
  const host = registry.url.replace("http:", "");
  putProject(`@acme:registry=${registry.url}\n`);
  putUser(`${host}:_authToken=\${ACME_TOKEN}\n`);
  registry.requireToken("Bearer s3cret");
  await added("npm:@acme/skills");
  expect(new Set(registry.requests.map(({ authorization }) => authorization))).toEqual(new Set(["Bearer s3cret"]));
  expect(readFileSync(join(project, "skillc.lock"), "utf8")).not.toMatch(/s3cret|127\.0\.0\.1/);
  putUser("//other.test/:_authToken=x\n");
  const denied = await installer.add("npm:@acme/skills@1.0.0", { into: "x" });
  expect(denied).toMatchObject({ code: "unreachable", help: ["check the token in .npmrc"] });
});

test.each([
  ["_authToken=${ACME_TOKEN}", "unreachable"],
  ["_auth=x${ACME_TOKEN}", "unreachable"],
  ["_authToken='${ACME_TOKEN}'", "unreachable"],
  ["username=u${ACME_TOKEN}\nHOST:_password=eA==", "unreachable"],
])("no variable of a project's .npmrc is sent: %s", async (line, code) => {
  const host = registry.url.replace("http:", "");
  const url = registry.url;
  putProject(`; of the project\n@acme:registry=${url}\n${host}:${line.replace("HOST", host)}\n`);
  registry.requireToken("Bearer other");
  const denied = await installer.add("npm:@acme/skills");
  expect(denied).toMatchObject({
    code,
    details: [".npmrc:3 has ${ACME_TOKEN}, which is not expanded in the .npmrc of a project"],
    help: [expect.stringContaining(".npmrc of your home directory"), "check the token in .npmrc"],
  });
  expect(registry.requests.map(({ authorization }) => authorization)).toEqual([undefined]);
  // The same line of the user is used instead, and a public package needs none.
  putUser(`${host}:_authToken=other\n`);
  expect(await installer.add("npm:@acme/skills")).toMatchObject({ path: ".skillc/skills/@acme/skills" });
  registry.requireToken(undefined);
  putUser("");
  expect(await installer.add("npm:@acme/skills@1.0.0", { into: "x" })).toMatchObject({ path: "x/skills" });
});

test("the address of a registry has no variable in a project's .npmrc, and nothing is asked", async () => {
  const environment = { HOME: disk.directory(`home-${count}`), ACME_TOKEN: "s3cret", URL: registry.url };
  const own = createInstaller({ cwd: project, host: { environment } });
  for (const key of ["@acme:registry", "registry"]) {
    putProject(`x=1\n${key}=\${URL}\${ACME_TOKEN}/\n`);
    expect(await own.add("npm:@acme/skills")).toMatchObject({
      code: "unreachable",
      message: ".npmrc:2 has ${URL}, which is not expanded in the .npmrc of a project",
      help: [expect.stringContaining(".npmrc of your home directory"), "write the address itself"],
    });
  }
  expect(registry.requests).toEqual([]);
  putProject("");
  putUser("@acme:registry=${URL}\n");
  expect(await own.add("npm:@acme/skills")).toMatchObject({ path: ".skillc/skills/@acme/skills" });
  // A project in the home directory has the user's file.
  const home = createInstaller({ cwd: environment.HOME, host: { environment } });
  expect(await home.add("npm:@acme/skills")).toMatchObject({ path: ".skillc/skills/@acme/skills" });
  expect(await own.outdated()).toMatchObject([{ ref: "npm:@acme/skills" }]);
  putProject("@acme:registry=${URL}\n");
  expect(await own.outdated()).toMatchObject({
    code: "unreachable",
    message: expect.stringMatching(/^\.npmrc:1 has/) as string,
  });
});

const FAULTS: readonly RegistryFault[] = ["status", "silent", "stalls", "cut", "not-json", "no-digest", "redirect"];

test.each([
  ...FAULTS.map((fault) => [fault, "acme%2f"] as const),
  ["wrong-digest", ".tgz"],
  ["cut", ".tgz"],
  ["stalls", ".tgz"],
  ["status", ".tgz"],
] as const)("a registry that answers with %s to %s changes nothing, and the next try works", async (fault, where) => {
  await added("npm:@acme/skills@1.0.0");
  const state = (): readonly string[] =>
    listFiles(project).map((path) => `${path} ${readFileSync(join(project, path), "utf8")}`);
  const before = state();
  registry.fail(fault, where);
  const impatient = open({ idleMs: 500 });
  expect(await impatient.add("npm:@acme/skills@^1", { into: "vendor" })).toMatchObject({
    code: fault === "wrong-digest" || fault === "no-digest" ? "integrity" : "unreachable",
  });
  expect(isInstallFault(await impatient.update())).toBe(true);
  expect(state()).toEqual(before);
  registry.fail("none");
  expect(await installer.add("npm:@acme/skills@^1", { into: "vendor" })).toMatchObject({ path: "vendor/skills" });
});

test("what the lock has is installed again from the registry, checked against the lock", async () => {
  const { entry, path } = await added("npm:@acme/skills@^1");
  const other = createInstaller({
    cwd: disk.directory(`clone-${count}`),
    host: { environment: { HOME: join(disk.root, `other-${count}`) } },
    npm: { registry: registry.url },
  });
  const lock = readFileSync(join(project, "skillc.lock"));
  writeFileSync(join(disk.root, `clone-${count}`, "skillc.lock"), lock);
  expect(await other.restore({ frozen: true, offline: true })).toMatchObject({ code: "offline" });
  expect(await other.restore({ frozen: true })).toMatchObject({ restored: ["npm:@acme/skills@^1"] });
  expect(listFiles(join(disk.root, `clone-${count}`, path))).toEqual([...entry.files.keys()].sort());
  // Somebody has replaced a version: the registry agrees with itself, but not with the lock.
  registry.publish("@acme/replaced", { "1.0.0": { files } });
  await added("npm:@acme/replaced");
  registry.publish("@acme/replaced", { "1.0.0": { files: { ...files, "skills/pdf/ref.md": "evil\n" } } });
  const third = createInstaller({
    cwd: disk.directory(`third-${count}`),
    host: { environment: { HOME: join(disk.root, `third-home-${count}`) } },
    npm: { registry: registry.url },
  });
  writeFileSync(join(disk.root, `third-${count}`, "skillc.lock"), readFileSync(join(project, "skillc.lock")));
  expect(await third.restore()).toMatchObject({ code: "integrity", details: ["skills/pdf/ref.md changed"] });
  expect(listFiles(join(disk.root, `third-${count}`))).toEqual(["skillc.lock"]);
});

test("outdated names the version in the range and the latest one; update installs it", async () => {
  registry.publish("outdated", { "1.0.0": { files } });
  await added("npm:outdated@^1");
  registry.publish("outdated", {
    "1.0.0": { files },
    "1.1.0": { files: { ...files, "skills/pdf/new.md": "x" } },
    "2.0.0": { files },
  });
  expect(await installer.outdated()).toEqual([
    { ref: "npm:outdated@^1", locked: "1.0.0", current: "1.1.0", latest: "2.0.0", movedTag: false, isOutdated: true },
  ]);
  expect(await installer.update({ dryRun: true })).toMatchObject({ updated: [{ ref: "npm:outdated@^1" }] });
  expect(await installer.update({ accept: () => false })).toMatchObject({ updated: [], refused: [{}] });
  expect(installer.verify()).toEqual([]);
  expect(listFiles(join(project, ".skillc/skills/npm/outdated"))).not.toContain("skills/pdf/new.md");
  expect(await installer.update()).toMatchObject({ updated: [{ after: { entry: { version: "1.1.0" } } }] });
  expect(listFiles(join(project, ".skillc/skills/npm/outdated"))).toContain("skills/pdf/new.md");
  expect(installer.verify()).toEqual([]);
});

test("an old registry without SRI is checked by SHA-1", async () => {
  registry.publish("old", { "1.0.0": { files, onlyShasum: true } });
  expect((await added("npm:old")).entry.npmIntegrity).toMatch(/^sha1-/);
});

const skill = { path: "package/SKILL.md", content: skillDocument("x") };

test.each([
  ["leaves its directory", [skill, { path: "package/../../../evil.md", content: "x" }], "not allowed"],
  ["has an absolute path", [skill, { path: "/etc/evil/x.md", content: "x" }], "not allowed"],
  ["has a link", [skill, { path: "package/a.md", type: "2", link: "/etc/passwd" }], "a symbolic link"],
  ["has a hard link", [skill, { path: "package/a.md", type: "1", link: "package/SKILL.md" }], "a symbolic link"],
  ["has a device", [skill, { path: "package/dev", type: "3" }], "neither a file"],
  ["has a file twice", [skill, { path: "package/a.md" }, { path: "package/A.md" }], "the same file"],
] as const)("an archive that %s is refused or kept inside", async (_what, entries, says) => {
  registry.publish("evil", { "1.0.0": { files: {}, archive: gzipSync(createTar(entries)) } });
  const result = await installer.add("npm:evil");
  if (isInstallFault(result)) {
    expect([result.code, result.details.join()]).toEqual(["refused-files", expect.stringContaining(says)]);
    expect(listFiles(project)).toEqual([]);
  } else expect(listFiles(project).every((path) => path.startsWith(".skillc") || path === "skillc.lock")).toBe(true);
});

/** A record of a PAX header: its length, a space, and the rest. */
const pax = (text: string): string => {
  const rest = ` ${text}\n`;
  const length = [1, 2, 3]
    .map((digits) => rest.length + digits)
    .find((sum) => String(sum).length + rest.length === sum);
  return `${length}${rest}`;
};

test.each([
  ["a PAX name", { path: "package/h", type: "x", content: pax("path=package/ref.md\0.exe") }],
  ["a PAX name of the document", { path: "package/h", type: "x", content: pax("path=package/x\0y/SKILL.md") }],
  ["a GNU name", { path: "././@LongLink", type: "L", content: "package/ref.md\0.exe\0" }],
])("a NUL in %s is refused, and not cut", async (_what, header) => {
  const archive = gzipSync(createTar([skill, header, { path: "package/short", content: skillDocument("x") }]));
  registry.publish("renamed", { "1.0.0": { files: {}, archive } });
  const refused = await installer.add("npm:renamed");
  expect(refused).toMatchObject({ code: "refused-files" });
  expect(isInstallFault(refused) && refused.details.join()).toContain("U+0000");
  expect(listFiles(project)).toEqual([]);
});

test.each([
  ["GNU names", { path: "././@LongLink", type: "L", content: "package/skills/x/SKILL.md\0" }],
  ["PAX headers", { path: "package/h", type: "x", content: pax("comment=x") }],
  ["global headers", { path: "package/h", type: "g", content: pax("comment=x") }],
  ["directories", { path: "package/d/", type: "5" }],
  ["links", { path: "package/l", type: "2", link: "x" }],
  ["empty files", { path: "package/f" }],
])("%s count against the limit of an archive", async (_what, entry) => {
  const repeated = createTar([entry]).subarray(0, -1024);
  const archive = (count: number): Uint8Array =>
    gzipSync(Buffer.concat([...Array.from({ length: count }, () => repeated), last]));
  const last = createTar([{ path: "package/skills/x/SKILL.md", content: skillDocument("x") }]);
  const count = Math.floor(200_000 / repeated.length);
  registry.publish("many", { "1.0.0": { files: {}, archive: archive(count - 3) } });
  expect(await open({ bytes: 200_000 }).add("npm:many")).toMatchObject({ path: ".skillc/skills/npm/many" });
  // Without contents: less than contents and headers may have together.
  registry.publish("more", { "1.0.0": { files: {}, archive: archive(count) } });
  expect(await open({ bytes: 200_000 }).add("npm:more")).toMatchObject({ code: "refused-files" });
});

test("200,000 headers without a file are refused", async () => {
  const long = createTar([{ path: "././@LongLink", type: "L", content: "package/x\0" }]).subarray(0, -1024);
  const archive = gzipSync(Buffer.concat([Buffer.alloc(200_000 * long.length, long), createTar([skill])]));
  registry.publish("headers", { "1.0.0": { files: {}, archive } });
  expect(await installer.add("npm:headers")).toMatchObject({ code: "refused-files" });
});

test("a download that says it is too large is not read", async () => {
  const server = createServer((_request, response) => {
    // It never sends what it announces.
    response.writeHead(200, { "content-length": 1_000_000 }).write("x");
  });
  const port = await new Promise<number>((resolve) => {
    server.listen(0, "127.0.0.1", () => resolve((server.address() as { port: number }).port));
  });
  const get = { url: `http://127.0.0.1:${port}/`, headers: {}, maxBytes: 1000, idleMs: 20_000 };
  expect(await httpGet(get)).toMatchObject({ httpFailure: "size" });
  server.closeAllConnections();
  server.close();
});

test("an archive that unpacks to more than the limit, or is damaged, is refused", async () => {
  const bomb = gzipSync(Buffer.alloc(20_000_000));
  registry.publish("bomb", { "1.0.0": { files: {}, archive: bomb } });
  expect(await open({ bytes: 1_000_000 }).add("npm:bomb")).toMatchObject({ code: "refused-files" });
  registry.publish("damaged", { "1.0.0": { files: {}, archive: gzipSync(createTar([skill]).subarray(0, 700)) } });
  expect(await installer.add("npm:damaged")).toMatchObject({ code: "refused-files" });
});

test("a package names the skills that it lists in package.json, and installs none of them", async () => {
  const skills = ["acme/far#v1@pdf", "acme/near", "acme/near; rm -rf /", "../../x", 5];
  const manifest = JSON.stringify({ skills });
  registry.publish("lister", { "1.0.0": { files: { "package.json": manifest, "README.md": "x" } } });
  registry.publish("both", { "1.0.0": { files: { ...files, "package.json": manifest } } });
  registry.publish("odd", { "1.0.0": { files: { ...files, "package.json": '{ "skills": { "a": 1 } }' } } });
  const commands = ["`skillc add @acme/far@v1 --skill pdf`", "`skillc add @acme/near`"];
  expect(await installer.add("npm:lister")).toMatchObject({
    code: "no-skill-file",
    details: commands.map((command) => `lister@1.0.0 recommends more skills: ${command}`),
  });
  expect((await added("npm:both")).warnings).toEqual(
    commands.map((command) => `both@1.0.0 recommends more skills: ${command}`),
  );
  expect((await added("npm:odd")).warnings).toEqual([]);
  expect(listFiles(project).filter((path) => /far|near/.test(path))).toEqual([]);
});

test("what a skill of a package requires comes with it, and a range of a package pins it", async () => {
  const needs = (items: string): string => `metadata:\n  requires-skills: "${items}"\n`;
  registry.publish("@acme/needy", {
    "1.0.0": {
      files: {
        "package.json": "{}",
        "skills/fill/SKILL.md": skillDocument("fill", "Fill.\n", needs("seal, npm:@acme/skills#skills/pdf@^1.0")),
        "skills/seal/SKILL.md": skillDocument("seal"),
      },
    },
  });
  const alone = await added("npm:@acme/needy#skills/fill");
  expect(alone.required?.map(({ ref }) => ref)).toEqual(["npm:@acme/needy#skills/seal"]);
  expect(alone.warnings).toEqual(['"fill" requires npm:@acme/skills#skills/pdf of another source: add it with --deps']);
  const whole = await installer.add("npm:@acme/needy#skills/fill", { dependencies: "all" });
  if (isInstallFault(whole)) throw new Error(whole.message);
  expect(whole.required?.map(({ ref, entry }) => [ref, entry.version])).toEqual([
    ["npm:@acme/skills@^1.0#skills/pdf", "1.1.0"],
  ]);
  expect(installer.verify()).toEqual([]);
});
