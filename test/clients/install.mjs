#!/usr/bin/env node
/**
 * Installs the clients of `drivers.mjs` into `.engines/clients`: some 4 GB, of which oh-my-pi is a third.
 *
 * Usage: node test/clients/install.mjs [name…]
 */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { installPackages } from "../support/install-packages.mjs";
import { drivers, libraries, unpacked } from "./drivers.mjs";
import { loaders } from "./loaders/table.mjs";
import { packageReaders } from "./package-readers.mjs";
import { CLIENTS } from "./place.mjs";

const names = process.argv.slice(2);
const isWanted = ({ name }) => names.length === 0 || names.includes(name);
const asked = [...drivers, ...packageReaders, ...libraries];
const read = loaders.filter(({ name }) => asked.every((one) => one.name !== name));
const clients = [...asked, ...read].filter(isWanted);
const packages = unpacked.filter(isWanted);
if (clients.length + packages.length < names.length) {
  console.error(`There are ${[...asked, ...read, ...unpacked].map(({ name }) => name).join(", ")}.`);
  process.exit(2);
}
if (clients.length > 0) installPackages("clients", clients, []);
for (const one of packages) unpack(one);

function unpack({ name, packages: [spec] }) {
  const place = join(CLIENTS, name);
  const note = join(place, "installed.json");
  if (existsSync(note) && readFileSync(note, "utf8") === JSON.stringify([spec])) {
    console.error(`${name} is there already`);
    return;
  }
  rmSync(place, { recursive: true, force: true });
  mkdirSync(place, { recursive: true });
  const npm = spawnSync("npm", ["pack", spec, "--pack-destination", place, "--loglevel=error"], { stdio: "ignore" });
  const archive = readdirSync(place).find((file) => file.endsWith(".tgz"));
  const tar = archive === undefined ? npm : spawnSync("tar", ["-xzf", join(place, archive), "-C", place]);
  if (archive === undefined || tar.status !== 0) {
    console.error(`${name} could not be installed`);
    process.exitCode = 1;
    return;
  }
  rmSync(join(place, archive));
  writeFileSync(note, JSON.stringify([spec]));
  console.error(`${name} is installed`);
}
