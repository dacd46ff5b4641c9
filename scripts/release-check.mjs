/**
 * What must be true before a release: `npm run release-check`, which builds and writes the docs first. Prints each fault.
 *
 * Takes: the built package. Gives: exit code 0 if it can be published. `--accept`, after a release: what is public now is
 * what the next release is compared with. Never: publishes.
 */
import { execFileSync } from "node:child_process";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { checkPackage, createPackageFromTarballData } from "@arethetypeswrong/core";
import { publint } from "publint";
import { formatMessage } from "publint/utils";
import { publicTypes } from "./public-types.mjs";

const root = new URL("..", import.meta.url);
const read = (path) => readFileSync(new URL(path, root), "utf8");
const run = (command, ...args) => execFileSync(command, args, { cwd: root, encoding: "utf8", stdio: "pipe" });
const SNAPSHOT = "scripts/public-types.txt";
/** Licenses that ask for no more than their text, which dist/bin/LICENSES.txt has. */
const LICENSES = new Set(["0BSD", "Apache-2.0", "BlueOak-1.0.0", "BSD-2-Clause", "BSD-3-Clause", "ISC", "MIT"]);

/** Each returns its faults. */
const checks = {
  "the docs are generated": () =>
    run("git", "diff", "--name-only", "--", "*.md", "docs", "*.schema.json", "package.json")
      .split("\n")
      .filter(Boolean)
      .map((path) => `${path} has changes that are not committed: commit what npm run docs has written`),

  "the version has a section in CHANGELOG.md": () => {
    const { version } = JSON.parse(read("package.json"));
    return read("CHANGELOG.md")
      .match(/^## .*/gm)?.[0]
      .startsWith(`## ${version}`) === true
      ? []
      : [`the first section of CHANGELOG.md is not that of ${version}, the version of package.json`];
  },

  "each change of a public type is in CHANGELOG.md": () => {
    const [before, now] = [read(SNAPSHOT).trimEnd().split("\n"), publicTypes()];
    const names = (lines, other) => lines.filter((line) => !other.includes(line)).map((line) => line.split(" ")[1]);
    const [, section = ""] = read("CHANGELOG.md").split(/^## /m);
    return [...new Set([...names(before, now), ...names(now, before)])]
      .filter((name) => !new RegExp(`\\b${name}\\b`).test(section))
      .map((name) => `the public type of ${name} has changed, and the first section of CHANGELOG.md does not name it`);
  },

  "what is bundled may be bundled": () =>
    read("dist/bin/LICENSES.txt")
      .replace(/^.*\n\n/, "")
      .split(`\n${"-".repeat(80)}\n\n`)
      .flatMap((text) => {
        const [name] = text.split(" ");
        // An older package says it in its text alone.
        const { license = /\bMIT\b/.exec(text)?.[0] } = JSON.parse(read(`node_modules/${name}/package.json`));
        return LICENSES.has(license) ? [] : [`${name} has the license ${license}`];
      }),

  "npm would publish it, and publint and arethetypeswrong have no complaint": async () => {
    const [{ filename }] = JSON.parse(run("npm", "pack", "--ignore-scripts", "--json"));
    const tarball = readFileSync(new URL(filename, root));
    rmSync(new URL(filename, root));
    run("npm", "publish", "--dry-run", "--ignore-scripts", "--offline", "--tag", "next");
    const buffer = tarball.buffer.slice(tarball.byteOffset, tarball.byteOffset + tarball.byteLength);
    const { messages, pkg } = await publint({ pack: { tarball: buffer }, strict: true });
    const { problems = [] } = await checkPackage(createPackageFromTarballData(tarball));
    return [
      // A template's package.json is that of the project it is copied to.
      ...messages
        .filter(({ args }) => !args?.filePath?.startsWith("./templates/"))
        .map((message) => formatMessage(message, pkg)),
      // The package is ES modules only, and resolution without `exports` is older than every Node that it supports.
      ...problems
        .filter(({ kind, resolutionKind }) => kind !== "CJSResolvesToESM" && resolutionKind !== "node10")
        .map((problem) => JSON.stringify(problem)),
    ];
  },
};

if (process.argv.includes("--accept")) writeFileSync(new URL(SNAPSHOT, root), `${publicTypes().join("\n")}\n`);
else
  for (const [name, check] of Object.entries(checks)) {
    let faults;
    try {
      faults = await check();
    } catch (error) {
      faults = [error.stderr || error.stack];
    }
    if (faults.length > 0) process.exitCode = 1;
    console.log([`${faults.length === 0 ? "ok  " : "FAIL"} ${name}`, ...faults.map((one) => `     ${one}`)].join("\n"));
  }
