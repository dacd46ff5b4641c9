/** After an edit, a new run follows the one before: it walks nothing, and says and writes what a run without a cache does. */
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { repeatBuild, repeatCheck } from "../../src/api/kept/repeat.ts";
import { build, check } from "../../src/index.ts";
import type { Progress } from "../../src/model/progress.ts";

const root = mkdtempSync(join(tmpdir(), "skillc-trail-"));
afterAll(() => rmSync(root, { recursive: true }));

let projects = 0;

const skill = (name: string, body = "Read [ports](references/ports.md).\n"): string =>
  `---\nname: ${name}\ndescription: Answers questions about ${name}. Use when asked.\n---\n${body}`;

const FILES = {
  "package.json": "{}",
  "node_modules/.keep": "",
  "skillc.config.json": JSON.stringify({
    sources: ["skills"],
    outDir: "out",
    profile: ["standard", "spec"],
    files: { maxBytes: 4000 },
  }),
  "skills/tides/SKILL.md": skill("tides"),
  "skills/tides/references/ports.md": "# Ports\n",
  "skills/tides/scripts/run.sh": "#!/bin/sh\necho low\n",
  "skills/moons/SKILL.md": skill("moons", "Read [tides](../tides/SKILL.md) and [gone](gone.md).\n"),
  "skills/moons/more/SKILL.md": skill("more", "Read.\n"),
  "skills/stars.md": skill("stars"),
};

/** Nothing but skills, most of which never change. */
const { "skills/stars.md": _page, ...ONLY_SKILLS } = {
  ...FILES,
  "skillc.config.json": JSON.stringify({
    sources: ["skills"],
    outDir: "out",
    profile: ["standard", "spec"],
    duplicates: "first",
  }),
  ...Object.fromEntries(
    Array.from({ length: 20 }, (_, at) => [
      `skills/group-${at % 3}/still-${at}/SKILL.md`,
      skill(`still-${at}`, "Read.\n"),
    ]),
  ),
};

function project(files: Readonly<Record<string, string>> = FILES): {
  readonly cwd: string;
  readonly write: (path: string, text: string | Uint8Array) => void;
} {
  const cwd = join(root, `project-${++projects}`);
  const write = (path: string, text: string | Uint8Array): void => {
    mkdirSync(dirname(join(cwd, path)), { recursive: true });
    writeFileSync(join(cwd, path), text);
  };
  for (const [path, text] of Object.entries(files)) write(path, text);
  return { cwd, write };
}

/** Everything below an output. */
const written = (dir: string): readonly (readonly [string, string])[] =>
  readdirSync(dir, { recursive: true, encoding: "utf8" })
    .filter((path) => !/^\.|\/\./.test(path))
    .sort()
    .flatMap((path) => {
      try {
        return [[path, readFileSync(join(dir, path), "latin1")] as const];
      } catch {
        return [];
      }
    });

interface Outcome {
  readonly checked: unknown;
  readonly built: unknown;
  readonly output: unknown;
}

/** What both commands come to with the cache, and how many directories they have listed. */
async function withCache(cwd: string): Promise<Outcome & { readonly listed: number }> {
  let listed = 0;
  const onProgress = ({ phase }: Progress): void => void (listed += phase === "search" ? 1 : 0);
  const checked = await repeatCheck({ cwd, onProgress });
  const built = await repeatBuild({ cwd, onProgress });
  return { ...outcomeOf(cwd, "out", { checked, built }), listed };
}

async function withoutCache(cwd: string): Promise<Outcome> {
  const checked = await check({ cwd, cache: false });
  const built = await build({ cwd, cache: false, overrides: { outDir: "made" } });
  const outcome = outcomeOf(cwd, "made", { checked, built });
  rmSync(join(cwd, "made"), { recursive: true, force: true });
  return outcome;
}

type Results = {
  readonly checked: Awaited<ReturnType<typeof repeatCheck>>;
  readonly built: Awaited<ReturnType<typeof repeatBuild>>;
};

function outcomeOf(cwd: string, dir: string, { checked, built }: Results): Outcome {
  const { diagnostics, exitCode, summary } = checked;
  const hash = built.outputs[0]?.catalog.hash;
  return {
    checked: { diagnostics, exitCode, summary },
    built: { diagnostics: built.diagnostics, exitCode: built.exitCode, summary: built.summary, hash },
    output: built.exitCode === 0 ? written(join(cwd, dir)) : [],
  };
}

async function expectSame(cwd: string): Promise<number> {
  const { listed, ...outcome } = await withCache(cwd);
  expect(outcome.output).not.toEqual([]);
  expect(outcome).toEqual(await withoutCache(cwd));
  return listed;
}

describe("an edit", () => {
  test("of a text is compiled without a walk, again and again, by a check and by a build", async () => {
    const { cwd, write } = project();
    expect(await expectSame(cwd)).toBeGreaterThan(0);
    // The output is new in the directory of the project.
    await withCache(cwd);
    for (const round of [1, 2, 3]) {
      write("skills/tides/SKILL.md", skill("tides", `Round ${round}: [gone](gone-${round}.md).\n`));
      write("skills/moons/more/SKILL.md", skill("more", `Round ${round}.\n`));
      write("skills/tides/references/ports.md", `# Ports ${round}\n`);
      expect(await expectSame(cwd)).toBe(0);
    }
  });

  test("that replaces a file, as editors do, does not change a listing", async () => {
    const { cwd, write } = project();
    await withCache(cwd);
    await withCache(cwd);
    write("skills/tides/new.tmp", skill("tides", "Replaced.\n"));
    renameSync(join(cwd, "skills/tides/new.tmp"), join(cwd, "skills/tides/SKILL.md"));
    expect(await expectSame(cwd)).toBe(0);
  });
});

const CHANGES: Readonly<Record<string, (cwd: string, write: (path: string, text: string) => void) => void>> = {
  "a new skill": (_cwd, write) => write("skills/stars/SKILL.md", skill("stars")),
  "a new file": (_cwd, write) => write("skills/tides/references/new.md", "# New\n"),
  "a removed file": (cwd) => rmSync(join(cwd, "skills/tides/references/ports.md")),
  "a removed document": (cwd) => rmSync(join(cwd, "skills/moons/more/SKILL.md")),
  "a renamed skill": (cwd, write) => {
    renameSync(join(cwd, "skills/tides"), join(cwd, "skills/ebbs"));
    write("skills/ebbs/SKILL.md", skill("ebbs"));
  },
  "an ignore file": (_cwd, write) => write("skills/tides/.skillignore", "references\n"),
  "another spelling": (cwd) => renameSync(join(cwd, "skills/tides/SKILL.md"), join(cwd, "skills/tides/skill.md")),
  "a file that is too large": (_cwd, write) => write("skills/tides/references/ports.md", "# Ports\n".repeat(1000)),
  "a file that may be executed": (cwd) => chmodSync(join(cwd, "skills/tides/scripts/run.sh"), 0o755),
  "a link in the place of a file": (cwd) => {
    rmSync(join(cwd, "skills/tides/references/ports.md"));
    symlinkSync("../SKILL.md", join(cwd, "skills/tides/references/ports.md"));
  },
  "a directory in the place of a file": (cwd) => {
    rmSync(join(cwd, "skills/tides/references/ports.md"));
    mkdirSync(join(cwd, "skills/tides/references/ports.md"));
  },
  "a page outside of skills": (_cwd, write) => write("skills/stars.md", "# Stars\n"),
  "another config": (_cwd, write) =>
    write(
      "skillc.config.json",
      JSON.stringify({ sources: ["skills"], outDir: "out", files: { exclude: ["**/ports.md"] } }),
    ),
  "a skill in no source": (_cwd, write) => write("other/skills/comets/SKILL.md", skill("comets")),
  "a new manifest": (_cwd, write) => write(".claude-plugin/plugin.json", '{ "name": "my harbor" }'),
  "a policy for Codex": (_cwd, write) =>
    write("skills/tides/agents/openai.yaml", "policy:\n  allow_implicit_invocation: false\n"),
  "a removed file of the output": (cwd) => rmSync(join(cwd, "out/index.js")),
  "no output": (cwd) => rmSync(join(cwd, "out"), { recursive: true }),
};

test.each(Object.entries(CHANGES))(
  "%s, with an edit, and edits after that, are as without a cache",
  async (_name, change) => {
    const { cwd, write } = project();
    await withCache(cwd);
    write("skills/moons/SKILL.md", skill("moons", "Read [low](low.md).\n"));
    change(cwd, write);
    await expectSame(cwd);
    write("skills/moons/SKILL.md", skill("moons", "Read [lower](lower.md).\n"));
    await expectSame(cwd);
  },
);

test("an edit of a manifest, or of what it names, and edits of skills after that, are as without a cache", async () => {
  const { cwd, write } = project();
  const manifest = ".claude-plugin/plugin.json";
  const states = [
    () => write(manifest, '{ "name": "harbor", "skills": "./more" }'),
    () => write("more/.keep", ""),
    () => write(manifest, '{ "name": "my harbor", "skills": "./more" }'),
    () => write("plugin.json", '{ "$schema": "https://agent-plugins.org/schemas/1.0.0/plugin.schema.json" }'),
    () => rmSync(join(cwd, manifest)),
  ];
  await withCache(cwd);
  const found = new Set<string>();
  for (const [round, change] of states.entries()) {
    change();
    await expectSame(cwd);
    write("skills/tides/SKILL.md", skill("tides", `Round ${round}.\n`));
    await expectSame(cwd);
    const { diagnostics } = await repeatCheck({ cwd });
    found.add(
      diagnostics
        .map(({ rule }) => rule)
        .filter((rule) => rule.startsWith("plugin-"))
        .join(),
    );
  }
  // Each state has findings of its own.
  expect(found.size).toBe(states.length);
});

describe("single files", () => {
  const FLAT = {
    ...ONLY_SKILLS,
    "skillc.config.json": JSON.stringify({
      sources: [{ dir: "skills", flatFiles: true }],
      outDir: "out",
      profile: ["standard", "opencode"],
    }),
    "skills/stars.md": skill("stars", "See [tides](tides/SKILL.md) and [suns](suns.md).\n"),
    "skills/suns.md": "---\ndescription: Answers questions about suns. Use when asked.\n---\nRead.\n",
    "skills/group-1/skills/comets.md": skill("comets", "Read.\n"),
  };

  test("that are edited are compiled without a walk", async () => {
    const { cwd, write } = project(FLAT);
    expect(await expectSame(cwd)).toBeGreaterThan(0);
    await withCache(cwd);
    for (const round of [1, 2]) {
      write("skills/stars.md", skill("stars", `Round ${round}: [gone](gone-${round}.md).\n`));
      write("skills/group-1/skills/comets.md", skill("comets", `Round ${round}.\n`));
      expect(await expectSame(cwd)).toBe(0);
    }
  });

  test("that come, go and become directories are found", async () => {
    const { cwd, write } = project(FLAT);
    await withCache(cwd);
    const steps: typeof CHANGES = {
      "a new file": (_cwd, more) => more("skills/moonlets.md", skill("moonlets", "Read.\n")),
      "a removed file": () => rmSync(join(cwd, "skills/suns.md")),
      "a renamed file": () => renameSync(join(cwd, "skills/stars.md"), join(cwd, "skills/novas.md")),
      "a directory": (_cwd, more) => {
        rmSync(join(cwd, "skills/moonlets.md"));
        more("skills/moonlets/SKILL.md", skill("moonlets", "Read.\n"));
      },
      "a directory in its place": (_cwd, more) => {
        rmSync(join(cwd, "skills/novas.md"));
        more("skills/novas.md/SKILL.md", skill("novas", "Read.\n"));
      },
      "a group that is a skill": (_cwd, more) => more("skills/group-1/SKILL.md", skill("group-1", "Read.\n")),
      "an ignored file": (_cwd, more) => {
        more("skills/suns.md", skill("suns", "Read.\n"));
        more("skills/.skillignore", "suns.md\n");
      },
    };
    for (const [name, change] of Object.entries(steps)) {
      change(cwd, write);
      await expectSame(cwd);
      write("skills/tides/SKILL.md", skill("tides", `After ${name}.\n`));
      await expectSame(cwd);
    }
  });
});

describe("what comes or goes among skills that stay", () => {
  const LOCAL: typeof CHANGES = {
    "a new skill": (_cwd, write) => write("skills/stars/SKILL.md", skill("stars")),
    "a new skill in a group": (_cwd, write) => write("skills/group-1/stars/SKILL.md", skill("stars")),
    "a new group": (_cwd, write) => write("skills/group-9/stars/SKILL.md", skill("stars")),
    "a skill in a skill": (_cwd, write) => write("skills/moons/less/SKILL.md", skill("less")),
    "a removed skill": (cwd) => rmSync(join(cwd, "skills/group-1/still-4"), { recursive: true }),
    "a removed group": (cwd) => rmSync(join(cwd, "skills/group-1"), { recursive: true }),
    "a renamed skill": CHANGES["a renamed skill"] as (typeof CHANGES)[string],
    "a renamed group": (cwd) => renameSync(join(cwd, "skills/group-9"), join(cwd, "skills/group-7")),
    "a copy of a skill": (_cwd, write) => write("skills/group-9/tides/SKILL.md", skill("tides")),
    "a skill that is none any more": (cwd) => rmSync(join(cwd, "skills/moons/SKILL.md")),
    "a group that is a skill": (_cwd, write) => write("skills/group-7/SKILL.md", skill("group-7")),
    "a new file": CHANGES["a new file"] as (typeof CHANGES)[string],
    "an ignore file of a skill": (_cwd, write) => write("skills/ebbs/.skillignore", "references\n"),
  };
  /** Of more than sixty listings by both commands, the search around the source included. */
  const FEW = 40;

  test("is found by a walk through little", async () => {
    const { cwd, write } = project(ONLY_SKILLS);
    expect((await withCache(cwd)).listed).toBeGreaterThan(FEW + 20);
    await withCache(cwd);
    for (const [name, change] of Object.entries(LOCAL)) {
      change(cwd, write);
      expect([name, (await expectSame(cwd)) < FEW]).toEqual([name, true]);
    }
    // The next run follows the one that walked little.
    write("skills/moons/more/SKILL.md", skill("more", "Read on.\n"));
    expect(await expectSame(cwd)).toBe(0);
  });

  const WIDE: typeof CHANGES = {
    "an ignore file": (_cwd, write) => write("skills/.skillignore", "references\n"),
    "an ignore file of a group": (_cwd, write) => write("skills/group-1/.skillignore", "still-4\n"),
    "a manifest": (_cwd, write) => write("skills/group-1/package.json", "{}"),
    "a page": (_cwd, write) => write("skills/stars.md", skill("stars")),
    "an agent": (_cwd, write) => write("skills/group-1/AGENT.md", skill("mate")),
    "a document with another name": (_cwd, write) => write("skills/group-1/skills.md", skill("skills")),
    "a link": (cwd) => symlinkSync("tides", join(cwd, "skills/ebbs")),
    "another source": (_cwd, write) => write("plugins/one/skills/ebb/SKILL.md", skill("ebb")),
  };

  test("is found by a walk through everything where it decides about more", async () => {
    const { "skills/stars.md": _page, ...files } = FILES;
    const { cwd, write } = project({
      ...files,
      "skillc.config.json": JSON.stringify({
        sources: ["skills", "plugins/*/skills"],
        outDir: "out",
        profile: ["standard", "carnet"],
        onInvalid: "skip",
      }),
      "plugins/two/skills/flow/SKILL.md": skill("flow"),
      "skills/group-1/still/SKILL.md": skill("still"),
    });
    await withCache(cwd);
    for (const [name, change] of Object.entries(WIDE)) {
      change(cwd, write);
      await expectSame(cwd);
      write("skills/group-1/comets/SKILL.md", skill("comets", `Read ${name}.\n`));
      write("skills/group-2/meteors/SKILL.md", skill("meteors"));
      await expectSame(cwd);
      rmSync(join(cwd, "skills"), { recursive: true });
      rmSync(join(cwd, "plugins/one"), { recursive: true, force: true });
      for (const [path, text] of Object.entries(files)) if (path.startsWith("skills/")) write(path, text);
    }
    await expectSame(cwd);
  });
});

test("what is left by a run is used only if it is what was written", async () => {
  const { cwd, write } = project();
  await withCache(cwd);
  const cache = join(cwd, "node_modules/.cache/skillc");
  const paths = readdirSync(cache, { recursive: true, encoding: "utf8" }).filter((path) => path.endsWith(".run"));
  const records = paths.map((path) => [join(cache, path), readFileSync(join(cache, path))] as const);
  expect(records).toHaveLength(2);
  write("skills/moons/SKILL.md", skill("moons", "Read [lower](lower.md).\n"));
  const { checked, built } = await withoutCache(cwd);
  for (let step = 0; step < 8; step++) {
    for (const [path, record] of records) {
      const damaged = Buffer.from(record);
      // The last parts are what is left for the next run.
      const at = Math.floor(record.length * (1 - 0.6 * (step / 8) ** 2)) - 1;
      damaged[at] = (damaged[at] ?? 0) ^ (1 << (step % 8));
      writeFileSync(path, step % 4 === 3 ? damaged.subarray(0, at) : damaged);
    }
    const now = await withCache(cwd);
    expect({ checked: now.checked, built: now.built }).toEqual({ checked, built });
  }
});

test("any stored file flipped, cut or deleted is as none at all", async () => {
  const { cwd, write } = project({
    ...ONLY_SKILLS,
    // Content modules and their names.
    "skills/tides/references/deep.md": "Deep. ".repeat(600),
    "skillc.config.json": JSON.stringify({ sources: ["skills"], outDir: "out", module: { content: "packs" } }),
  });
  await withCache(cwd);
  write("skills/moons/SKILL.md", skill("moons", "Read [low](low.md).\n"));
  await withCache(cwd);
  const cache = join(cwd, "node_modules/.cache/skillc");
  const stored = readdirSync(cache, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => [join(parentPath, name), readFileSync(join(parentPath, name))] as const);
  expect(stored.some(([path]) => path.endsWith(".out"))).toBe(true);
  write("skills/stars/SKILL.md", skill("stars", "Read [lower](lower.md).\n"));
  const { checked, built } = await withoutCache(cwd);
  for (const [index, [path, bytes]] of stored.entries())
    for (const kind of ["flipped", "cut", "deleted"]) {
      rmSync(cache, { recursive: true });
      for (const [other, whole] of stored) write(other.slice(cwd.length + 1), whole);
      const at = Math.floor((bytes.length * ((7 * index) % 11)) / 11);
      const damaged = Buffer.from(bytes);
      damaged[at] = (damaged[at] ?? 0) ^ (1 << (index % 8));
      if (kind === "deleted") rmSync(path);
      else writeFileSync(path, kind === "cut" ? bytes.subarray(0, at) : damaged);
      const now = await withCache(cwd);
      expect({ path, kind, checked: now.checked, built: now.built }).toEqual({ path, kind, checked, built });
    }
});
