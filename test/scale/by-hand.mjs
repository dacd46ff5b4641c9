/**
 * Runs the recipes of docs/scale.md that need a program which CI does not install: `npm run scale:by-hand` installs it, runs
 * them and writes `by-hand.json`; a test compares its digest with the sources that the programs judge.
 */
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { installPackages } from "../support/install-packages.mjs";
import { bazelVersion, runBazel } from "./bazel.mjs";
import { runNx } from "./nx.mjs";
import { pins } from "./pins.mjs";
import { runTurborepo } from "./turborepo.mjs";
import { recipeFiles } from "./workspace.mjs";

const at = (path) => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const RECORD = at("test/scale/by-hand.json");

/** What writes and reads blocks, and what runs the recipes. */
const FILES = [
  "src/api/choose-sources.ts",
  "src/api/compile-blocks.ts",
  "src/api/link-blocks.ts",
  "src/api/shard.ts",
  "src/cli/commands/compile.ts",
  "src/cli/commands/link.ts",
  "src/engine/disk-facts.ts",
  "src/engine/known-disk.ts",
  "test/scale/bazel.mjs",
  "test/scale/cache-server.mjs",
  "test/scale/nx.mjs",
  "test/scale/turborepo.mjs",
  "test/scale/workspace.mjs",
];

/** Returns what a run now would record, but for the date and the results. */
export function presentRecord() {
  const hash = createHash("sha256");
  for (const path of FILES) hash.update(readFileSync(at(path)));
  for (const title of ["Turborepo", "Nx", "Bazel"]) hash.update(JSON.stringify(recipeFiles(title)));
  return {
    packages: Object.fromEntries(pins.map(({ name, packages }) => [name, packages])),
    digest: hash.digest("hex"),
  };
}

/** Returns what `by-hand.json` says. */
export function keptRecord() {
  return JSON.parse(readFileSync(RECORD, "utf8"));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  installPackages("scale", pins, []);
  const bazel = bazelVersion();
  if (bazel === undefined) throw new Error("bazel is not installed: apt-get install bazel-bootstrap");
  const results = { turborepo: await runTurborepo(), nx: await runNx(), bazel: await runBazel() };
  console.log(results);
  const date = new Date().toISOString().slice(0, 10);
  writeFileSync(
    RECORD,
    `${JSON.stringify({ date, node: process.version, bazel, ...presentRecord(), results }, undefined, 2)}\n`,
  );
}
