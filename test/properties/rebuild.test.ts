/** Whatever changes between builds: building again gives what a new compiler gives. */
import fc from "../support/fast-check.ts";
import { expect, test } from "vitest";
import { createCompiler, type Compiler } from "../../src/api/compiler.ts";
import type { Snapshot } from "../../src/api/snapshot.ts";
import type { UserConfig } from "../../src/config/user-config.ts";
import { bytesOf } from "../support/emitted-files.ts";
import { createChangingHost } from "../support/changing-host.ts";

const skill = (name: string, body: string): string =>
  `---\nname: ${name}\ndescription: Answers questions about ${name}. Use when asked.\n---\n${body}`;

const CONFIG = "skillc.config.json";
const config = (more: UserConfig): string => JSON.stringify({ sources: ["skills"], ...more } satisfies UserConfig);

const START = {
  "skills/tides/SKILL.md": skill("tides", "See [ports](references/ports.md) and [moons](../moons/SKILL.md).\n"),
  "skills/tides/references/ports.md": "# Ports\n\nSee [low](low.md).\n",
  "skills/moons/SKILL.md": skill("moons", "Look up.\n"),
  "skills/moons/more/SKILL.md": skill("more", "Look further.\n"),
  [CONFIG]: config({}),
};

const PATHS = [
  "skills/tides/SKILL.md",
  "skills/tides/references/ports.md",
  "skills/tides/references/low.md",
  "skills/tides/.skillignore",
  "skills/moons/SKILL.md",
  "skills/moons/more/SKILL.md",
  "skills/moons/more/chart.bin",
  "skills/stars/SKILL.md",
  "skills/stars/AGENT.md",
  "skills/.skillignore",
  "notes.md",
  "plugin.json",
  ".claude-plugin/plugin.json",
  ".claude-plugin/marketplace.json",
  "skills/tides/agents/openai.yaml",
];

const TEXTS = [
  skill("tides", "See [ports](references/ports.md).\n"),
  skill("moons", "Read [gone](gone.md). <!-- skillc-disable-line ref-missing: soon -->\n"),
  skill("stars", "Look at [moons](../moons/SKILL.md).\n"),
  "---\nname: stars\n---\nRead.\n",
  '---\nname: tides\ndescription: Reads tides.\nmetadata:\n  requires-skills: "moons@^1, stars?"\n---\nThe `more` skill.\n',
  "---\nname: stars\ndescription: Looks up.\nrequires-skills: [tides, gone]\nversion: 1.0.0\n---\nRead.\n",
  "---\nname: [\n---\n",
  "# Ports\n",
  "references\n",
  "*.md\n",
  '{ "$schema": "https://agent-plugins.org/schemas/1.0.0/plugin.schema.json", "name": "one" }',
  '{ "name": "two", "owner": {}, "plugins": [{ "name": "one", "source": "./" }] }',
  "policy:\n  allow_implicit_invocation: false\n",
  "\0\u0001",
  "",
];

const CONFIGS = [
  config({}),
  config({ rules: { "ref-*": "error" } }),
  config({ profile: ["lenient", "spec"], onInvalid: "skip" }),
  config({ profile: "carnet", onInvalid: "body" }),
  config({ tools: ["Read"], module: { content: "per-skill" } }),
  config({ sources: ["skills", { name: "style", description: "Styles.", instructions: "Short." }] }),
  config({ outputs: [{ outDir: "a" }, { outDir: "b", emit: ["json"], view: "sky" }], views: { sky: "skills/moons" } }),
  config({ platform: "node" }),
  config({ views: { sea: "skills/tides" }, dependencies: { views: "include" }, rules: { "SKC75*": "info" } }),
  // Whether a file ships depends on its size.
  config({ files: { maxBytes: 20 }, module: { assets: "copy" } }),
  "{",
];

/** What happens between two builds; the hint names each changed path, or a directory above it. */
const change = fc.oneof(
  fc.record({ path: fc.constantFrom(...PATHS), text: fc.constantFrom(...TEXTS) }),
  fc.record({ path: fc.constant(CONFIG), text: fc.constantFrom(...CONFIGS) }),
  fc.record({ path: fc.constantFrom(...PATHS, "skills/tides", "skills/moons"), text: fc.constant(undefined) }),
);
const step = fc.record({
  changes: fc.array(change, { minLength: 1, maxLength: 3 }),
  hint: fc.constantFrom("path", "path", "directory", "root", "none"),
});

/** Everything that can be seen of a build. */
function contentsOf(snapshot: Snapshot): unknown {
  const outDirs = snapshot.config?.outputs.map(({ outDir }) => outDir) ?? [];
  return {
    exitCode: snapshot.exitCode,
    summary: snapshot.summary,
    skills: snapshot.skills,
    diagnostics: snapshot.diagnostics(),
    outputs: outDirs.map((outDir) =>
      [...snapshot.outputs(outDir)].map((file) => [file.path, file.inputsKey, bytesOf(file)?.toString("base64")]),
    ),
  };
}

test("a build after changes is that of a new compiler", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 6 }), fc.boolean(), async (steps, isCheck) => {
      const host = createChangingHost(START);
      const compiler = createCompiler({ cwd: "/project", host });
      const start = (one: Compiler): Promise<Snapshot> => (isCheck ? one.check() : one.build());
      await start(compiler);
      for (const { changes, hint } of steps) {
        for (const { path, text } of changes) {
          if (text === undefined) host.remove(path);
          else host.write(path, text);
        }
        const paths = changes.map(({ path }) => path);
        const above = paths.map((path) => path.slice(0, Math.max(0, path.lastIndexOf("/"))) || ".");
        const hints = { path: paths, directory: above, root: ["."], none: undefined };
        const again = await compiler.rebuild(hints[hint]);
        const fresh = await start(createCompiler({ cwd: "/project", host }));
        expect(contentsOf(again)).toEqual(contentsOf(fresh));
      }
    }),
    { numRuns: 150 },
  );
});
