/**
 * What the frameworks that are too large for CI were tested with. `npm run frameworks:by-hand` installs them, runs their
 * tests and writes `by-hand.json`; a test compares its digest with the sources that the frameworks judge.
 */
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { installPackages } from "../support/install-packages.mjs";
import { frameworks } from "./pins.mjs";

const at = (path) => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const RECORD = at("test/frameworks/by-hand.json");

/** The adapter, its test, and the blocks of docs/agents.md with theirs. */
const SOURCES = [
  "src/runtime/adapters/claude-agent-sdk.ts",
  "src/runtime/adapters/own-tools.ts",
  "test/frameworks/claude-agent-sdk.test.ts",
  "test/frameworks/drivers/claude-agent-sdk.mjs",
  "test/frameworks/drivers/voltagent-list.mjs",
  "test/frameworks/without-adapter.test.ts",
  "test/frameworks/without-adapter-types.test.ts",
];
const HEADINGS = ["Claude Agent SDK", "VoltAgent", "Genkit", "AgentKit", "Copilot SDK"];

/** Returns what a run now would record, but for the date. */
export function presentRecord() {
  const hash = createHash("sha256");
  for (const path of SOURCES) hash.update(readFileSync(at(path)));
  const page = readFileSync(at("docs/agents.md"), "utf8");
  for (const heading of HEADINGS) hash.update(page.split(`\n### ${heading}\n`)[1]?.split(/\n##/)[0] ?? "");
  const pins = frameworks.filter(({ byHand }) => byHand).map(({ name, packages }) => [name, packages]);
  return { packages: Object.fromEntries(pins), digest: hash.digest("hex") };
}

/** Returns what `by-hand.json` says. */
export function keptRecord() {
  return JSON.parse(readFileSync(RECORD, "utf8"));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const record = presentRecord();
  installPackages("frameworks", frameworks, Object.keys(record.packages));
  const tests = ["claude-agent-sdk", "without-adapter", "without-adapter-types", "examples"].map(
    (name) => `test/frameworks/${name}.test.ts`,
  );
  const { status } = spawnSync("npx", ["vitest", "run", "--project", "slow", ...tests], { stdio: "inherit" });
  if (status !== 0) process.exit(1);
  const date = new Date().toISOString().slice(0, 10);
  writeFileSync(RECORD, `${JSON.stringify({ date, ...record }, undefined, 2)}\n`);
}
