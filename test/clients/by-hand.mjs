/**
 * What the simulated listings were compared with. CI does not install the clients: `npm run clients:by-hand` does, compares
 * and writes `by-hand.json`; a test compares its digest with the sources that the clients judge.
 */
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { drivers, libraries, unpacked } from "./drivers.mjs";

const at = (path) => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const RECORD = at("test/clients/by-hand.json");

/** The listings, and what starts the clients and compares. */
const DIRECTORIES = ["src/listings", "test/clients/drivers"];
const FILES = [
  "src/model/display-width.ts",
  "test/clients/display-width.test.ts",
  "test/clients/listings.test.ts",
  "test/clients/openclaw.test.ts",
  "test/clients/run-client.ts",
  "test/clients/settings.test.ts",
  "test/clients/skill-sets.ts",
];

/** Returns what a run now would record, but for the date. */
export function presentRecord() {
  const hash = createHash("sha256");
  const inside = DIRECTORIES.flatMap((directory) =>
    readdirSync(at(directory))
      .sort()
      .map((name) => `${directory}/${name}`),
  );
  for (const path of [...inside, ...FILES]) hash.update(readFileSync(at(path)));
  const pins = [...drivers, ...libraries, ...unpacked].map(({ name, packages }) => [name, packages]);
  return { packages: Object.fromEntries(pins), digest: hash.digest("hex") };
}

/** Returns what `by-hand.json` says. */
export function keptRecord() {
  return JSON.parse(readFileSync(RECORD, "utf8"));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const steps = [
    ["node", [at("test/clients/install.mjs")]],
    ["npx", ["vitest", "run", ...FILES.filter((path) => path.endsWith(".test.ts"))]],
  ];
  // A client that is not there would only be skipped.
  const env = { ...process.env, EVERY_CLIENT: "1" };
  for (const [command, args] of steps)
    if (spawnSync(command, args, { stdio: "inherit", env }).status !== 0) process.exit(1);
  const date = new Date().toISOString().slice(0, 10);
  writeFileSync(RECORD, `${JSON.stringify({ date, ...presentRecord() }, undefined, 2)}\n`);
}
