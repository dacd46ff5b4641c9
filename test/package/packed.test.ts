/** What is in the tarball, and what the checkers of packages say about it. */
import { readFileSync } from "node:fs";
import { checkPackage, createPackageFromTarballData, type Package } from "@arethetypeswrong/core";
import { publint } from "publint";
import { formatMessage } from "publint/utils";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createProject, type Project } from "../support/consumer.ts";
import { packInto, readManifest } from "./pack.ts";

let project: Project;
let tarball: Uint8Array;
let packed: Package;
let files: string[];
beforeAll(async () => {
  project = createProject({});
  tarball = readFileSync(await packInto(project.dir));
  packed = createPackageFromTarballData(tarball);
  files = packed
    .listFiles()
    .map((path) => path.replace("/node_modules/skillc/", ""))
    .sort();
});
afterAll(() => project.remove());

const { exports, bin } = readManifest();
const entries = [
  ...new Set([
    ...Object.values(exports).flatMap((target) => (typeof target === "string" ? [target] : Object.values(target))),
    ...Object.values(bin),
  ]),
];

describe("the tarball", () => {
  test("holds what is meant to be published and nothing else", () => {
    const places = new Set(files.map((path) => path.replace(/\/.*/, "")));
    expect([...places].sort()).toEqual([
      "CHANGELOG.md",
      "LICENSE",
      "README.md",
      "SECURITY.md",
      "catalog.schema.json",
      "config.schema.json",
      "dist",
      "docs",
      "package.json",
      "skills",
      "src",
      "templates",
    ]);
  });

  test("holds compiled code with its declarations: no source, test, build state or map", () => {
    const dist = files.filter((path) => path.startsWith("dist/"));
    expect(dist.filter((path) => !/\.(?:js|d\.ts)$|^dist\/bin\/[\w-]+\.[cm]js$/.test(path))).toEqual([
      "dist/bin/LICENSES.txt",
      "dist/bin/package.json",
      "dist/code-digest.json",
    ]);
    // The bundle has the code of dist/types; a report contains the script of its page.
    const halves = dist
      .filter((path) => /^dist\/(?:runtime|library)\//.test(path))
      .filter(
        (path) =>
          !dist.includes(path.endsWith(".js") ? path.replace(/\.js$/, ".d.ts") : path.replace(/\.d\.ts$/, ".js")),
      );
    expect(halves).toEqual([]);
    const linked = dist.filter((path) => packed.readFile(`/node_modules/skillc/${path}`).includes("sourceMappingURL"));
    expect(linked).toEqual([]);
  });

  test("contains templates as they are, without what trying them leaves behind", () => {
    expect(files).toContain("templates/skill/SKILL.md");
    expect(files.filter((path) => /^templates\/.*(?:node_modules|generated|dist|package-lock)/.test(path))).toEqual([]);
  });

  test("has every file that the manifest points to", () => {
    expect(entries.filter((path) => !files.includes(path.replace(/^\.\//, "")))).toEqual([]);
    expect(packed.readFile("/node_modules/skillc/dist/bin/skillc.js")).toMatch(/^#!\/usr\/bin\/env node\n/);
  });

  test("has the command line and the API once, bundled, with the licenses of what is in it", () => {
    const bundled = /^dist\/(?!bin\/|library\/|runtime\/|types\/)/;
    expect(files.filter((path) => bundled.test(path))).toEqual([
      "dist/code-digest.json",
      "dist/config/define.js",
      "dist/report/page/page.js",
    ]);
    const licenses = packed.readFile("/node_modules/skillc/dist/bin/LICENSES.txt");
    for (const name of [
      "@dagrejs/dagre",
      "d3-hierarchy",
      "@clack/prompts",
      "diff",
      "graceful-fs",
      "ignore",
      "jsonc-parser",
      "micromark",
      "remark-parse",
      "unified",
      "vscode-languageserver",
      "vscode-languageserver-textdocument",
      "watchpack",
      "yaml",
      "zod",
    ])
      expect(licenses, name).toMatch(new RegExp(`^${name} \\d`, "m"));
    expect(licenses).not.toMatch(/^esbuild \d/m);
  });

  test("does not tell where it was built", () => {
    const telling = files.filter((path) => packed.readFile(`/node_modules/skillc/${path}`).includes(process.cwd()));
    expect(telling).toEqual([]);
  });
});

test("publint has no complaint", async () => {
  const buffer = tarball.buffer.slice(tarball.byteOffset, tarball.byteOffset + tarball.byteLength) as ArrayBuffer;
  const { messages, pkg } = await publint({ pack: { tarball: buffer }, strict: true });
  // A template's package.json is the root one of the project that it is copied to.
  const ours = messages.filter(
    ({ code, args }) => !(code === "NESTED_PACKAGE_JSON_FIELD_IGNORED" && args.filePath.startsWith("./templates/")),
  );
  expect(ours.map((message) => formatMessage(message, pkg))).toEqual([]);
});

test("the types resolve wherever they can", async () => {
  const analysis = await checkPackage(packed);
  if (analysis.types === false) throw new Error("the package has no types");
  const problems = analysis.problems
    // `node10` does not know `exports`. It went out of use with TypeScript 5, and Node itself never needed it here.
    .filter((problem) => !("resolutionKind" in problem && problem.resolutionKind === "node10"))
    // The package is ES modules only: every Node that it supports can require() them.
    .filter(({ kind }) => kind !== "CJSResolvesToESM");
  expect(problems).toEqual([]);
});
