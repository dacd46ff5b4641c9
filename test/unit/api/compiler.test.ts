/** A compiler that lives between builds: what it compiles again, what it reports as changed, what it leaves alone. */
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { describe, expect, test } from "vitest";
import { createCompiler, type Compiler } from "../../../src/api/compiler.ts";
import type { Snapshot } from "../../../src/api/snapshot.ts";
import type { UserConfig } from "../../../src/config/user-config.ts";
import { createMemoryHost } from "../../../src/host/index.ts";
import { createChangingHost } from "../../support/changing-host.ts";
import { bytesOf } from "../../support/emitted-files.ts";
import { withFiles } from "../../support/fix-skill.ts";

const skill = (name: string, body = "Read.\n"): string =>
  `---\nname: ${name}\ndescription: Answers questions about ${name}. Use when asked.\n---\n${body}`;

const TIDES = "skills/tides/SKILL.md";
const MOONS = "skills/moons/SKILL.md";
const PORTS = "skills/tides/references/ports.md";
const CONFIG = "skillc.config.json";

const FILES: Readonly<Record<string, string>> = {
  [TIDES]: skill("tides", "See [ports](references/ports.md).\n"),
  [PORTS]: "# Ports\n",
  [MOONS]: skill("moons"),
  [CONFIG]: JSON.stringify({ sources: ["skills"] } satisfies UserConfig),
};

/** A project that changes while a compiler is open on it. */
interface Project {
  readonly compiler: Compiler;
  write(path: string, text: string): void;
  remove(path: string): void;
  /** What was read since the last call, in memory. */
  reads(): readonly string[];
}

/** The same in memory and on a disk: what holds for one holds for the other. */
const places: readonly (readonly [string, (run: (project: Project) => Promise<void>) => Promise<void>])[] = [
  [
    "in memory",
    (run) => {
      const host = createChangingHost(FILES);
      return run({
        compiler: createCompiler({ cwd: "/project", host }),
        write: (path, text) => host.write(path, text),
        remove: (path) => host.remove(path),
        reads: () => host.takeReads(),
      });
    },
  ],
  [
    "on disk",
    (run) =>
      withFiles(FILES, (cwd) =>
        run({
          compiler: createCompiler({ cwd }),
          write(path, text) {
            mkdirSync(dirname(join(cwd, path)), { recursive: true });
            writeFileSync(join(cwd, path), text);
          },
          remove: (path) => rmSync(join(cwd, path), { recursive: true }),
          reads: () => [],
        }),
      ),
  ],
];

const rulesOf = (snapshot: Snapshot): readonly string[] =>
  snapshot.diagnostics().map(({ rule, file }) => `${rule} ${file}`);

const idsOf = (snapshot: Snapshot): readonly string[] => snapshot.catalog()?.skills.map(({ id }) => id) ?? [];

function textOf(snapshot: Snapshot, path: string): string | undefined {
  const file = snapshot.output(path);
  return file && bytesOf(file)?.toString("utf8");
}

describe.each(places)("a compiler %s", (_, withProject) => {
  test("builds outputs without writing them", () =>
    withProject(async ({ compiler }) => {
      const snapshot = await compiler.build();
      expect(snapshot).toMatchObject({ id: 1, exitCode: 0, summary: { skills: 2, errors: 0, warnings: 0 } });
      expect(rulesOf(snapshot)).toEqual([]);
      expect(idsOf(snapshot)).toEqual(["moons", "tides"]);
      expect(snapshot.skills.map(({ dir, file, name, id }) => [dir, file, name, id])).toEqual([
        ["skills/moons", "skills/moons/SKILL.md", "moons", "moons"],
        ["skills/tides", "skills/tides/SKILL.md", "tides", "tides"],
      ]);
      expect(snapshot.skills.map(({ files }) => files)).toEqual([[], ["references/ports.md"]]);
      const paths = [...snapshot.outputs()].map(({ path }) => path);
      expect(paths).toContain("index.js");
      expect(paths).toContain("catalog.json");
      expect([...snapshot.outputs("elsewhere")]).toEqual([]);
      expect(JSON.parse(textOf(snapshot, "generated/skills/catalog.json") ?? "")).toEqual(snapshot.catalog());
      expect(snapshot.output("generated/skills/none.js")).toBeUndefined();
      expect(snapshot.output("index.js")).toBeUndefined();
      expect(snapshot.instructions("tides")).toBe("See [ports](references/ports.md).\n");
      expect(snapshot.instructions("constructor")).toBeUndefined();
      expect(snapshot.changed.skills).toEqual(["moons", "tides"]);
      expect(snapshot.changed.outputs.toSorted()).toEqual(paths.map((path) => `generated/skills/${path}`).toSorted());
    }));

  test("makes no outputs of a check", () =>
    withProject(async ({ compiler, write }) => {
      write(TIDES, skill("tides", "See [gone](gone.md).\n"));
      const snapshot = await compiler.check();
      expect(rulesOf(snapshot)).toEqual([`ref-missing ${TIDES}`, `file-orphan ${PORTS}`]);
      expect(snapshot.catalog()).toBeUndefined();
      expect([...snapshot.outputs()]).toEqual([]);
    }));

  test("compiles only the skill of a changed file again", () =>
    withProject(async ({ compiler, write, reads }) => {
      const first = await compiler.build();
      reads();
      write(TIDES, skill("tides", "Look at [ports](references/ports.md).\n"));
      const second = await compiler.rebuild([TIDES]);
      // Units that are the same objects are not in the list.
      expect(second.changed.skills).toEqual(["tides"]);
      expect(second.changed.outputs).toContain("generated/skills/catalog.json");
      expect(second.changed.outputs).not.toContain("generated/skills/package.json");
      expect(reads()).not.toContain(MOONS);
      expect(second.instructions("tides")).toBe("Look at [ports](references/ports.md).\n");
      expect(second.id).toBe(2);
      expect(textOf(second, "generated/skills/catalog.json")).not.toBe(textOf(first, "generated/skills/catalog.json"));
      write(PORTS, "# Ports of the north\n");
      expect((await compiler.rebuild([PORTS])).changed.skills).toEqual(["tides"]);
    }));

  test("finds nothing changed where nothing is", () =>
    withProject(async ({ compiler }) => {
      await compiler.build();
      for (const changed of [[], [CONFIG], ["skills"], ["elsewhere/notes.md"]]) {
        const { changed: found } = await compiler.rebuild(changed);
        expect([changed, found.outputs]).toEqual([changed, []]);
      }
      expect((await compiler.rebuild([])).changed).toEqual({ skills: [], outputs: [] });
      expect((await compiler.rebuild([CONFIG])).changed).toEqual({ skills: [], outputs: [] });
    }));

  test("reads everything anew without a hint", () =>
    withProject(async ({ compiler, write }) => {
      await compiler.build();
      write(MOONS, skill("moons", "Look up.\n"));
      const snapshot = await compiler.rebuild();
      expect(snapshot.instructions("moons")).toBe("Look up.\n");
      expect(snapshot.changed.skills).toContain("moons");
    }));

  test("sees files and skills that are new or gone", () =>
    withProject(async ({ compiler, write, remove }) => {
      await compiler.build();
      write("skills/stars/SKILL.md", skill("stars"));
      const more = await compiler.rebuild(["skills/stars/SKILL.md"]);
      expect([idsOf(more), more.changed.skills]).toEqual([["moons", "stars", "tides"], ["stars"]]);
      write("skills/moons/phases.md", "New moon.\n");
      const added = await compiler.rebuild(["skills/moons/phases.md"]);
      expect([rulesOf(added), added.changed.skills]).toEqual([["file-orphan skills/moons/phases.md"], ["moons"]]);
      remove("skills/moons/phases.md");
      expect(rulesOf(await compiler.rebuild(["skills/moons/phases.md"]))).toEqual([]);
      remove(PORTS);
      expect(rulesOf(await compiler.rebuild([PORTS]))).toEqual([`ref-missing ${TIDES}`]);
      remove("skills/tides");
      const fewer = await compiler.rebuild([TIDES]);
      expect([idsOf(fewer), fewer.changed.skills]).toEqual([["moons", "stars"], ["tides"]]);
      expect(rulesOf(fewer)).toEqual([]);
    }));

  test.each(["skills/tides", "skills", "."])("takes the directory %s as a hint for what is below it", (dir) =>
    withProject(async ({ compiler, write }) => {
      await compiler.build();
      write(TIDES, skill("tides", "Look at [ports](references/ports.md).\n"));
      const snapshot = await compiler.rebuild([dir]);
      expect(snapshot.instructions("tides")).toBe("Look at [ports](references/ports.md).\n");
      expect(snapshot.changed.skills).toContain("tides");
    }),
  );

  test("judges anew under a changed config, and compiles nothing for it", () =>
    withProject(async ({ compiler, write }) => {
      write(TIDES, skill("tides", "See [gone](gone.md) and [ports](references/ports.md).\n"));
      const before = await compiler.build();
      expect(before.diagnostics().map(({ severity }) => severity)).toEqual(["warning"]);
      write(CONFIG, JSON.stringify({ sources: ["skills"], rules: { "ref-missing": "error" } }));
      const after = await compiler.rebuild([CONFIG]);
      expect(after.diagnostics().map(({ severity }) => severity)).toEqual(["error"]);
      expect(after.changed.skills).toEqual([]);
      expect([after.exitCode, [...after.outputs()]]).toEqual([1, []]);
      // A snapshot stays what it was.
      expect([before.exitCode, before.diagnostics()[0]?.severity]).toEqual([0, "warning"]);
      write(CONFIG, JSON.stringify({ sources: ["skills"], rules: { "ref-missing": "off" }, emit: ["json"] }));
      const json = await compiler.rebuild([CONFIG]);
      expect([...json.outputs()].map(({ path }) => path)).not.toContain("index.js");
      expect([json.changed.skills, json.exitCode]).toEqual([[], 0]);
    }));

  test("has no outputs while anything is wrong, and all of them afterwards", () =>
    withProject(async ({ compiler, write }) => {
      await compiler.build();
      write(TIDES, "---\nname: tides\n---\nRead.\n");
      const broken = await compiler.rebuild([TIDES]);
      expect(broken.exitCode).toBe(1);
      expect([...broken.outputs()]).toEqual([]);
      expect(broken.output("generated/skills/index.js")).toBeUndefined();
      expect(idsOf(broken)).toEqual(["moons"]);
      write(TIDES, FILES[TIDES] ?? "");
      const repaired = await compiler.rebuild([TIDES]);
      expect(repaired.exitCode).toBe(0);
      expect(idsOf(repaired)).toEqual(["moons", "tides"]);
      expect(textOf(repaired, "generated/skills/index.js")).toContain("tides");
    }));

  test("forgets a skill that changes while the config is broken", () =>
    withProject(async ({ compiler, write }) => {
      await compiler.build();
      write(CONFIG, "{");
      const broken = await compiler.rebuild([CONFIG]);
      expect([broken.exitCode, broken.config]).toEqual([2, undefined]);
      expect(broken.catalog()).toBeUndefined();
      write(MOONS, skill("moons", "Look up.\n"));
      expect((await compiler.rebuild([MOONS])).exitCode).toBe(2);
      write(CONFIG, FILES[CONFIG] ?? "");
      const repaired = await compiler.rebuild([CONFIG]);
      expect(repaired.instructions("moons")).toBe("Look up.\n");
    }));

  test("reads a draft instead of the file until it is taken away", () =>
    withProject(async ({ compiler }) => {
      await compiler.build();
      compiler.setDraft(MOONS, skill("moons", "Look up.\n"));
      const drafted = await compiler.rebuild([MOONS]);
      expect([drafted.instructions("moons"), drafted.changed.skills]).toEqual(["Look up.\n", ["moons"]]);
      compiler.setDraft(MOONS, undefined);
      const back = await compiler.rebuild([MOONS]);
      expect([back.instructions("moons"), back.changed.skills]).toEqual(["Read.\n", ["moons"]]);
      compiler.setDraft("skills/stars/SKILL.md", skill("stars"));
      expect(idsOf(await compiler.rebuild(["skills/stars/SKILL.md"]))).toEqual(["moons", "stars", "tides"]);
      compiler.setDraft("skills/stars/SKILL.md", undefined);
      expect(idsOf(await compiler.rebuild(["skills/stars/SKILL.md"]))).toEqual(["moons", "tides"]);
      compiler.setDraft(CONFIG, '{ "sources": ["skills"], "rules": { "ref-*": "off" } }');
      expect((await compiler.rebuild([CONFIG])).config?.rules).toEqual({ "ref-*": "off" });
    }));

  test("compiles a skill under each of several profiles", () =>
    withProject(async ({ compiler, write }) => {
      write(CONFIG, JSON.stringify({ sources: ["skills"], profile: ["standard", "spec"] }));
      write(MOONS, skill("moons").replace("---\nRead", "licence: MIT\n---\nRead"));
      const snapshot = await compiler.build();
      expect(snapshot.diagnostics({ profile: "standard" }).map(({ severity }) => severity)).toEqual(["warning"]);
      expect(snapshot.diagnostics({ profile: "spec" }).map(({ severity }) => severity)).toEqual(["error"]);
      expect(snapshot.diagnostics({ file: TIDES })).toEqual([]);
      expect(snapshot.diagnostics({ file: MOONS })).toEqual(snapshot.diagnostics());
      write(MOONS, skill("moons"));
      const repaired = await compiler.rebuild([MOONS]);
      expect([rulesOf(repaired), repaired.changed.skills]).toEqual([[], ["moons"]]);
    }));

  test("says what it has read, and what it looked for in vain", () =>
    withProject(async ({ compiler }) => {
      await compiler.check();
      const { files, directories, absent } = compiler.inputs();
      const below = (paths: readonly string[], path: string): boolean => paths.some((one) => one.endsWith(`/${path}`));
      for (const path of Object.keys(FILES)) expect([path, below(files, path)]).toEqual([path, true]);
      for (const path of ["skills", "skills/tides", "skills/tides/references", "skills/moons"])
        expect([path, below(directories, path)]).toEqual([path, true]);
      for (const path of ["skillc.config.ts", "skillc.config.yaml"])
        expect([path, below(absent, path)]).toEqual([path, true]);
      expect([...files, ...directories, ...absent].filter((path) => !path.startsWith("/"))).toEqual([]);
      expect(files).toEqual(files.toSorted());
    }));

  test("releases everything", () =>
    withProject(async ({ compiler, write }) => {
      const snapshot = await compiler.build();
      compiler.setDraft(MOONS, "draft");
      await compiler.dispose();
      write(TIDES, skill("tides"));
      expect(idsOf(snapshot)).toEqual(["moons", "tides"]);
      expect(snapshot.instructions("moons")).toBe("Read.\n");
    }));
});

test("no more than the last two builds stay in memory", async () => {
  const compiler = createCompiler({ cwd: "/project", host: createMemoryHost(FILES) });
  const builds: WeakRef<Snapshot>[] = [];
  for (let round = 0; round < 5; round++) builds.push(new WeakRef(await compiler.rebuild([TIDES])));
  setFlagsFromString("--expose-gc");
  const collectGarbage = runInNewContext("gc") as () => void;
  // What a WeakRef has given is kept until the end of the turn.
  await new Promise((resolve) => setImmediate(resolve));
  collectGarbage();
  expect(builds.map((build) => build.deref() !== undefined)).toEqual([false, false, false, true, true]);
});

test("a changed file is read again through every link to it", () =>
  withFiles(FILES, async (cwd) => {
    symlinkSync("../tides/references/ports.md", join(cwd, "skills/moons/ports.md"));
    const compiler = createCompiler({ cwd, overrides: { symlinks: "inside", module: { content: "eager" } } });
    await compiler.build();
    writeFileSync(join(cwd, PORTS), "# Harbors\n");
    const next = await compiler.rebuild([PORTS]);
    expect(next.changed.skills).toEqual(["moons", "tides"]);
    expect(sizesOf(next, "ports.md")).toEqual([10, 10]);
  }));

/** Sizes in bytes of the files with a name, in all skills. */
const sizesOf = (snapshot: Snapshot, name: string): readonly number[] =>
  (snapshot.catalog()?.skills ?? []).flatMap(({ files }) =>
    files.filter(({ path }) => path.endsWith(name)).map(({ bytes }) => bytes),
  );

test("an inline skill is compiled anew when the config is read anew", async () => {
  const overrides: UserConfig = {
    sources: ["skills", { name: "style", description: "How we write. Use for texts.", instructions: "Short." }],
  };
  const compiler = createCompiler({ cwd: "/project", config: false, overrides, host: createMemoryHost(FILES) });
  const snapshot = await compiler.build();
  expect(idsOf(snapshot)).toEqual(["moons", "style", "tides"]);
  expect(snapshot.instructions("style")).toBe("Short.");
});

test("several outputs are distinguished by their directories", async () => {
  const overrides: UserConfig = {
    sources: ["skills"],
    views: { sky: "skills/moons" },
    outputs: [{ outDir: "out/all" }, { outDir: "out/sky", view: "sky", emit: ["json"] }],
  };
  const compiler = createCompiler({ cwd: "/project", config: false, overrides, host: createMemoryHost(FILES) });
  const snapshot = await compiler.build();
  expect(snapshot.diagnostics()).toEqual([]);
  expect(snapshot.catalog("out/sky")?.skills.map(({ id }) => id)).toEqual(["moons"]);
  expect([...snapshot.outputs("out/sky")].map(({ path }) => path)).toContain("catalog.json");
  expect(textOf(snapshot, "out/sky/catalog.json")).not.toBe(textOf(snapshot, "out/all/catalog.json"));
  expect(snapshot.output("out/sky/index.js")).toBeUndefined();
});
