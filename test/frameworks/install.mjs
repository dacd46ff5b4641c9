#!/usr/bin/env node
/**
 * Installs the agent frameworks of `pins.mjs` into `.engines/frameworks`, which git ignores, skipping what is there in
 * the pinned version. No install script is run.
 *
 * Usage: node test/frameworks/install.mjs [name…]
 */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { frameworks } from "./pins.mjs";

const root = fileURLToPath(new URL("../../.engines/frameworks", import.meta.url));
const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !frameworks.some((framework) => framework.name === name));
if (unknown.length > 0) {
  console.error(
    `No such framework: ${unknown.join(", ")}. There are ${frameworks.map(({ name }) => name).join(", ")}.`,
  );
  process.exit(2);
}

for (const { name, packages } of frameworks) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  const place = join(root, name);
  const note = join(place, "installed.json");
  const pins = JSON.stringify(packages);
  if (existsSync(note) && readFileSync(note, "utf8") === pins) {
    console.log(`${name} is there already`);
    continue;
  }
  rmSync(place, { recursive: true, force: true });
  mkdirSync(place, { recursive: true });
  writeFileSync(join(place, "package.json"), '{ "private": true, "type": "module" }\n');
  const flags = ["--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error", "--legacy-peer-deps"];
  const npm = spawnSync("npm", ["install", "--prefix", place, ...flags, ...packages], {
    stdio: ["ignore", "ignore", "inherit"],
    shell: process.platform === "win32",
  });
  if (npm.status !== 0) {
    console.error(`${name} could not be installed`);
    process.exitCode = 1;
    continue;
  }
  writeFileSync(note, pins);
  console.log(`${name} is installed`);
}
