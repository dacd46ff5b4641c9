/** What a skill requires is installed, kept, moved and removed with it. */
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createInstaller, isInstallFault } from "../../src/index.ts";
import { parseSkillRef, type SkillRef } from "../../src/refs/index.ts";
import { createGitHost, skillDocument } from "../support/git-source.ts";
import { listFiles } from "../support/list-files.ts";
import { runCli, type CliResult } from "../support/run-cli.ts";

const remote = createGitHost();
const { copyOf } = remote;
const before = { ...process.env };
/** A project with `acme/skills/pdf@v1` and what it requires. */
let installed: string;

const FETCHING = new Set(["add", "install", "outdated", "update", "diff"]);
const skillc = (dir: string, ...args: string[]): Promise<CliResult> =>
  runCli([...args, ...(FETCHING.has(args[0] ?? "") ? ["--allow-file"] : [])], dir);

interface Entry {
  readonly requires?: readonly string[];
  readonly requiredBy?: readonly string[];
}
const lockText = (dir: string): string => readFileSync(join(dir, "skillc.lock"), "utf8");
const lockOf = (dir: string): Readonly<Record<string, Entry>> =>
  (JSON.parse(lockText(dir)) as { skills: Record<string, Entry> }).skills;
/** Each entry with what it requires and what requires it. */
const graphOf = (dir: string): object =>
  Object.fromEntries(
    Object.entries(lockOf(dir)).map(([key, { requires, requiredBy }]) => [key, { requires, requiredBy }]),
  );
const sourcesOf = (dir: string): unknown =>
  (JSON.parse(readFileSync(join(dir, "skillc.config.json"), "utf8")) as { sources: unknown }).sources;
const editLock = (dir: string, edit: (skills: Record<string, Entry | undefined>) => void): void => {
  const lock = JSON.parse(lockText(dir)) as { skills: Record<string, Entry> };
  edit(lock.skills);
  writeFileSync(join(dir, "skillc.lock"), `${JSON.stringify(lock, null, 2)}\n`);
};
const needs = (items: string, more = ""): string => `${more}metadata:\n  requires-skills: "${items}"\n`;
const [PDF, FORMS, SEAL] = ["pdf", "forms", "seal"].map((name) => `acme/skills/skills/${name}@v1`) as [
  string,
  string,
  string,
];

beforeAll(async () => {
  Object.assign(process.env, remote.environment);
  const acme = remote.repository("acme/skills");
  acme.commit(
    {
      "skills/pdf/SKILL.md": skillDocument("pdf", "Fill.\n", needs("forms@^1, charts?")),
      "skills/forms/SKILL.md": skillDocument(
        "forms",
        "Forms.\n",
        needs("seal", "version: 1.2.0\nallowed-tools: Read\n"),
      ),
      "skills/seal/SKILL.md": skillDocument("seal"),
      "skills/seal/scripts/stamp.py": "print(1)\n",
      "skills/charts/SKILL.md": skillDocument("charts"),
      "skills/other/SKILL.md": skillDocument("other", "Other.\n", needs("seal")),
      "skills/strict/SKILL.md": skillDocument("strict", "Strict.\n", needs("forms@^2")),
      "skills/far/SKILL.md": skillDocument("far", "Far.\n", needs("round/a/one, nowhere")),
      "skills/x/SKILL.md": skillDocument("x", "X.\n", needs("y")),
      "skills/y/SKILL.md": skillDocument("y", "Y.\n", needs("x")),
      "skills/list/SKILL.md": skillDocument("list", "L.\n", "depends_on: [seal, swiftlint]\n"),
      "skills/proto/SKILL.md": skillDocument("proto", "P.\n", needs("__proto__, constructor, seal")),
    },
    { tags: ["v1"] },
  );
  acme.commit(
    { "skills/pdf/SKILL.md": skillDocument("pdf", "Fill more.\n", needs("forms@^1, charts")) },
    { tags: ["v2"] },
  );
  acme.commit({ "skills/pdf/SKILL.md": skillDocument("pdf", "Fill alone.\n") }, { tags: ["v3"] });
  // Sources that require each other.
  remote
    .repository("round/a")
    .commit({ "one/SKILL.md": skillDocument("one", "One.\n", needs("round/b/two", "allowed-tools: Bash\n")) });
  remote.repository("round/b").commit({ "two/SKILL.md": skillDocument("two", "Two.\n", needs("round/a/one")) });
  for (let at = 0; at < 10; at++)
    remote.repository(`deep/r${at}`).commit({
      [`s${at}/SKILL.md`]: skillDocument(`s${at}`, "S.\n", needs(`deep/r${at + 1}/s${at + 1}`)),
    });
  installed = remote.directory("installed");
  expect(await skillc(installed, "add", PDF)).toMatchObject({ exitCode: 0, stderr: "" });
});
afterAll(() => {
  process.env = before;
  remote.remove();
});

let count = 0;
const empty = (): string => remote.directory(`empty-${++count}`);

describe("add", () => {
  test("takes what a skill requires of its source, and says what it may do", async () => {
    const project = empty();
    const { exitCode, stdout, stderr } = await skillc(project, "add", "acme/skills@v1", "--skill", "pdf");
    expect([exitCode, stderr]).toEqual([0, ""]);
    expect(stdout).toContain(`${PDF} requires 2 more skills: forms, seal\n`);
    expect(stdout).toContain(`  ${FORMS}\n    permissions:\n      SKILL.md: allowed-tools: "Read"\n`);
    expect(stdout).toContain("scripts/stamp.py: a new program");
    expect(stdout.indexOf("stamp.py")).toBeLessThan(stdout.indexOf("added "));
    expect(graphOf(project)).toEqual({
      [FORMS]: { requires: [SEAL], requiredBy: [PDF] },
      [PDF]: { requires: [FORMS] },
      [SEAL]: { requiredBy: [FORMS] },
    });
    expect(sourcesOf(project)).toEqual([{ ref: PDF }, { ref: FORMS }, { ref: SEAL }]);
    expect(await skillc(project, "verify")).toMatchObject({ exitCode: 0 });
    expect(await skillc(project, "install", "--frozen")).toMatchObject({ exitCode: 0 });
    const checked = await skillc(project, "check", "--all");
    expect(checked.stdout + checked.stderr).not.toMatch(/SKC75[0-8]/);
  });

  test("--no-deps takes one", async () => {
    const project = empty();
    expect(await skillc(project, "add", PDF, "--no-deps")).toMatchObject({ exitCode: 0, stderr: "" });
    expect(graphOf(project)).toEqual({ [PDF]: {} });
    expect(await skillc(project, "verify")).toMatchObject({ exitCode: 0 });
    // What is added later, without it, takes the rest.
    expect(await skillc(project, "add", PDF)).toMatchObject({ exitCode: 0, stderr: "" });
    expect(graphOf(project)).toEqual(graphOf(installed));
  });

  test("of a directory that contains what is required, nothing else comes", async () => {
    const project = empty();
    expect(await skillc(project, "add", "acme/skills@v1")).toMatchObject({ exitCode: 0 });
    expect(Object.keys(lockOf(project))).toEqual(["acme/skills@v1"]);
  });

  test("what was added by hand stays by hand, and what is there is used", async () => {
    const project = empty();
    await skillc(project, "add", SEAL);
    await skillc(project, "add", PDF);
    expect(lockOf(project)[SEAL]).not.toHaveProperty("requiredBy");
    await skillc(project, "add", FORMS);
    expect(lockOf(project)[FORMS]).not.toHaveProperty("requiredBy");
    expect(lockOf(project)[FORMS]?.requires).toEqual([SEAL]);
    expect(await skillc(project, "verify")).toMatchObject({ exitCode: 0 });
  });

  test("weak lists count only for skills of the source; names like object keys are names", async () => {
    const project = empty();
    expect(await skillc(project, "add", "acme/skills/skills/list@v1")).toMatchObject({ exitCode: 0, stderr: "" });
    expect(Object.keys(lockOf(project))).toEqual(["acme/skills/skills/list@v1", SEAL]);
    const { exitCode, stderr } = await skillc(project, "add", "acme/skills/skills/proto@v1");
    expect([exitCode, stderr.split("\n").filter((line) => line !== "")]).toEqual([
      0,
      [
        'warning: "proto" requires "__proto__", which its source does not have',
        'warning: "proto" requires "constructor", which its source does not have',
      ],
    ]);
  });

  test("a cycle within a source is taken once", async () => {
    const project = empty();
    const [x, y] = ["acme/skills/skills/x@v1", "acme/skills/skills/y@v1"] as const;
    expect(await skillc(project, "add", x)).toMatchObject({ exitCode: 0, stderr: "" });
    expect(graphOf(project)).toEqual({ [x]: { requires: [y] }, [y]: { requires: [x], requiredBy: [x] } });
    expect(await skillc(project, "verify")).toMatchObject({ exitCode: 0 });
    expect(await skillc(project, "remove", "x")).toMatchObject({ exitCode: 0 });
    expect(lockOf(project)).toEqual({});
  });

  test("other sources are not fetched without --deps", async () => {
    const project = empty();
    const { stderr } = await skillc(project, "add", "acme/skills/skills/far@v1");
    expect(stderr).toBe(
      [
        'warning: "far" requires round/a/one of another source: add it with --deps',
        'warning: "far" requires "nowhere", which its source does not have',
        "",
      ].join("\n"),
    );
    expect(Object.keys(lockOf(project))).toEqual(["acme/skills/skills/far@v1"]);
  });

  test("--deps takes sources that require each other, each once, and shows what they may do", async () => {
    const project = empty();
    const far = "acme/skills/skills/far@v1";
    const { exitCode, stdout } = await skillc(project, "add", far, "--deps");
    expect(exitCode).toBe(0);
    expect(stdout).toContain(
      `  round/a/one\n    permissions:\n      SKILL.md: allowed-tools: "Bash"\n  round/b/two: no permissions`,
    );
    expect(graphOf(project)).toEqual({
      [far]: { requires: ["round/a/one"] },
      "round/a/one": { requires: ["round/b/two"], requiredBy: [far, "round/b/two"] },
      "round/b/two": { requires: ["round/a/one"], requiredBy: ["round/a/one"] },
    });
    // Nothing that is left requires them, although they require each other.
    const removed = await skillc(project, "remove", far);
    expect(removed.stdout).toContain("round/a/one is no longer required\nround/b/two is no longer required\n");
    expect(await skillc(project, "remove", "--unused")).toMatchObject({ exitCode: 0 });
    expect([lockOf(project), sourcesOf(project)]).toEqual([{}, []]);
  });

  test("sources that are too deep, or not allowed, are refused and nothing is written", async () => {
    const project = empty();
    const deep = await skillc(project, "add", "deep/r0/s0", "--deps");
    expect([deep.exitCode, deep.stderr]).toEqual([2, expect.stringContaining("which is more than 8 sources away")]);
    expect(listFiles(project)).toEqual([]);
    const installer = createInstaller({
      cwd: project,
      git: { allowFile: true, allowedSources: ["acme/*"] },
    });
    const found = await installer.add("acme/skills/skills/far@v1", { dependencies: "all" });
    expect(isInstallFault(found) && [found.code, found.message]).toEqual([
      "not-allowed",
      "acme/skills/skills/far@v1 requires round/a/one: round/a is not an allowed source",
    ]);
    expect(listFiles(project)).toEqual([]);
  });

  test("two ranges that no installed version satisfies are named, and nothing is written", async () => {
    const project = copyOf(installed);
    const whole = lockText(project);
    const { exitCode, stderr } = await skillc(project, "add", "acme/skills/skills/strict@v1");
    expect([exitCode, stderr.split("\n")[0]]).toEqual([
      2,
      `error: acme/skills/skills/strict@v1 requires "forms" ^2, and ${PDF} requires ^1: the version is 1.2.0`,
    ]);
    expect(lockText(project)).toBe(whole);
    const alone = await skillc(empty(), "add", "acme/skills/skills/strict@v1");
    expect(alone.stderr).toContain('strict@v1 requires "forms" ^2, but its version is 1.2.0');
  });

  test("--json has what was required", async () => {
    const { stdout } = await skillc(empty(), "add", PDF, "--json");
    expect(JSON.parse(stdout)).toMatchObject({
      ok: true,
      ref: PDF,
      required: [
        { ref: FORMS, permissions: ['SKILL.md: allowed-tools: "Read"'] },
        { ref: SEAL, commands: ["scripts/stamp.py: a new program"] },
      ],
    });
  });

  test("for the user alone, it comes as well, and what is there stays", async () => {
    const project = empty();
    expect(await skillc(project, "add", PDF, "--user")).toMatchObject({ exitCode: 0 });
    expect(existsSync(join(remote.root, "home/.config/skillc/skills/acme/seal/SKILL.md"))).toBe(true);
    expect(await skillc(project, "add", "acme/skills/skills/other@v1", "--user")).toMatchObject({ exitCode: 0 });
    expect(existsSync(join(project, "skillc.lock"))).toBe(false);
  });

  test.each<[string, string, { readonly skill?: string }]>([
    ["a directory", "acme/tools/skills/a@v1", {}],
    ["a skill by its name", "acme/tools@v1", { skill: "a" }],
  ])("with a step that clones: %s", async (_name, ref, options) => {
    const project = empty();
    const clone = (_url: string, dir: string): void => {
      for (const [name, more] of [
        ["a", needs("b")],
        ["b", needs("a", "version: 1.0.0\n")],
        ["c", ""],
      ] as const) {
        mkdirSync(join(dir, "skills", name), { recursive: true });
        writeFileSync(join(dir, "skills", name, "SKILL.md"), skillDocument(name, "Body.\n", more));
      }
    };
    const installer = createInstaller({ cwd: project, git: { clone } });
    const added = await installer.add(ref, options);
    expect(isInstallFault(added)).toBe(false);
    const [a, b] = ["acme/tools/skills/a@v1", "acme/tools/skills/b@v1"] as const;
    expect(graphOf(project)).toEqual({ [a]: { requires: [b] }, [b]: { requires: [a], requiredBy: [a] } });
    expect(installer.verify()).toEqual([]);
  });

  test("a directory of this machine is a source, too", async () => {
    const project = empty();
    for (const [name, more] of [
      ["a", needs("b")],
      ["b", ""],
      ["c", ""],
    ] as const) {
      cpSync(join(installed, ".skillc/skills/acme/pdf"), join(project, "vendor", name), { recursive: true });
      writeFileSync(join(project, "vendor", name, "SKILL.md"), skillDocument(name, "Body.\n", more));
    }
    expect(await skillc(project, "add", "./vendor", "--skill", "a")).toMatchObject({ exitCode: 0, stderr: "" });
    expect(graphOf(project)).toEqual({
      "./vendor/a": { requires: ["./vendor/b"] },
      "./vendor/b": { requiredBy: ["./vendor/a"] },
    });
  });
});

describe("remove", () => {
  test("keeps what others require, and says so", async () => {
    const project = copyOf(installed);
    const { exitCode, stderr } = await skillc(project, "remove", "seal");
    expect([exitCode, stderr.split("\n")[0]]).toEqual([1, `error: ${SEAL} stays: ${FORMS} requires it`]);
    expect(graphOf(project)).toEqual(graphOf(installed));
  });

  test("--unused deletes what nothing requires any more", async () => {
    const project = copyOf(installed);
    await skillc(project, "add", "acme/skills/skills/other@v1");
    const removed = await skillc(project, "remove", "pdf");
    expect(removed.stdout).toContain(`\n${FORMS} is no longer required\n`);
    expect(lockOf(project)[FORMS]?.requiredBy).toEqual([]);
    expect(lockOf(project)[SEAL]?.requiredBy).toEqual([FORMS, "acme/skills/skills/other@v1"]);
    expect(await skillc(project, "verify")).toMatchObject({ exitCode: 0 });
    const { exitCode, stdout } = await skillc(project, "remove", "--unused");
    expect([exitCode, stdout]).toEqual([
      0,
      `removed ${FORMS} from .skillc/skills/acme/forms\n  changed skillc.config.json\n`,
    ]);
    expect(existsSync(join(project, ".skillc/skills/acme/forms"))).toBe(false);
    expect(lockOf(project)[SEAL]?.requiredBy).toEqual(["acme/skills/skills/other@v1"]);
    expect(await skillc(project, "remove", "--unused")).toMatchObject({
      stdout: "everything that is installed is required, or was added\n",
    });
  });
});

describe("a lock that was deleted", () => {
  const made = async (...refs: readonly string[]): Promise<string> => {
    const project = empty();
    for (const ref of refs) await skillc(project, "add", ref);
    return project;
  };

  test.each<[string, readonly string[]]>([
    ["a chain", [PDF]],
    ["what was added by hand before", [SEAL, PDF]],
    ["a cycle", ["acme/skills/skills/x@v1"]],
  ])("%s: install records what add did", async (_name, refs) => {
    const project = await made(...refs);
    const whole = lockText(project);
    rmSync(join(project, "skillc.lock"));
    expect(await skillc(project, "install")).toMatchObject({ exitCode: 0, stderr: "" });
    expect(lockText(project)).toBe(whole);
    expect(await skillc(project, "install", "--frozen")).toMatchObject({ exitCode: 0 });
    expect(await skillc(project, "verify")).toMatchObject({ exitCode: 0 });
  });

  test("each source is fetched once", async () => {
    const project = empty();
    const cloned: string[] = [];
    const clone = (url: string, dir: string): void => {
      cloned.push(url);
      for (const [name, items] of Object.entries({ a: "b", b: "a, nowhere" })) {
        mkdirSync(join(dir, name), { recursive: true });
        writeFileSync(join(dir, name, "SKILL.md"), skillDocument(name, "Body.\n", needs(items)));
      }
    };
    const installer = createInstaller({ cwd: project, git: { clone } });
    await installer.add("acme/pair/a@v1");
    const whole = lockText(project);
    rmSync(join(project, "skillc.lock"));
    cloned.length = 0;
    const wanted = ["acme/pair/a@v1", "acme/pair/b@v1"].map((ref) => parseSkillRef(ref) as SkillRef);
    const restored = await installer.restore({ wanted });
    expect(isInstallFault(restored)).toBe(false);
    expect(cloned).toHaveLength(2);
    expect(lockText(project)).toBe(whole);
    expect("added" in restored && restored.added.flatMap(({ warnings }) => warnings)).toEqual([
      '"b" requires "nowhere", which its source does not have',
    ]);
  });

  test("what a source requires and cannot be told is named", async () => {
    const twins = remote.repository("acme/twins");
    const files = ["one", "two"].map((dir) => [`${dir}/twin/SKILL.md`, skillDocument("twin")] as const);
    twins.commit(
      { "own/needy/SKILL.md": skillDocument("needy", "N.\n", needs("twin")), ...Object.fromEntries(files) },
      { tags: ["v1"] },
    );
    const ref = "acme/twins/own/needy@v1";
    const project = empty();
    expect(await skillc(project, "add", ref)).toMatchObject({ exitCode: 2 });
    expect(await skillc(project, "add", ref, "--no-deps")).toMatchObject({ exitCode: 0 });
    rmSync(join(project, "skillc.lock"));
    const { exitCode, stderr } = await skillc(project, "install");
    expect([exitCode, stderr]).toEqual([
      0,
      expect.stringContaining(
        `skillc.lock does not say what ${ref} requires: the source has 2 skills "twin", which "needy" requires`,
      ),
    ]);
    expect(graphOf(project)).toEqual({ [ref]: {} });
  });

  test("what was left out is neither recorded nor installed", async () => {
    const project = empty();
    await skillc(project, "add", PDF, "--no-deps");
    rmSync(join(project, "skillc.lock"));
    expect(await skillc(project, "install")).toMatchObject({ exitCode: 0, stderr: "" });
    expect(graphOf(project)).toEqual({ [PDF]: {} });
    expect(sourcesOf(project)).toEqual([{ ref: PDF }]);
  });
});

describe("a lock whose closure is cut by hand", () => {
  test.each<[string, (skills: Record<string, Entry | undefined>) => void, string]>([
    ["an entry is gone", (skills) => delete skills[SEAL], `${FORMS}: requires ${SEAL}, which is missing`],
    [
      "what requires it is gone",
      (skills) => delete skills[PDF],
      `${FORMS}: requiredBy names ${PDF}, which does not require it`,
    ],
    [
      "requiredBy was emptied",
      (skills) => (skills[SEAL] = { ...skills[SEAL], requiredBy: [] }),
      `${SEAL}: requiredBy lacks ${FORMS}, which requires it`,
    ],
  ])("%s: verify and install --frozen refuse it", async (_name, edit, says) => {
    const project = copyOf(installed);
    editLock(project, edit);
    const verified = await skillc(project, "verify");
    expect([verified.exitCode, verified.stdout]).toEqual([1, expect.stringContaining(`${says}\n`)]);
    // The config names the same sources, so that only the closure is wrong.
    const refs = Object.keys(lockOf(project)).map((ref) => ({ ref }));
    writeFileSync(join(project, "skillc.config.json"), JSON.stringify({ sources: refs }));
    const frozen = await skillc(project, "install", "--frozen");
    expect([frozen.exitCode, frozen.stderr]).toEqual([1, expect.stringContaining(says)]);
  });

  test.each([
    ["a string", "x"],
    ["what is no reference", ["@acme"]],
    ["another order", [SEAL, FORMS]],
    ["the same twice", [FORMS, FORMS]],
  ])("requiredBy with %s is not a lock", async (_name, value) => {
    const project = copyOf(installed);
    editLock(project, (skills) => (skills[SEAL] = { ...skills[SEAL], requiredBy: value as string[] }));
    expect((await skillc(project, "verify")).stderr).toContain("has a wrong requiredBy");
  });
});

describe("update", () => {
  const at = (version: string, name: string): string => `acme/skills/skills/${name}@${version}`;

  test("newly required skills are new permissions: nothing is written without --accept", async () => {
    const project = copyOf(installed);
    const [whole, moved] = [lockText(project), at("v2", "pdf")];
    const refused = await skillc(project, "update", moved);
    expect([refused.exitCode, refused.stderr]).toEqual([1, expect.stringContaining("nothing was written")]);
    expect(refused.stdout).toContain("newly required, 1 more skill: charts\n");
    expect((await skillc(project, "add", moved)).stderr).toContain("pdf@v2 was not moved: it requires 1 more skill");
    expect(lockText(project)).toBe(whole);
    expect(await skillc(project, "update", moved, "--accept")).toMatchObject({ exitCode: 0 });
    // What came with it moves with it.
    expect(graphOf(project)).toEqual({
      [at("v2", "charts")]: { requiredBy: [moved] },
      [at("v2", "forms")]: { requires: [at("v2", "seal")], requiredBy: [moved] },
      [moved]: { requires: [at("v2", "charts"), at("v2", "forms")] },
      [at("v2", "seal")]: { requiredBy: [at("v2", "forms")] },
    });
    expect(new Set(sourcesOf(project) as { ref: string }[])).toEqual(
      new Set(["pdf", "forms", "seal", "charts"].map((name) => ({ ref: at("v2", name) }))),
    );
    expect(await skillc(project, "verify")).toMatchObject({ exitCode: 0 });
    expect(await skillc(project, "install", "--frozen")).toMatchObject({ exitCode: 0 });
  });

  test("what is no longer required stays until --unused", async () => {
    const project = copyOf(installed);
    expect(await skillc(project, "update", at("v3", "pdf"))).toMatchObject({ exitCode: 0 });
    expect(graphOf(project)).toEqual({
      [FORMS]: { requires: [SEAL], requiredBy: [] },
      [at("v3", "pdf")]: {},
      [SEAL]: { requiredBy: [FORMS] },
    });
    await skillc(project, "remove", "--unused");
    expect(Object.keys(lockOf(project))).toEqual([at("v3", "pdf")]);
  });

  test("a dependency that moves alone is named anew by what requires it", async () => {
    const project = copyOf(installed);
    expect(await skillc(project, "update", at("v2", "seal"))).toMatchObject({ exitCode: 0 });
    expect(lockOf(project)[FORMS]?.requires).toEqual([at("v2", "seal")]);
    expect(lockOf(project)[at("v2", "seal")]?.requiredBy).toEqual([FORMS]);
    expect(await skillc(project, "verify")).toMatchObject({ exitCode: 0 });
    expect((await skillc(project, "outdated")).stdout).toContain(FORMS);
    expect(await skillc(project, "verify")).toMatchObject({ exitCode: 0 });
  });

  test("a pin that the config moves keeps the lock closed", async () => {
    const project = copyOf(installed);
    const refs = [PDF, FORMS, at("v2", "seal")].map((ref) => ({ ref }));
    writeFileSync(join(project, "skillc.config.json"), JSON.stringify({ sources: refs }));
    expect(await skillc(project, "install")).toMatchObject({ exitCode: 0 });
    expect(lockOf(project)[FORMS]?.requires).toEqual([at("v2", "seal")]);
    expect(await skillc(project, "verify")).toMatchObject({ exitCode: 0 });
  });

  test("what was installed without what it requires stays so", async () => {
    const project = empty();
    await skillc(project, "add", PDF, "--no-deps");
    expect(await skillc(project, "update", at("v2", "pdf"))).toMatchObject({ exitCode: 0 });
    expect(graphOf(project)).toEqual({ [at("v2", "pdf")]: {} });
  });
});
