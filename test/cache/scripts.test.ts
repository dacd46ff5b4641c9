/** Compiled scripts are those of the packages as they are now: no command says or writes what an earlier run found. */
import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { lookUpBuild, lookUpCheck, repeatBuild, repeatCheck } from "../../src/api/kept/repeat.ts";
import { listFiles } from "../support/consumer.ts";

const root = mkdtempSync(join(tmpdir(), "skillc-cache-scripts-"));
afterAll(() => rmSync(root, { recursive: true }));

type Write = (files: Readonly<Record<string, string>>) => void;

interface Place {
  readonly dir: string;
  readonly write: Write;
  readonly link: (path: string, target: string) => void;
}

const KNOTS = {
  "node_modules/knots/package.json": '{ "name": "knots", "version": "1.0.0", "main": "index.js" }',
  "node_modules/knots/index.js": 'exports.tie = "old-1" + require("hemp");\n',
  "node_modules/knots/other.js": 'exports.tie = "new-1";\n',
  "node_modules/hemp/package.json": '{ "name": "hemp", "version": "1.0.0" }',
  "node_modules/hemp/index.js": 'module.exports = "hemp";\n',
};
const PLAIN = {
  "package.json": "{}",
  "node_modules/.keep": "",
  "skills/mooring/SKILL.md":
    "---\nname: mooring\ndescription: Chooses lines and knots for a berth. Use when a boat is moored.\n---\n\nRun `scripts/moor.ts`.\n",
  "skills/mooring/scripts/moor.ts": 'import { tie } from "knots";\nexport default tie;\n',
};
const JSON_CONFIG = { "skillc.config.json": '{ "sources": ["skills"], "module": { "scripts": true } }' };

const keepTime = (path: string, change: () => void): void => {
  const { atime, mtime } = statSync(path);
  change();
  utimesSync(path, atime, mtime);
};

/** The project before, and what then happens to it. */
interface Edit {
  readonly files?: Readonly<Record<string, string>>;
  readonly links?: Readonly<Record<string, string>>;
  /** Whether the script cannot be compiled before, or imports what cannot be noted. */
  readonly isOpen?: boolean;
  readonly apply: (place: Place) => void;
}

const newText = ({ write }: Place): void => write({ "node_modules/knots/index.js": 'exports.tie = "new-1" + 1;\n' });

const EDITS: Readonly<Record<string, Edit>> = {
  "the content of a package": { files: KNOTS, apply: newText },
  "the content, of the same size and time": {
    files: KNOTS,
    apply: ({ dir, write }) =>
      keepTime(join(dir, "node_modules/knots/index.js"), () =>
        write({ "node_modules/knots/index.js": KNOTS["node_modules/knots/index.js"].replace("old-1", "new-1") }),
      ),
  },
  "its main": {
    files: KNOTS,
    apply: ({ write }) =>
      write({ "node_modules/knots/package.json": '{ "name": "knots", "version": "1.0.0", "main": "other.js" }' }),
  },
  "its exports": {
    files: KNOTS,
    apply: ({ write }) =>
      write({ "node_modules/knots/package.json": '{ "name": "knots", "exports": { ".": "./other.js" } }' }),
  },
  "a package that it depends on": {
    files: KNOTS,
    apply: ({ write }) => write({ "node_modules/hemp/index.js": 'module.exports = "new-1";\n' }),
  },
  "a package below it": {
    files: KNOTS,
    apply: ({ write }) => write({ "node_modules/knots/node_modules/hemp/index.js": 'module.exports = "new-1";\n' }),
  },
  "a nearer package": {
    files: KNOTS,
    apply: ({ write }) =>
      write({
        "skills/node_modules/knots/package.json": '{ "name": "knots" }',
        "skills/node_modules/knots/index.js": 'exports.tie = "new-1";\n',
      }),
  },
  "a link to another version": {
    files: {
      "node_modules/.pnpm/knots@1/node_modules/knots/index.js": 'exports.tie = "old-1";\n',
      "node_modules/.pnpm/knots@2/node_modules/knots/index.js": 'exports.tie = "new-1";\n',
    },
    links: { "node_modules/knots": ".pnpm/knots@1/node_modules/knots" },
    apply: ({ dir, link }) => {
      rmSync(join(dir, "node_modules/knots"));
      link("node_modules/knots", ".pnpm/knots@2/node_modules/knots");
    },
  },
  "a package that is installed later": {
    isOpen: true,
    apply: ({ write }) => write({ ...KNOTS, "node_modules/knots/index.js": 'exports.tie = "new-1";' }),
  },
  "a package that is removed": {
    files: KNOTS,
    apply: ({ dir }) => renameSync(join(dir, "node_modules/knots"), join(dir, "node_modules/nots")),
  },
  "a file that its module names, and that was missing": {
    files: {
      ...KNOTS,
      "node_modules/knots/package.json": '{ "name": "knots", "main": "index.js", "module": "dist/knots" }',
      "node_modules/knots/dist/readme.txt": "",
    },
    apply: ({ write }) => write({ "node_modules/knots/dist/knots.js": 'export const tie = "new-1";\n' }),
  },
  "a nearer package whose main was missing": {
    files: {
      ...KNOTS,
      "skills/node_modules/knots/package.json": '{ "name": "knots", "main": "lib" }',
      "skills/node_modules/knots/lib/readme.txt": "",
    },
    apply: ({ write }) => write({ "skills/node_modules/knots/lib/index.js": 'exports.tie = "new-1";\n' }),
  },
  "a file that comes before the one that was found": {
    files: {
      ...KNOTS,
      "node_modules/knots/index.js": 'exports.tie = require("./part");\n',
      "node_modules/knots/part/index.js": 'module.exports = "old-1";\n',
    },
    apply: ({ write }) => write({ "node_modules/knots/part.json": '"new-1"' }),
  },
  "a manifest beside the file, and what it replaces": {
    files: {
      ...KNOTS,
      "node_modules/knots/index.js": 'exports.tie = require("./lib/tie.js");\n',
      "node_modules/knots/lib/tie.js": 'module.exports = "old-1";\n',
      "node_modules/knots/lib/web.js": 'module.exports = "new-1";\n',
    },
    apply: ({ write }) => write({ "node_modules/knots/lib/package.json": '{ "browser": { "./tie.js": "./web.js" } }' }),
  },
  "a file that a package takes from its own imports": {
    isOpen: true,
    files: {
      ...KNOTS,
      "node_modules/knots/package.json": '{ "name": "knots", "imports": { "#hemp": "hemp" } }',
      "node_modules/knots/index.js": 'exports.tie = require("#hemp");\n',
    },
    apply: ({ write }) => write({ "node_modules/knots/node_modules/hemp/index.js": 'module.exports = "new-1";\n' }),
  },
  "a broken package that is repaired": {
    isOpen: true,
    files: { ...KNOTS, "node_modules/knots/index.js": "exports.tie = require('./absent.js');\n" },
    apply: ({ write }) => write({ "node_modules/knots/absent.js": 'module.exports = "new-1";\n' }),
  },
  "a package that becomes one of the workspace": {
    files: {
      ...KNOTS,
      "packages/knots/package.json": '{ "name": "knots" }',
      "packages/knots/index.js": 'exports.tie = "new-1";',
    },
    apply: ({ dir, link }) => {
      rmSync(join(dir, "node_modules/knots"), { recursive: true });
      link("node_modules/knots", "../packages/knots");
    },
  },
};

const CONFIGS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  yaml: { "skillc.config.yaml": "sources: [skills]\nmodule: { scripts: true }\n" },
  mjs: { "skillc.config.mjs": 'export default { sources: ["skills"], module: { scripts: true } };\n' },
  ts: { "skillc.config.ts": 'export default { sources: ["skills"], module: { scripts: true } };\n' },
};

const CASES: readonly (readonly [name: string, Edit])[] = [
  ...Object.entries(EDITS).map(
    ([name, edit]) => [name, { ...edit, files: { ...edit.files, ...JSON_CONFIG } }] as const,
  ),
  ...Object.entries(CONFIGS).map(
    ([kind, config]) =>
      [`a package, with a config in ${kind}`, { files: { ...KNOTS, ...config }, apply: newText }] as const,
  ),
];

const COMMANDS = {
  check: (options: object) => repeatCheck({ ...options }),
  build: (options: object) => repeatBuild({ ...options }),
  "build --check": (options: object) => repeatBuild({ ...options, verify: true }),
};

function create(name: string, { files = {}, links = {} }: Partial<Edit>): Place {
  const dir = join(root, name.replaceAll(/\W+/g, "-"));
  const prepare = (path: string): string => {
    mkdirSync(dirname(join(dir, path)), { recursive: true });
    return join(dir, path);
  };
  const place: Place = {
    dir,
    write(more) {
      for (const [path, text] of Object.entries(more)) writeFileSync(prepare(path), text);
    },
    link: (path, target) => symlinkSync(target, prepare(path)),
  };
  place.write({ ...PLAIN, ...files });
  for (const [path, target] of Object.entries(links)) place.link(path, target);
  return place;
}

const shown = ({
  exitCode,
  diagnostics,
}: {
  readonly exitCode: number;
  readonly diagnostics: readonly { readonly message: string }[];
}) => ({
  exitCode,
  messages: diagnostics.map(({ message }) => message),
});

const written = (dir: string): string =>
  listFiles(dir)
    .filter((path) => path.startsWith("generated/"))
    .map((path) => `${path}\n${readFileSync(join(dir, path), "utf8")}`)
    .join("\n");

const places = new Map<string, Place>();

beforeAll(async () => {
  for (const [name, edit] of [...CASES, ["no scripts", { files: { "skillc.config.json": "{}" } }] as const])
    places.set(name, create(name, edit));
  // Outcomes are only kept of files that are older than the clock can tell.
  await delay(2100);
  for (const { dir } of places.values())
    // The second run of each finds the output as it is.
    for (let time = 0; time < 2; time++)
      // oxlint-disable-next-line no-await-in-loop -- One command after the other, as a person runs them.
      for (const run of Object.values(COMMANDS)) await run({ cwd: dir });
}, 120_000);

test("an outcome is kept where no script is compiled", () => {
  const { dir: cwd } = places.get("no scripts") as Place;
  expect(lookUpCheck({ cwd })?.result).toBeDefined();
  expect(lookUpBuild({ cwd, verify: true })?.result).toBeDefined();
});

test.each(CASES)("every command sees %s", async (name, edit) => {
  const place = places.get(name) as Place;
  // A program may decide anything, and what is missing may be anywhere.
  const isKept = edit.files?.["skillc.config.mjs"] === undefined && edit.files?.["skillc.config.ts"] === undefined;
  const options = { cwd: place.dir };
  const known = [lookUpCheck(options), lookUpBuild(options), lookUpBuild({ ...options, verify: true })];
  expect(known.map((run) => run?.result?.exitCode)).toEqual(
    isKept && edit.isOpen !== true ? [0, 0, 0] : [undefined, undefined, undefined],
  );
  const before = shown(await repeatBuild({ cwd: place.dir, cache: false }));
  const old = written(place.dir);
  edit.apply(place);
  for (const command of ["check", "build --check", "build", "check", "build --check"] as const) {
    const run = COMMANDS[command];
    // oxlint-disable-next-line no-await-in-loop
    const one = shown(await run({ cwd: place.dir }));
    // oxlint-disable-next-line no-await-in-loop
    expect([command, one]).toEqual([command, shown(await run({ cwd: place.dir, cache: false }))]);
  }
  const after = shown(await repeatBuild({ cwd: place.dir, cache: false }));
  expect([after, written(place.dir)]).not.toEqual([before, old]);
  if (after.exitCode === 0) expect(written(place.dir)).toContain("new-1");
});
