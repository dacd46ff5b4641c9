/**
 * What the packages of skills were read with. CI does not install the readers: `npm run readers:by-hand` does, runs them and
 * writes `by-hand.json`; a test compares its digest with the sources that the readers judge.
 */
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { installPackages } from "../support/install-packages.mjs";
import { readers } from "./pins.mjs";

const at = (path) => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const RECORD = at("test/readers/by-hand.json");
const TEST = "test/readers/readers.test.ts";

/** What makes sites, archives and packages of npm. */
const DIRECTORIES = ["archive", "npm", "well-known", "zip"].map((name) => `src/targets/${name}`);

/** Returns what a run now would record, but for the date. */
export function presentRecord() {
  const hash = createHash("sha256");
  const inside = DIRECTORIES.flatMap((directory) =>
    readdirSync(at(directory))
      .sort()
      .map((name) => `${directory}/${name}`),
  );
  for (const path of [...inside, TEST, "docs/services.md"]) hash.update(readFileSync(at(path)));
  const packages = Object.fromEntries(readers.map(({ name, packages: pins }) => [name, pins]));
  return { packages, digest: hash.digest("hex") };
}

/** Returns what `by-hand.json` says. */
export function keptRecord() {
  return JSON.parse(readFileSync(RECORD, "utf8"));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  installPackages("readers", readers, []);
  // A reader that is not there would only be skipped.
  const env = { ...process.env, EVERY_READER: "1" };
  const steps = [
    ["node", [at("test/install-engines.mjs"), "node22"]],
    ["npx", ["vitest", "run", "--project", "slow", TEST]],
  ];
  for (const [command, args] of steps)
    if (spawnSync(command, args, { stdio: "inherit", env }).status !== 0) process.exit(1);
  const date = new Date().toISOString().slice(0, 10);
  writeFileSync(RECORD, `${JSON.stringify({ date, ...presentRecord() }, undefined, 2)}\n`);
}
