#!/usr/bin/env node
/**
 * Installs the engines that the tests run generated modules in and that are no devDependencies because of their size
 * (about 600 MB in all): into `.engines`, which git ignores, skipping what is there already.
 *
 * Usage: node test/install-engines.mjs [name…]
 *
 * No install script is run: each engine ships its binary in a package for the platform, and this is the only place
 * that knows where. `test/support/engines.ts` reads what `installed.json` of each engine says.
 */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../.engines", import.meta.url));
const exe = process.platform === "win32" ? ".exe" : "";

/** The npm packages that hold Node itself are named after the platform; `node` would fetch them by a script. */
const nodePackage = [
  process.platform === "darwin" && process.arch === "arm64" ? "node-bin" : "node",
  process.platform === "win32" ? "win" : process.platform,
  process.arch,
].join("-");

/** What to install, and the packages of which one holds the binary. */
const engines = [
  { name: "deno", spec: "deno@2.9.6", holder: /^@deno\//, binary: `deno${exe}` },
  { name: "bun", spec: "bun@1.4.5", holder: /^@oven\/bun-/, binary: `bin/bun${exe}` },
  { name: "node22", spec: `${nodePackage}@22`, holder: /^node-/, binary: `bin/node${exe}` },
  { name: "node24", spec: `${nodePackage}@24`, holder: /^node-/, binary: `bin/node${exe}` },
  // The last wrangler that runs on Node 20.
  { name: "wrangler", spec: "wrangler@4.86.0", holder: /^wrangler$/, binary: "bin/wrangler.js" },
];

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !engines.some((engine) => engine.name === name));
if (unknown.length > 0) {
  console.error(`No such engine: ${unknown.join(", ")}. There are ${engines.map(({ name }) => name).join(", ")}.`);
  process.exit(2);
}

for (const engine of engines) if (wanted.length === 0 || wanted.includes(engine.name)) install(engine);

function install({ name, spec, holder, binary }) {
  const place = join(root, name);
  const note = join(place, "installed.json");
  const before = readNote(note);
  if (before?.spec === spec && existsSync(before.binary)) {
    console.log(`${name} ${before.version} is there already`);
    return;
  }
  mkdirSync(place, { recursive: true });
  const flags = ["--no-save", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];
  const npm = spawnSync("npm", ["install", "--prefix", place, ...flags, spec], {
    stdio: ["ignore", "ignore", "inherit"],
    shell: process.platform === "win32",
  });
  const found = npm.status === 0 ? findBinary(join(place, "node_modules"), holder, binary) : undefined;
  if (found === undefined) {
    console.error(`${name} could not be installed (npm install ${spec}): its tests will be skipped`);
    process.exitCode = 1;
    return;
  }
  writeFileSync(note, `${JSON.stringify({ spec, ...found }, null, 2)}\n`);
  console.log(`${name} ${found.version} installed`);
}

function readNote(path) {
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch {
    return undefined;
  }
}

/** The first package of a matching name that has the binary: npm may install several variants for one platform. */
function findBinary(modules, holder, binary) {
  const names = readdirSync(modules).flatMap((name) =>
    name.startsWith("@") ? readdirSync(join(modules, name)).map((inner) => `${name}/${inner}`) : [name],
  );
  for (const name of names.filter((candidate) => holder.test(candidate)).sort()) {
    const path = join(modules, name, binary);
    if (!existsSync(path)) continue;
    const { version } = JSON.parse(readFileSync(join(modules, name, "package.json"), "utf8"));
    return { version, binary: path };
  }
  return undefined;
}
