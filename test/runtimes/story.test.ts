/** One watch in a lighthouse: an agent in a real Worker, from the first list of skills to the watch after a restart. */
import { copyFileSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { build as bundle } from "esbuild";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { build } from "../../src/index.ts";
import { findBinary } from "../support/engine-binaries.ts";
import { NEWEST_WORKERD, workerdLines } from "../support/engine-workerd.ts";
import { reportSkipped } from "../support/engines.ts";

const FILES: Readonly<Record<string, string>> = {
  "skillc.config.json": JSON.stringify({
    sources: [
      { dir: "skills" },
      { name: "manners", description: "How to speak on the radio.", instructions: "Say over.", preload: true },
    ],
  }),
  "skills/log-entry/SKILL.md": `---
name: log-entry
description: Writes an entry of the lighthouse log. Use when a vessel passes.
arguments: [vessel, bearing]
allowed-tools: Read Bash(date:*)
---
Log $vessel at $bearing in watch $SESSION_ID, as \`$SKILL_DIR/references/form.md\` says. It costs \\$0.
`,
  "skills/log-entry/references/form.md": "Time | vessel | bearing\n",
  "skills/fog-signal/SKILL.md": `---
name: fog-signal
description: Sounds the horn in fog.
allowed-tools: Horn
---
Sound $0 blasts.
`,
  "skills/keys/SKILL.md": `---
name: keys
description: Where the keys hang.
disable-model-invocation: true
---
Behind the door.
`,
};

const binary = findBinary("workerd");
if (binary === undefined) reportSkipped("workerd");

let home: string;

beforeAll(async () => {
  home = realpathSync(mkdtempSync(join(tmpdir(), "skillc-story-")));
  for (const [path, text] of Object.entries(FILES)) {
    mkdirSync(dirname(join(home, "tower", path)), { recursive: true });
    writeFileSync(join(home, "tower", path), text);
  }
  const app = join(home, "app");
  mkdirSync(app);
  const { diagnostics } = await build({ cwd: join(home, "tower"), overrides: { outDir: join(app, "skills") } });
  expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
  await bundle({
    entryPoints: [join(import.meta.dirname, "../../src/runtime/index.ts")],
    outfile: join(app, "library.mjs"),
    bundle: true,
    format: "esm",
    platform: "neutral",
    logLevel: "silent",
  });
  copyFileSync(join(import.meta.dirname, "story-worker.mjs"), join(app, "worker.mjs"));
});

afterAll(() => rmSync(home, { recursive: true, force: true }));

interface Turn {
  readonly tool: string;
  readonly input: unknown;
}

interface Told {
  readonly kind: string;
  readonly [field: string]: unknown;
}

/** A request to a workerd that is started for it and ended after it. */
async function watch(script: readonly Turn[], state?: unknown): Promise<Told[]> {
  const scratch = mkdtempSync(join(home, "scratch-"));
  const body = JSON.stringify({ script, state });
  const lines = workerdLines(binary as string, join(home, "app"), scratch, NEWEST_WORKERD, "worker.mjs", {
    method: "POST",
    body,
  });
  const told: Told[] = [];
  for await (const line of lines) told.push(JSON.parse(line) as Told);
  return told;
}

describe.skipIf(binary === undefined)("a watch", () => {
  test("lists, loads, reads, is denied a tool, switches skills, and goes on after a restart", async () => {
    const evening = await watch([
      { tool: "search_skills", input: { query: "vessel passing" } },
      { tool: "load_skill", input: { name: "log-entri" } },
      { tool: "load_skill", input: { name: "log-entry", arguments: '"MS $1 Nordlys" 270°' } },
      { tool: "read_skill_resource", input: { name: "log-entry", path: "references/form.md" } },
      { tool: "Bash", input: { command: "date -u" } },
      { tool: "Bash", input: { command: "date -u; rm log" } },
      { tool: "Horn", input: { times: 2 } },
      { tool: "load_skill", input: { name: "keys" } },
      { tool: "load_skill", input: { name: "fog-signal", arguments: "3" } },
      { tool: "skill__deactivate", input: { name: "log-entry" } },
      { tool: "load_skill", input: { name: "fog-signal", arguments: "3" } },
      { tool: "Horn", input: { times: 3 } },
    ]);
    const [prompt, ...turns] = evening;
    const end = turns.pop();
    expect(prompt).toMatchObject({ kind: "prompt", preloaded: ["manners"] });
    expect(prompt?.["text"]).toContain('<skill_content name="manners">\nSay over.\n</skill_content>');
    expect(prompt?.["text"]).toContain("<name>\nfog-signal\n</name>");
    expect(prompt?.["text"]).not.toContain("keys");
    const all = ["Read", "Bash", "Horn"];
    expect(turns.map(({ tool, offered, output }) => [tool, offered, output])).toEqual([
      [
        "search_skills",
        all,
        {
          skills: [
            { name: "log-entry", description: "Writes an entry of the lighthouse log. Use when a vessel passes." },
          ],
        },
      ],
      ["load_skill", all, { failed: "unknown-skill", error: 'Unknown skill "log-entri" (did you mean "log-entry"?)' }],
      [
        "load_skill",
        all,
        {
          name: "log-entry",
          instructions:
            "Log MS $1 Nordlys at 270° in watch watch-7, as `skills/log-entry/references/form.md` says. It costs $0.",
          resources: [{ path: "references/form.md", media_type: "text/markdown", bytes: 24 }],
          added_tools: ["Bash(date:*)", "Read"],
        },
      ],
      [
        "read_skill_resource",
        ["Read", "Bash"],
        {
          content: "Time | vessel | bearing\n",
          encoding: "text",
          media_type: "text/markdown",
          size: 24,
          offset: 0,
        },
      ],
      ["Bash", ["Read", "Bash"], "ran date -u"],
      [
        "Bash",
        ["Read", "Bash"],
        {
          denied:
            'This call of tool \'Bash\' with "{\\"command\\":\\"date -u; rm log\\"}" is not allowed by the active skill. Allowed tools: Read, Bash(date:*)',
        },
      ],
      [
        "Horn",
        ["Read", "Bash"],
        { denied: "Tool 'Horn' is not allowed by the active skill. Allowed tools: Read, Bash(date:*)" },
      ],
      [
        "load_skill",
        ["Read", "Bash"],
        {
          failed: "unknown-skill",
          error: 'Unknown skill "keys"',
        },
      ],
      [
        "load_skill",
        ["Read", "Bash"],
        {
          failed: "max-active",
          error:
            'The skill "fog-signal" was not activated: too many active skills (max 1); deactivate one first with unload_skill: log-entry',
        },
      ],
      ["skill__deactivate", ["Read", "Bash"], { removed_tools: ["Bash(date:*)", "Read"] }],
      [
        "load_skill",
        all,
        { name: "fog-signal", instructions: "Sound 3 blasts.", resources: [], added_tools: ["Horn"] },
      ],
      ["Horn", ["Horn"], "3 blasts"],
    ]);
    expect(end).toEqual({
      kind: "end",
      state: {
        version: 2,
        active: [
          { id: "fog-signal", by: "model" },
          { id: "manners", by: "application" },
        ],
        dismissed: [],
        filter: "",
      },
    });

    const night = await watch(
      [
        { tool: "Bash", input: { command: "date -u" } },
        { tool: "Horn", input: { times: 1 } },
        { tool: "skill__deactivate", input: { name: "fog-signal" } },
        { tool: "load_skill", input: { name: "log-entry", arguments: "Vega 180°" } },
      ],
      end?.["state"],
    );
    expect(night).toMatchObject([
      { kind: "restored", ok: true, dropped: [] },
      { offered: ["Horn"], output: { denied: "Tool 'Bash' is not allowed by the active skill. Allowed tools: Horn" } },
      { output: "1 blasts" },
      { output: { removed_tools: ["Horn"] } },
      { offered: all, output: { name: "log-entry", added_tools: ["Bash(date:*)", "Read"] } },
      {
        kind: "end",
        state: {
          active: [
            { id: "log-entry", by: "model" },
            { id: "manners", by: "application" },
          ],
        },
      },
    ]);
  });
});
