/** What a script can get into a module: files of its skill and of packages, whatever the import looks like. */
import { execFileSync } from "node:child_process";
import { mkdirSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { build, type BuildResult, type UserConfig } from "../../src/index.ts";
import { createProject, listFiles, type Files, type Project } from "../support/consumer.ts";

/** It is in every file that must not ship. */
const SECRET = "swordfish";
const JSON_SECRET = `{ "key": "${SECRET}" }`;

const PROJECT: Files = {
  "package.json":
    '{ "name": "harbour", "exports": { "./*": "./*" }, "imports": { "#own": "./secret.json" }, "browser": { "mapped": "./secret.json" } }',
  "tsconfig.json": '{ "compilerOptions": { "paths": { "aliased": ["./secret.json"] } } }',
  "secret.json": JSON_SECRET,
  "secret.txt": SECRET,
  ".env": SECRET,
  "src/.env": SECRET,
  "packages/app/package.json": '{ "name": "app", "version": "1.0.0" }',
  "packages/app/index.js": `module.exports = "${SECRET}";\n`,
  "packages/app/conf.json": JSON_SECRET,
  "packages/app/keys.txt": SECRET,
  "node_modules/.package-lock.json": JSON_SECRET,
  "node_modules/.cache/t/x.json": JSON_SECRET,
  "node_modules/stray.json": JSON_SECRET,
  "node_modules/@.x/y/z.json": JSON_SECRET,
  "node_modules/mapped/package.json": '{ "name": "mapped" }',
  "node_modules/mapped/index.js": "exports.free = 1;\n",
  "node_modules/knots/package.json": '{ "name": "knots", "version": "1.0.0", "main": "index.js" }',
  "node_modules/knots/index.js": "exports.tie = 1;\n",
  "skills/mooring/SKILL.md":
    "---\nname: mooring\ndescription: Chooses lines and knots for a berth. Use when a boat is moored.\n---\n\nRun `scripts/moor.ts`.\n",
};

/** Targets by the path of the link. */
type Links = Readonly<Record<string, string>>;

const LINKS: Links = {
  "node_modules/app": "../packages/app",
  "node_modules/knots/up": "../..",
  "node_modules/knots/root": "/",
};

let projects: Project[] = [];
afterEach(() => {
  for (const project of projects) project.remove();
  projects = [];
});

function create(files: Files, links: Links = {}): Project {
  const project = createProject({ ...PROJECT, ...files });
  projects.push(project);
  for (const [path, target] of Object.entries({ ...LINKS, ...links })) {
    mkdirSync(dirname(join(project.dir, path)), { recursive: true });
    symlinkSync(target, join(project.dir, path));
  }
  return project;
}

const run = ({ dir }: Project, more: UserConfig = {}): Promise<BuildResult> =>
  build({ cwd: dir, config: false, overrides: { module: { scripts: true }, ...more } });

const moor = (code: string): Files => ({ "skills/mooring/scripts/moor.ts": code });

/** Compiled code, where nothing is an error. */
async function codeOf(project: Project, more: UserConfig = {}): Promise<string> {
  const { diagnostics } = await run(project, {
    rules: { "script-invalid": "warning", "script-needs-platform": "warning", "symlink-escape": "warning" },
    ...more,
  });
  expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
  const outDir = join(project.dir, "generated/skills");
  const paths = listFiles(outDir).filter((path) => path.startsWith("scripts/"));
  return paths.map((path) => project.read(`generated/skills/${path}`)).join("\n");
}

const PLAIN = "the path of an import is not a plain string";
const DEPTH = "../".repeat(40);

/** Code of the script, the column of the import, and what is said of it. */
const OWN: Readonly<Record<string, readonly [code: string, column: number, problem: string]>> = {
  "a template": [`export default (x) => import(\`${DEPTH}etc/passw\${x}\`, { with: { type: "text" } });`, 23, PLAIN],
  "a template over everything": ["export default (x) => import(`../../../${x}.json`);", 23, PLAIN],
  "a template over hidden files": [
    'export default (x) => import(`./src/.en${x}`, { with: { type: "text" } });',
    23,
    PLAIN,
  ],
  "a sum": ['export default (x) => require("./secre" + x + ".json");', 23, PLAIN],
  "a sum in a try": ['export default (x) => { try { return require("./secre" + x + ".json") } catch {} };', 38, PLAIN],
  "an escaped name": ['export default (x) => \\u0072equire("./secre" + x + ".json");', 23, PLAIN],
  "a comma before require": ['export default (x) => (0, require)("./secre" + x + ".json");', 27, PLAIN],
  "one of two": ['export default (x) => import(x ? "knots" : "./secre" + x + ".json");', 23, PLAIN],
  "a sum after another fault": [
    'const a = 1; a = 2; export default (x) => require("./secre" + x + ".json");',
    43,
    PLAIN,
  ],
  "a name": ["export default (x) => import(x);", 23, PLAIN],
  "a constant": ['const c = "../../../secret"; export default import(c + ".json");', 45, PLAIN],
  "an enum": [
    'const enum E { A = "../../../secret" } export default require(E.A + ".json");',
    63,
    '"../../../secret.json" is not a file of the skill',
  ],
  "a file of the project": [
    'import s from "../../../secret.json"; export default s;',
    15,
    '"../../../secret.json" is not a file of the skill',
  ],
  "an assignment": [
    'import s = require("../../../secret.json"); export default s;',
    20,
    '"../../../secret.json" is not a file of the skill',
  ],
  "an absolute path": [
    'import s from "/etc/hostname"; export default s;',
    15,
    '"/etc/hostname" is not a file of the skill',
  ],
  "an address of a file": [
    'import s from "file:///etc/hostname"; export default s;',
    15,
    '"file:///etc/hostname" is not a file of the skill',
  ],
  "an address with code": [
    'import s from "data:text/javascript,export default 1"; export default s;',
    15,
    '"data:text/javascript,export default 1" is not a file of the skill',
  ],
  "an import of package.json": ['import s from "#own"; export default s;', 15, '"#own" is not a file of the skill'],
  "a path in a package": [
    'import s from "knots/../../secret.json"; export default s;',
    15,
    '"knots/../../secret.json" is not a file of the skill',
  ],
  "a backslash": [
    'import s from "knots\\\\..\\\\..\\\\secret.json"; export default s;',
    15,
    '"knots\\\\..\\\\..\\\\secret.json" is not a file of the skill',
  ],
  "the project by its name": [
    'import s from "harbour/secret.json"; export default s;',
    15,
    '"secret.json" is not a file of an installed package',
  ],
  "a file that package.json puts in place of a package": [
    'import s from "mapped"; export default s;',
    15,
    '"secret.json" is not a file of an installed package',
  ],
  "a package of the workspace": [
    'import s from "app"; export default s;',
    15,
    '"packages/app/index.js" is a file of "app", a package of the project',
  ],
  "its data": [
    'export * from "app/conf.json";',
    15,
    '"packages/app/conf.json" is a file of "app", a package of the project',
  ],
  "its text": [
    'import s from "app/keys.txt"; export default s;',
    15,
    '"packages/app/keys.txt" is a file of "app", a package of the project',
  ],
  "a dot": ['import s from ".cache/t/x.json"; export default s;', 15, '".cache/t/x.json" is not a file of the skill'],
  "a lock": [
    'import s from ".package-lock.json"; export default s;',
    15,
    '".package-lock.json" is not a file of the skill',
  ],
  "a scope with a dot": ['import s from "@.x/y/z.json"; export default s;', 15, '"@.x/y" is not a package'],
  "a file among packages": [
    'import s from "stray.json"; export default s;',
    15,
    '"node_modules/stray.json" is not a file of an installed package',
  ],
  "a directory of packages": [
    'import s from "node_modules/knots"; export default s;',
    15,
    '"node_modules" is not a package',
  ],
  "a link in a package": [
    'import s from "knots/up/secret.json"; export default s;',
    15,
    '"secret.json" is not a file of an installed package',
  ],
  "a link with a query": [
    'import s from "knots/up/secret.json?x"; export default s;',
    15,
    '"secret.json" is not a file of an installed package',
  ],
  "a virtual directory of Yarn": [
    'import s from "knots/__virtual__/x/2/secret.json"; export default s;',
    15,
    '"secret.json" is not a file of an installed package',
  ],
  "its older name": [
    'import s from "knots/$$virtual/x/2/secret.json"; export default s;',
    15,
    '"secret.json" is not a file of an installed package',
  ],
  "a package with attributes": [
    'import s from "knots/root/etc/passwd" with { type: "text" }; export default s;',
    15,
    '"knots/root/etc/passwd" is imported with attributes, which only files of the skill can have',
  ],
  "a tsconfig above the skill": ['import s from "aliased"; export default s;', 15, 'nothing provides "aliased"'],
};

describe("a script may not import", () => {
  test.each(Object.entries(OWN))("%s", async (_, [code, column, problem]) => {
    const project = create(moor(code));
    const { ok, diagnostics } = await run(project);
    expect(ok).toBe(false);
    const [found, ...more] = diagnostics.filter(({ message }) => message.endsWith(`: ${problem}`));
    expect(more).toEqual([]);
    expect([found?.rule, found?.file, found?.span?.start]).toEqual([
      "script-invalid",
      "skills/mooring/scripts/moor.ts",
      expect.objectContaining({ line: 1, column }),
    ]);
    expect(found?.lineText).toContain(code.slice(0, 80));
    expect(await codeOf(project)).not.toContain(SECRET);
  });
});

/** Files of the package `knots`, and where the fault is. */
const PACKAGES: Readonly<Record<string, readonly [files: Files, problem: string]>> = {
  "a file of the project": [
    { "node_modules/knots/index.js": "module.exports = require('../../secret.json');" },
    '"secret.json" is not a file of an installed package at node_modules/knots/index.js:1:26',
  ],
  "a link": [
    { "node_modules/knots/index.js": "module.exports = require('./up/secret.json');" },
    '"secret.json" is not a file of an installed package at node_modules/knots/index.js:1:26',
  ],
  "a virtual directory": [
    { "node_modules/knots/index.js": "module.exports = require('./__virtual__/x/2/secret.json');" },
    '"secret.json" is not a file of an installed package at node_modules/knots/index.js:1:26',
  ],
  "what a template matches": [
    { "node_modules/knots/index.js": "module.exports = (x) => require('../../secre' + x + '.json');" },
    '"secret.json" is not a file of an installed package at node_modules/knots/index.js:1:33',
  ],
  "another file through browser": [
    {
      "node_modules/knots/package.json":
        '{ "name": "knots", "main": "index.js", "browser": { "./x.js": "../../secret.json" } }',
      "node_modules/knots/index.js": "module.exports = require('./x.js');",
      "node_modules/knots/x.js": "",
    },
    '"secret.json" is not a file of an installed package at node_modules/knots/index.js:1:26',
  ],
  "a text": [
    { "node_modules/knots/index.js": "import s from './up/secret.txt' with { type: 'text' };\nexport default s;" },
    '"secret.txt" is not a file of an installed package at node_modules/knots/index.js:1:15',
  ],
  "an address": [
    { "node_modules/knots/index.js": "import s from 'file:///etc/passwd' with { type: 'text' };\nexport default s;" },
    'nothing provides "file:///etc/passwd" at node_modules/knots/index.js:1:15',
  ],
  "code in an address": [
    {
      "node_modules/knots/index.js":
        "import s from 'data:text/javascript,export * from \"/etc/passwd\"';\nexport default s;",
    },
    'nothing provides "/etc/passwd" at <data:text/javascript,export * from "/etc/passwd">:1:15',
  ],
};

test.each(Object.entries(PACKAGES))("a package may not import %s", async (_, [files, problem]) => {
  const project = create({ ...moor('import s from "knots"; export default s;'), ...files });
  const { diagnostics } = await run(project);
  expect(diagnostics.map(({ rule, message }) => [rule, message.replace(/^.*?: /, "")])).toEqual([
    ["script-invalid", problem],
  ]);
  expect(await codeOf(project)).not.toContain(SECRET);
});

test("a package whose main is elsewhere is an error at the import", async () => {
  const project = create({
    ...moor('import s from "knots"; export default s;'),
    "node_modules/knots/package.json": '{ "name": "knots", "main": "../../secret.json" }',
  });
  const { diagnostics } = await run(project);
  expect(diagnostics.map(({ span, message }) => [span?.start.column, message])).toEqual([
    [15, 'the script cannot be compiled: "secret.json" is not a file of an installed package'],
  ]);
});

describe("nothing in the skill decides where packages are", () => {
  const evil = (dir: string, name: string): Files => ({
    [`${dir}/node_modules/${name}/package.json`]: `{ "name": "${name}" }`,
    [`${dir}/node_modules/${name}/index.js`]: `module.exports = "${SECRET}";`,
  });
  const IMPORT = 'import s from "knots"; export default s;';

  test.each<[string, Files, Links?]>([
    ["its node_modules", evil("skills/mooring", "knots")],
    ["one beside the script", evil("skills/mooring/scripts", "knots")],
    [
      "its package.json",
      { "skills/mooring/package.json": '{ "name": "mooring", "browser": { "knots": "../../secret.json" } }' },
    ],
    [
      "its tsconfig.json",
      { "skills/mooring/tsconfig.json": '{ "compilerOptions": { "paths": { "knots": ["../../secret.json"] } } }' },
    ],
    ["a link in it", {}, { "skills/mooring/node_modules/knots": "../../../packages/app" }],
  ])("%s", async (_, files, links) => {
    const code = await codeOf(create({ ...moor(IMPORT), ...files }, links));
    expect(code).toContain("tie=1");
    expect(code).not.toContain(SECRET);
  });

  test.each<[string, string, Files]>([
    ["a package that only it has", "evil", evil("skills/mooring", "evil")],
    [
      "its own name",
      "mooring/f.json",
      {
        "skills/mooring/package.json": '{ "name": "mooring", "exports": { "./*": "./*" } }',
        "skills/mooring/f.json": "{}",
      },
    ],
    [
      "an alias of its tsconfig.json",
      "q",
      { "skills/mooring/tsconfig.json": '{ "compilerOptions": { "paths": { "q": ["../../secret.json"] } } }' },
    ],
    [
      "a manifest of Yarn",
      "q/secret.json",
      {
        "skills/mooring/.pnp.data.json":
          '{"__info":[],"dependencyTreeRoots":[],"enableTopLevelFallback":true,"fallbackPool":[],"fallbackExclusionList":[],"packageRegistryData":[[null,[[null,{"packageLocation":"./","packageDependencies":[["q","1"]],"linkType":"SOFT"}]]],["q",[["1",{"packageLocation":"../../","packageDependencies":[]}]]]]}',
      },
    ],
  ])("%s", async (_, name, files) => {
    const { diagnostics } = await run(create({ ...moor(`import s from "${name}"; export default s;`), ...files }));
    expect(diagnostics.filter(({ rule }) => rule === "script-invalid").map(({ message }) => message)).toEqual([
      `the script cannot be compiled: nothing provides "${name}"`,
    ]);
  });

  test("nor does a skill around it", async () => {
    const project = create({
      "skills/mooring/inner/SKILL.md":
        "---\nname: inner\ndescription: Finds a berth in a harbour. Use when a boat arrives.\n---\n\nRun `scripts/find.ts`.\n",
      "skills/mooring/inner/scripts/find.ts": IMPORT,
      ...moor("export const free = 2;"),
      ...evil("skills/mooring", "knots"),
    });
    const code = await codeOf(project);
    expect(code).toContain("tie=1");
    expect(code).not.toContain(SECRET);
  });

  test("NODE_PATH", async () => {
    const project = create({ ...moor('import s from "outer"; export default s;'), ...evil("elsewhere", "outer") });
    process.env["NODE_PATH"] = join(project.dir, "elsewhere/node_modules");
    try {
      expect((await run(project)).diagnostics.map(({ message }) => message)).toEqual([
        'the script cannot be compiled: nothing provides "outer"',
      ]);
    } finally {
      delete process.env["NODE_PATH"];
    }
  });
});

/** What Yarn writes for a project with `rope`, and `hemp` as its peer. */
const PNP = {
  __info: [],
  dependencyTreeRoots: [{ name: "harbour", reference: "workspace:." }],
  ignorePatternData: null,
  enableTopLevelFallback: true,
  fallbackPool: [],
  fallbackExclusionList: [],
  packageRegistryData: [
    [null, [[null, { packageLocation: "./", packageDependencies: [["rope", "npm:1"]], linkType: "SOFT" }]]],
    [
      "rope",
      [
        [
          "npm:1",
          {
            packageLocation: "./.yarn/cache/rope.zip/node_modules/rope/",
            packageDependencies: [["hemp", "virtual:a#npm:1"]],
            linkType: "HARD",
          },
        ],
      ],
    ],
    [
      "hemp",
      [
        [
          "virtual:a#npm:1",
          {
            packageLocation: "./.yarn/__virtual__/hemp-virtual-1/0/cache/hemp.zip/node_modules/hemp/",
            packageDependencies: [],
            linkType: "HARD",
          },
        ],
      ],
    ],
  ],
};

describe("packages as package managers place them", () => {
  const USE = moor('import { tie } from "rope"; export default tie;');
  const rope = (dir: string): Files => ({
    [`${dir}/package.json`]: '{ "name": "rope", "main": "index.js" }',
    [`${dir}/index.js`]: 'exports.tie = require("hemp").strong;',
  });
  const hemp = (dir: string): Files => ({
    [`${dir}/package.json`]: '{ "name": "hemp" }',
    [`${dir}/index.js`]: 'exports.strong = "very";',
  });

  test.each<[string, Files, Links]>([
    ["npm", { ...rope("node_modules/rope"), ...hemp("node_modules/rope/node_modules/hemp") }, {}],
    [
      "pnpm",
      {
        ...rope("node_modules/.pnpm/rope@1.0.0/node_modules/rope"),
        ...hemp("node_modules/.pnpm/hemp@2.0.0_x@1/node_modules/hemp"),
      },
      {
        "node_modules/rope": ".pnpm/rope@1.0.0/node_modules/rope",
        "node_modules/.pnpm/rope@1.0.0/node_modules/hemp": "../../hemp@2.0.0_x@1/node_modules/hemp",
      },
    ],
    [
      "npm with links",
      {
        ...rope("node_modules/.store/rope@1.0.0-abc/node_modules/rope"),
        ...hemp("node_modules/.store/hemp@2.0.0-def/node_modules/hemp"),
      },
      {
        "node_modules/rope": ".store/rope@1.0.0-abc/node_modules/rope",
        "node_modules/.store/rope@1.0.0-abc/node_modules/hemp": "../../hemp@2.0.0-def/node_modules/hemp",
      },
    ],
    [
      "an archive from the project, in pnpm",
      {
        ...rope("node_modules/.pnpm/rope@file+vendor+rope-1.0.0.tgz/node_modules/rope"),
        ...hemp("node_modules/.pnpm/rope@file+vendor+rope-1.0.0.tgz/node_modules/hemp"),
      },
      { "node_modules/rope": ".pnpm/rope@file+vendor+rope-1.0.0.tgz/node_modules/rope" },
    ],
  ])("%s", async (_, files, links) => {
    expect(await codeOf(create({ ...USE, ...files }, links))).toContain('"very"');
  });

  test("Yarn: archives, and virtual directories for peers", async () => {
    // Each has one file, node_modules/<name>/index.js, as in `rope` and `hemp` above.
    const archive = (base64: string): Uint8Array => new Uint8Array(Buffer.from(base64, "base64"));
    const project = create({
      ...USE,
      ".pnp.data.json": JSON.stringify(PNP),
      ".yarn/cache/rope.zip": archive(
        "UEsDBBQAAAAAAAAAIQCmCc/1IgAAACIAAAAaAAAAbm9kZV9tb2R1bGVzL3JvcGUvaW5kZXguanNleHBvcnRzLnRpZT1yZXF1aXJlKCJoZW1wIikuc3Ryb25nUEsBAhQDFAAAAAAAAAAhAKYJz/UiAAAAIgAAABoAAAAAAAAAAAAAAIABAAAAAG5vZGVfbW9kdWxlcy9yb3BlL2luZGV4LmpzUEsFBgAAAAABAAEASAAAAFoAAAAAAA==",
      ),
      ".yarn/cache/hemp.zip": archive(
        "UEsDBBQAAAAAAAAAIQCq9mFTFQAAABUAAAAaAAAAbm9kZV9tb2R1bGVzL2hlbXAvaW5kZXguanNleHBvcnRzLnN0cm9uZz0idmVyeSJQSwECFAMUAAAAAAAAACEAqvZhUxUAAAAVAAAAGgAAAAAAAAAAAAAAgAEAAAAAbm9kZV9tb2R1bGVzL2hlbXAvaW5kZXguanNQSwUGAAAAAAEAAQBIAAAATQAAAAAA",
      ),
    });
    expect(await codeOf(project)).toContain('"very"');
  });

  test.each<[string, string, Files, Links]>([
    [
      "the project, installed as a package",
      "harbour",
      {
        "node_modules/harbour/package.json": '{ "name": "harbour" }',
        "node_modules/harbour/index.js": `exports.tie = "${SECRET}";`,
      },
      {},
    ],
    [
      "pnpm's copy of a package of the workspace",
      "rope",
      {
        "node_modules/.pnpm/rope@file+packages+rope/node_modules/rope/package.json": '{ "name": "rope" }',
        "node_modules/.pnpm/rope@file+packages+rope/node_modules/rope/index.js": `exports.tie = "${SECRET}";`,
      },
      { "node_modules/rope": ".pnpm/rope@file+packages+rope/node_modules/rope" },
    ],
  ])("but not %s", async (_, name, files, links) => {
    const project = create(
      {
        ...moor(`import { tie } from "${name}"; export default tie;`),
        ...files,
        "package.json": '{ "name": "harbour" }',
      },
      links,
    );
    const { diagnostics } = await run(project);
    expect(diagnostics.map(({ message }) => message)).toEqual([
      expect.stringMatching(new RegExp(`is a file of "${name}", a package of the project$`)),
    ]);
    expect(diagnostics[0]?.help?.[0]).toBe(`admit the package with module: { scripts: { packages: ["${name}"] } }`);
    expect(await codeOf(project, { module: { scripts: { packages: [name] } } })).toContain(SECRET);
  });
});

test("a project that is itself a skill has its own packages", async () => {
  const project = create({
    "SKILL.md": String(PROJECT["skills/mooring/SKILL.md"]).replace("name: mooring", "name: harbour"),
    "scripts/moor.ts": 'import { tie } from "knots"; import s from "harbour/secret.json"; export default [tie, s];',
  });
  const { diagnostics } = await run(project, { sources: ["."], rules: { "name-dir-mismatch": "off" } });
  const found = diagnostics.filter(({ rule }) => rule === "script-invalid");
  expect(found.map(({ file, span, message }) => [file, span?.start.column, message.replace(/^.*?: /, "")])).toEqual([
    ["scripts/moor.ts", 44, '"secret.json" is not a file of an installed package'],
  ]);
  project.write({ "scripts/moor.ts": 'import { tie } from "knots"; export default tie;' });
  expect(await codeOf(project, { sources: ["."] })).toContain("tie=1");
});

test.runIf(process.platform !== "win32")("pipes and devices of packages are not read", async () => {
  const project = create(moor('import a from "knots/pipe.js"; import b from "knots/zero.js"; export default [a, b];'), {
    "node_modules/knots/zero.js": "/dev/zero",
  });
  execFileSync("mkfifo", [join(project.dir, "node_modules/knots/pipe.js")]);
  const { diagnostics } = await run(project);
  expect(diagnostics.map(({ span, message }) => [span?.start.column, message.replace(/^.*?: /, "")])).toEqual([
    [15, '"pipe.js" is not a regular file'],
    [46, '"zero" is not a regular file'],
  ]);
});

test.each([
  ['import("./own" + ".ts")', false],
  ["import(`./own.ts`)", false],
  ["import(true ? './own.ts' : './other.ts')", false],
  ['import("./own.ts" as string)', false],
  ['require("./" + "own.ts")', false],
  ['import("./own.ts")', true],
  ["import( /* ours */ './own.ts' /* its own */ )", true],
  ['require("knots")', true],
  ['[import("é"+"./own.ts".slice(1)), import("./own.ts",)]', false],
])("%s is a plain string: %s", async (code, isPlain) => {
  const project = create({
    ...moor(`export default ${code};\n`),
    "skills/mooring/scripts/own.ts": "export default 1;\n",
  });
  const { diagnostics } = await run(project, { rules: { "file-orphan": "off" } });
  expect(diagnostics.map(({ message, span }) => [message, span?.start.line])).toEqual(
    isPlain ? [] : [[`the script cannot be compiled: ${PLAIN}`, 1]],
  );
});

test("what is admitted is a package of the workspace, not the project, nor what never ships", async () => {
  const project = create(
    {
      ...moor('import s from "app/conf.json"; export default s;'),
      "skills/mooring/scripts/env.ts": 'import s from "app/.env.json"; export default s;',
      "skills/mooring/scripts/own.ts": 'import s from "whole/secret.json"; export default s;',
      "packages/app/.env.json": '{ "key": "mackerel" }',
      "secret.json": '{ "key": "mackerel" }',
    },
    { "node_modules/whole": "../../../../" },
  );
  const code = await codeOf(project, { module: { scripts: { packages: ["app", "whole", "harbour", "absent"] } } });
  expect(code).toContain(SECRET);
  expect(code).not.toContain("mackerel");
});

test("attributes are for data and text of the skill", async () => {
  const project = create({
    ...moor(
      'import a from "../a.json" with { type: "json" };\nimport b from "../a.json" with { type: "text" };\nimport c from "../c.txt" with { type: "text" };\nexport default [a, b, c];\n',
    ),
    "skills/mooring/scripts/bytes.ts": 'import s from "../a.json" with { type: "bytes" }; export default s;',
    "skills/mooring/scripts/code.ts": 'import s from "./moor.ts" with { type: "text" }; export default s;',
    "skills/mooring/scripts/other.ts": 'import s from "../a.json" with { mode: "x" }; export default s;',
    "skills/mooring/a.json": '{ "rope": "hemp" }',
    "skills/mooring/c.txt": "bowline",
  });
  const { diagnostics } = await run(project, { rules: { "file-orphan": "off" } });
  expect(
    diagnostics.map(({ file, span, message }) => [file, span?.start.column, message.replace(/^.*?: /, "")]),
  ).toEqual([
    ["skills/mooring/scripts/bytes.ts", 15, '"a.json" cannot be imported with the type "bytes"'],
    ["skills/mooring/scripts/code.ts", 15, '"scripts/moor.ts" cannot be imported with the type "text"'],
    ["skills/mooring/scripts/other.ts", 15, "the import attribute mode is not supported"],
  ]);
  const code = await codeOf(project);
  expect(code).toContain('{rope:"hemp"}');
  expect(code).toContain('{ "rope": "hemp" }');
  expect(code).toContain("bowline");
});

test("files that never ship, and credentials, are found in what a script imports", async () => {
  const token = ["ghp", "Zk3vQ9sLx2WmT7bRy5NcJ8dHf4GpA6uYw1Kq"].join("_");
  const project = create({
    ...moor('import key from "../key.json";\nimport env from "../.env.json";\nexport default [key, env];\n'),
    "skills/mooring/key.json": JSON.stringify({ token }),
    "skills/mooring/.env.json": JSON_SECRET,
  });
  const { ok, diagnostics } = await run(project, { rules: { "script-invalid": "warning" } });
  expect(ok).toBe(false);
  expect(diagnostics.map(({ rule, file }) => [rule, file])).toEqual(
    expect.arrayContaining([
      ["secret-in-text", "skills/mooring/key.json"],
      ["script-invalid", "skills/mooring/scripts/moor.ts"],
    ]),
  );
  expect(listFiles(project.dir).filter((path) => path.startsWith("generated/"))).toEqual([]);
});

test("a bundler of the application finds no file to embed in a module", async () => {
  const project = create(
    moor(
      'const { meta } = { meta: import.meta };\nexport const url = new URL("../../../secret.json", import.meta.url).href;\nexport const all = import.meta.glob?.("../../../*.json");\nexport const mode = import.meta.env?.MODE;\nexport { meta };\n',
    ),
  );
  const code = await codeOf(project);
  expect(code).not.toMatch(/import\.meta(?!\.env|;)/);
  expect(code.match(/import\.meta;/g)).toHaveLength(1);
});

test("no path of the machine is in the code, whatever packages say of themselves", async () => {
  const project = create({
    ...moor('import { tie } from "knots"; import { free } from "app/licensed.js"; export default [tie, free];'),
    "node_modules/knots/index.js":
      "/*! knots, MIT */\nexports.tie = typeof __filename;\n//# sourceMappingURL=index.js.map\n",
    "node_modules/knots/index.js.map": `{"version":3,"sources":["/${SECRET}"],"mappings":"AAAA"}`,
    "packages/app/licensed.js": "/** @license app */\nexports.free = 1;\n",
  });
  const code = await codeOf(project, { module: { scripts: { packages: ["app"] } } });
  expect(code).toContain("knots, MIT");
  expect(code).not.toContain(SECRET);
  expect(code).not.toContain(project.dir);
  expect(code).not.toContain("sourceMappingURL");
});
