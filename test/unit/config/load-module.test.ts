import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { buildSync } from "esbuild";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { loadModule, type ModuleFault } from "../../../src/bundle/load-module.ts";

let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "skillc config "));
});
afterEach(() => {
  rmSync(root, { recursive: true, force: true });
});

function write(files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
}

async function valueOf(file: string): Promise<unknown> {
  const result = await loadModule(join(root, file));
  if ("faults" in result) throw new Error(JSON.stringify(result.faults));
  return result.value;
}

async function faultOf(file: string): Promise<ModuleFault> {
  const result = await loadModule(join(root, file));
  if (!("faults" in result)) throw new Error("the module loaded");
  return result.faults[0] as ModuleFault;
}

describe("loadModule", () => {
  it("runs TypeScript with local helpers and Node's modules, in a path with a blank, and writes nothing", async () => {
    write({
      "skillc.config.ts": `
        import { defineConfig } from "skillc/config";
        import type { Ghost } from "a-package-that-is-not-there";
        import { vendorDir } from "./build/dirs.ts";
        export default defineConfig({ sources: ["skills", { dir: vendorDir satisfies string, mountAs: "skills" }] });`,
      "build/dirs.ts": `
        import { posix } from "node:path";
        export const vendorDir: string = posix.join("vendor", "agentskills");`,
    });
    const result = await loadModule(join(root, "skillc.config.ts"));
    expect(result).toEqual({
      value: { sources: ["skills", { dir: "vendor/agentskills", mountAs: "skills" }] },
      dependencies: [join(root, "build/dirs.ts"), join(root, "skillc.config.ts")],
    });
    expect(readdirSync(root).toSorted()).toEqual(["build", "skillc.config.ts"]);
  });

  it("tells each file its own place", async () => {
    write({
      "skillc.config.ts": `#!/usr/bin/env node
        import { place } from "./presets/place.ts";
        export default { views: { place, url: import.meta.url, dir: import.meta.dirname, old: __dirname, file: __filename } };`,
      "presets/place.ts": "export const place = import.meta.url;",
    });
    expect(await valueOf("skillc.config.ts")).toEqual({
      views: {
        place: pathToFileURL(join(root, "presets/place.ts")).href,
        url: pathToFileURL(join(root, "skillc.config.ts")).href,
        dir: root,
        old: root,
        file: join(root, "skillc.config.ts"),
      },
    });
  });

  it("calls functions and awaits promises", async () => {
    write({
      "plain.mjs": "export default () => ({ outDir: 'one' });",
      "async.mjs": "const dir = await Promise.resolve('two'); export default async () => ({ outDir: dir });",
    });
    expect(await valueOf("plain.mjs")).toEqual({ outDir: "one" });
    expect(await valueOf("async.mjs")).toEqual({ outDir: "two" });
  });

  it("awaits an exported promise, in a Node without the test runner's own import()", () => {
    write({ "promise.mjs": "export default Promise.resolve({ outDir: 'three' });" });
    const { outputFiles } = buildSync({
      stdin: {
        contents: `import { loadModule } from "./src/bundle/load-module.ts";
          console.log(JSON.stringify(await loadModule(${JSON.stringify(join(root, "promise.mjs"))})));`,
        resolveDir: process.cwd(),
      },
      bundle: true,
      write: false,
      platform: "node",
      format: "esm",
      external: ["esbuild"],
    });
    const script = outputFiles[0]?.text ?? "";
    const printed = execFileSync(process.execPath, ["--input-type=module", "-e", script], { encoding: "utf8" });
    expect(JSON.parse(printed)).toMatchObject({ value: { outDir: "three" } });
  });

  it("accepts CommonJS, also when it was compiled from an ES module", async () => {
    write({
      "package.json": "{}",
      "skillc.config.js": `const { posix } = require("node:path");
        module.exports = { sources: [posix.join("skills", "billing")], outDir: __dirname };`,
      "compiled.js": `Object.defineProperty(exports, "__esModule", { value: true }); exports.default = { outDir: "out" };`,
      "own-require.mjs": `import { createRequire } from "node:module";
        import legacy from "./skillc.config.js";
        const require = createRequire(import.meta.url);
        export default { sources: [...legacy.sources, require("node:path").basename("vendor/pdf")] };`,
    });
    expect(await valueOf("skillc.config.js")).toEqual({ sources: ["skills/billing"], outDir: root });
    expect(await valueOf("compiled.js")).toEqual({ outDir: "out" });
    expect(await valueOf("own-require.mjs")).toEqual({ sources: ["skills/billing", "pdf"] });
  });

  it("leaves installed JavaScript to Node, and bundles TypeScript and JSON wherever they are", async () => {
    write({
      "node_modules/acme-preset/package.json": `{ "name": "acme-preset", "type": "module",
        "exports": { "module": "./for-bundlers.js", "import": "./index.js", "require": "./index.cjs" } }`,
      "node_modules/acme-preset/index.js": "export const dir = 'imported'; export const where = import.meta.url;",
      "node_modules/acme-preset/index.cjs": "exports.dir = 'required';",
      "node_modules/acme-preset/for-bundlers.js": "export const dir = 'wrong'; export const where = '';",
      "packages/shared/package.json": `{ "name": "shared", "exports": "./index.ts" }`,
      "packages/shared/index.ts": "export const dir: string = 'shared';",
      "list.json": `["skills"]`,
      "skillc.config.ts": `
        import { dir, where } from "acme-preset";
        import { dir as shared } from "shared";
        import list from "./list.json" with { type: "json" };
        export default { sources: [...list, dir, shared, where] };`,
      "legacy.cjs": `module.exports = { sources: [require("acme-preset").dir] };`,
    });
    symlinkSync(join(root, "packages/shared"), join(root, "node_modules/shared"), "dir");
    const where = pathToFileURL(join(root, "node_modules/acme-preset/index.js")).href;
    expect(await valueOf("skillc.config.ts")).toEqual({ sources: ["skills", "imported", "shared", where] });
    expect(await valueOf("legacy.cjs")).toEqual({ sources: ["required"] });
  });

  it("evaluates afresh each time", async () => {
    write({
      "skillc.config.mjs": `import { readFileSync } from "node:fs";
        export default { outDir: readFileSync(new URL("./place.txt", import.meta.url), "utf8") };`,
      "place.txt": "first",
    });
    expect(await valueOf("skillc.config.mjs")).toEqual({ outDir: "first" });
    write({ "place.txt": "second" });
    expect(await valueOf("skillc.config.mjs")).toEqual({ outDir: "second" });
  });

  it("places syntax errors, in UTF-16 units and also on a first line that it lengthened", async () => {
    write({
      "accents.ts": 'export default {\n  sources: ["é𝄞", "b" "c"],\n};\n',
      "first-line.ts": "export default { views: { here: import.meta.url } } }",
      "helper.ts": "export const dirs: = [];",
      "imports.ts": 'import { dirs } from "./helper.ts";\nexport default { sources: dirs };',
    });
    expect(await faultOf("accents.ts")).toEqual({
      message: 'Expected "]" but found "\\"c\\""',
      file: join(root, "accents.ts"),
      line: 2,
      column: 24,
      length: 3,
    });
    expect(await faultOf("first-line.ts")).toMatchObject({ line: 1, column: 53 });
    expect(await faultOf("imports.ts")).toMatchObject({ file: join(root, "helper.ts"), line: 1, column: 20 });
  });

  it("names every import that cannot be resolved", async () => {
    write({ "skillc.config.ts": 'import a from "./gone.ts";\nimport b from "nobody";\nexport default { a, b };' });
    const result = await loadModule(join(root, "skillc.config.ts"));
    expect("faults" in result && result.faults.map(({ message, line, column }) => [message, line, column])).toEqual([
      ['Could not resolve "./gone.ts"', 1, 15],
      ['Could not resolve "nobody"', 2, 15],
    ]);
  });

  it("places what a config throws", async () => {
    write({
      "throws.ts": `const wanted: string | undefined = undefined;
type Later = { a: string };

function check(): never {
  throw new TypeError(\`SKILLS_DIR is \${wanted}\`);
}
export default () => check();`,
      "text.mjs": `throw "no licence";`,
      "object.mjs": "export default () => { throw Object.create(null); };",
      "rejects.mjs": "export default async () => {\n  throw new Error('the registry is away\\nfor a day');\n};",
    });
    expect(await faultOf("throws.ts")).toEqual({
      message: "TypeError: SKILLS_DIR is undefined",
      file: join(root, "throws.ts"),
      line: 5,
      column: 9,
    });
    expect(await faultOf("text.mjs")).toEqual({ message: 'it threw "no licence"' });
    expect(await faultOf("object.mjs")).toEqual({ message: "it threw an object that is not an Error" });
    expect(await faultOf("rejects.mjs")).toMatchObject({
      message: "the registry is away for a day",
      line: 2,
      column: 9,
    });
  });

  it("says when nothing is exported, and keeps its data: URL out of messages", async () => {
    write({
      "named.mjs": "export const sources = ['skills'];",
      "computed.mjs": "export default () => import(['.', 'preset.mjs'].join('/'));",
      "node_modules/acme-preset/index.mjs": "export const dir = 'skills';",
      "node_modules/acme-preset/package.json": `{ "exports": "./index.mjs" }`,
      "missing-export.mjs": 'import { dirs } from "acme-preset";\nexport default { sources: dirs };',
    });
    expect(await faultOf("named.mjs")).toEqual({ message: "it has no default export" });
    for (const file of ["computed.mjs", "missing-export.mjs"]) {
      const { message } = await faultOf(file);
      expect(message).not.toContain("data:");
      expect(message.length).toBeLessThan(301);
    }
  });
});
