// What an install of the packed file takes on a disk: blocks of 4 KB of all files, and the number of packages.
import { execFileSync } from "node:child_process";
import { existsSync, lstatSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

const BLOCK = 4096;

/** The most that an install may take, in bytes of blocks; a megabyte is 2^20 bytes, as `du` counts. */
export const INSTALL_LIMITS = { own: 8.5 * 2 ** 20, all: 34 * 2 ** 20, packages: 62 };

/**
 * Measures a directory `node_modules` in which skillc was installed.
 *
 * @param {string} modules
 * @returns {{ own: number, all: number, packages: number }}
 */
export function installedSize(modules) {
  const files = readdirSync(modules, { recursive: true, withFileTypes: true }).filter(
    (entry) => entry.isFile() && !join(entry.parentPath, entry.name).includes(".package-lock.json"),
  );
  const own = join(modules, "skillc/");
  const sum = { own: 0, all: 0, packages: 0 };
  for (const { parentPath, name } of files) {
    const path = join(parentPath, name);
    const blocks = Math.ceil(lstatSync(path).size / BLOCK) * BLOCK;
    sum.all += blocks;
    if (path.startsWith(own)) sum.own += blocks;
    if (name === "package.json" && isPackage(parentPath)) sum.packages++;
  }
  return sum;
}

/** A directory below `node_modules`, or below a scope in it. */
function isPackage(dir) {
  const parent = dirname(dir);
  const modules = /\/@[^/]+$/.test(parent) ? dirname(parent) : parent;
  return /[\\/]node_modules$/.test(modules) && existsSync(join(dir, "package.json"));
}

/**
 * Says it in a line.
 *
 * @param {{ own: number, all: number, packages: number }} size
 */
export function installedText({ own, all, packages }) {
  const { own: mostOwn, all: mostAll, packages: most } = INSTALL_LIMITS;
  const mb = (bytes) => (bytes / 2 ** 20).toFixed(1);
  return `installed: skillc ${mb(own)} MB (at most ${mb(mostOwn)}), all ${packages} packages (at most ${most}) ${mb(all)} MB (at most ${mb(mostAll)})`;
}

/**
 * Packs what is built, and installs it in an empty project.
 *
 * @param {string} root Of this package.
 */
export function measureInstall(root) {
  const dir = mkdtempSync(join(tmpdir(), "skillc-size-"));
  const npm = (cwd, ...args) =>
    execFileSync("npm", args, { cwd, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
  try {
    writeFileSync(join(dir, "package.json"), '{ "private": true }\n');
    const [{ filename }] = JSON.parse(npm(root, "pack", "--ignore-scripts", "--json", "--pack-destination", dir));
    npm(dir, "install", "--ignore-scripts", "--prefer-offline", "--no-audit", "--no-fund", join(dir, filename));
    return installedSize(join(dir, "node_modules"));
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}
