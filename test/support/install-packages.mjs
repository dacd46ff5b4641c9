/** Installs pinned packages into directories that git ignores: what is too large, or too varied, for devDependencies. */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/**
 * Installs each pin into `.engines/<directory>/<name>`, skipping what is there in the pinned versions. No install script
 * is run. `wanted` names pins; empty for all.
 */
export function installPackages(directory, pins, wanted) {
  const unknown = wanted.filter((name) => !pins.some((pin) => pin.name === name));
  if (unknown.length > 0) {
    console.error(`Unknown: ${unknown.join(", ")}. There are ${pins.map(({ name }) => name).join(", ")}.`);
    process.exit(2);
  }
  for (const pin of pins) if (wanted.length === 0 || wanted.includes(pin.name)) install(directory, pin);
}

function install(directory, { name, packages }) {
  const place = fileURLToPath(new URL(`../../.engines/${directory}/${name}`, import.meta.url));
  const note = join(place, "installed.json");
  const pins = JSON.stringify(packages);
  if (existsSync(note) && readFileSync(note, "utf8") === pins) {
    console.error(`${name} is there already`);
    return;
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
    return;
  }
  writeFileSync(note, pins);
  console.error(`${name} is installed`);
}
