/**
 * Many edits in a row, each in what could be a new process: however often the store is written anew, each run finds all skills
 * that were not edited there, and compiles the one that was.
 */
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { repeatBuild, repeatCheck } from "../../src/api/kept/repeat.ts";
import { readCodeDigest, startSegment } from "../../src/engine/index.ts";
import { build } from "../../src/index.ts";
import type { Progress } from "../../src/model/progress.ts";

const root = mkdtempSync(join(tmpdir(), "skillc-in-a-row-"));
afterAll(() => rmSync(root, { recursive: true }));

const BUILD = readCodeDigest() ?? "";
const SKILLS = 150;
const EDITS = 20;
/** Bytes of blocks that, as far as they fit, fill what may stay without being in use when the store is written anew. */
const FILLER = Array.from({ length: 15 }, (_, at) => 2 ** (24 - at));

const skill = (name: string, body: string): string =>
  `---\nname: ${name}\ndescription: Answers questions about ${name}. Use when asked.\n---\n${body}`;

let projects = 0;

function project() {
  const cwd = join(root, `project-${++projects}`);
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(join(cwd, path)), { recursive: true });
    writeFileSync(join(cwd, path), text);
  };
  write("package.json", "{}");
  write("node_modules/.keep", "");
  write("skillc.config.json", JSON.stringify({ sources: ["skills"], outDir: "out", emit: ["module", "json"] }));
  for (let at = 0; at < SKILLS; at++)
    write(`skills/still-${at}/SKILL.md`, skill(`still-${at}`, "Read [it](gone.md).\n"));
  return { cwd, write, cache: join(cwd, "node_modules/.cache/skillc") };
}

type Command = "build" | "check";

/** Runs a command; returns how many skills it went through, not counting one that was compiled alone. */
async function run(cwd: string, command: Command): Promise<number> {
  let judged = 0;
  const onProgress = ({ phase }: Progress): void => void (judged += phase === "compile" ? 1 : 0);
  const { exitCode } = await { build: repeatBuild, check: repeatCheck }[command]({ cwd, onProgress });
  expect(exitCode).toBe(0);
  return judged;
}

/** Keeps bytes that no run asks for, as other branches do. */
function fill(cache: string, name: string): void {
  const segment = startSegment(join(cache, BUILD));
  for (const bytes of FILLER) segment.add(`filler ${name} ${bytes}`, [Buffer.alloc(bytes, name)]);
  segment.finish();
}

const segmentsOf = (cache: string): readonly string[] =>
  readdirSync(join(cache, BUILD)).filter((name) => name.endsWith(".blocks"));

test.each([
  ["builds", ["build"]],
  ["checks", ["check"]],
  ["builds and checks", ["build", "check"]],
] as const)("%s compile the edited skill and no other", { timeout: 180_000 }, async (_, commands) => {
  const { cwd, write, cache } = project();
  // The output is new in the directory of the project.
  for (const command of [...commands, ...commands]) await run(cwd, command);
  const counts: number[] = [];
  for (let at = 0; at < EDITS; at++) {
    const name = `still-${(at * 37) % SKILLS}`;
    write(`skills/${name}/SKILL.md`, skill(name, `Edit ${at}: read [it](gone-${at}.md).\n`));
    for (const [index, command] of commands.entries()) {
      // Each command is the one that has to make room.
      if (at % 4 === 1 + 2 * index) fill(cache, `${at}`);
      const before = segmentsOf(cache).length;
      expect([at, command, await run(cwd, command)]).toEqual([at, command, 0]);
      counts.push(segmentsOf(cache).length - before);
    }
  }
  // It was written anew more than once.
  expect(counts.filter((change) => change < 0).length).toBeGreaterThan(1);
  const { outputs } = await build({ cwd, cache: false, overrides: { outDir: "made" } });
  const built = await repeatBuild({ cwd });
  expect(built.outputs[0]?.catalog.hash).toBe(outputs[0]?.catalog.hash);
});

test("an added skill changes nothing about that", { timeout: 180_000 }, async () => {
  const { cwd, write, cache } = project();
  const both = ["build", "check"] as const;
  for (const command of [...both, ...both]) await run(cwd, command);
  for (let at = 0; at < EDITS; at++) {
    if (at % 4 === 3) {
      fill(cache, `${at}`);
      write(`skills/added-${at}/SKILL.md`, skill(`added-${at}`, "Read.\n"));
      for (const command of both) await run(cwd, command);
    }
    const name = `still-${(at * 41) % SKILLS}`;
    write(`skills/${name}/SKILL.md`, skill(name, `Edit ${at}.\n`));
    for (const command of both) expect([at, command, await run(cwd, command)]).toEqual([at, command, 0]);
  }
});
