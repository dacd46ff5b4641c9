/** The import table of src/README.md as data, and the other rules of the house that a machine can hold. */
import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import typescript from "typescript-5.9";
import { describe, expect, test } from "vitest";

const SRC = join(import.meta.dirname, "../src");

/** Room -> rooms that it may import; its own files are always allowed. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  runtime: [],
  model: ["runtime"],
  paths: ["runtime"],
  diagnostics: ["model", "runtime", "rules.ts"],
  formats: ["model", "diagnostics", "rules.ts", "runtime"],
  contents: ["model", "runtime"],
  phases: ["diagnostics"],
  targets: ["contents", "diagnostics", "model", "runtime"],
  "rules.ts": [
    "diagnostics",
    "model",
    "phases",
    "phases/1-discover",
    "phases/2-parse",
    "phases/3-check",
    "phases/4-link",
    "config",
    "prepare",
    "targets",
    "api",
  ],
  "rule-docs.ts": [
    "rules.ts",
    "diagnostics",
    "model",
    "phases",
    "phases/1-discover",
    "phases/2-parse",
    "phases/3-check",
    "phases/4-link",
    "config",
    "prepare",
    "targets",
    "api",
  ],
  profiles: ["model"],
  platforms: ["model"],
  config: [
    "rules.ts",
    "model",
    "diagnostics",
    "paths",
    "profiles",
    "platforms",
    "runtime",
    "bundle",
    "schemas",
    "targets",
  ],
  "phases/1-discover": ["contents", "model", "diagnostics", "paths", "profiles", "runtime"],
  "phases/2-parse": ["model", "diagnostics", "profiles", "prepare", "runtime"],
  prepare: ["model", "diagnostics", "runtime"],
  "phases/3-check": ["model", "diagnostics", "paths", "profiles", "prepare", "runtime"],
  "phases/4-link": ["model", "diagnostics", "paths", "profiles", "runtime"],
  bundle: ["model"],
  fixes: ["model"],
  host: ["model"],
  "compile.ts": [
    "contents",
    "phases/1-discover",
    "phases/2-parse",
    "phases/3-check",
    "phases/4-link",
    "prepare",
    "diagnostics",
    "model",
    "profiles",
    "runtime",
    "targets",
  ],
  api: [
    "compile.ts",
    "targets",
    "phases/2-parse",
    "phases/3-check",
    "config",
    "host",
    "bundle",
    "fixes",
    "diagnostics",
    "model",
    "platforms",
    "profiles",
    "runtime",
  ],
  "index.ts": ["formats", "api", "config", "diagnostics", "model", "profiles", "runtime"],
  schemas: ["platforms", "runtime", "model", "targets"],
  cli: [
    "targets",
    "rules.ts",
    "rule-docs.ts",
    "formats",
    "api",
    "config",
    "diagnostics",
    "host",
    "model",
    "platforms",
    "profiles",
    "runtime",
    "paths",
  ],
};

/** Library -> the rooms that may import it. */
const IMPORTERS: Readonly<Record<string, readonly string[]>> = {
  yaml: ["phases/2-parse"],
  unified: ["phases/2-parse"],
  "remark-parse": ["phases/2-parse"],
  "remark-frontmatter": ["phases/2-parse"],
  ignore: ["phases/1-discover"],
  zod: ["schemas"],
  esbuild: ["bundle"],
  diff: ["fixes"],
};

/** Rooms that may know Node. */
const KNOWS_NODE: ReadonlySet<string> = new Set(["host", "bundle", "api", "cli", "schemas"]);

interface Import {
  readonly file: string;
  readonly room: string;
  readonly target: string;
}

const files = readdirSync(SRC, { recursive: true, encoding: "utf8" })
  .filter((path) => path.endsWith(".ts"))
  .map((path) => path.replaceAll("\\", "/"))
  .sort();

const imports: readonly Import[] = files.flatMap((file) => {
  const { importedFiles } = typescript.preProcessFile(readFileSync(join(SRC, file), "utf8"), true, true);
  return importedFiles.map(({ fileName }) => ({ file, room: roomOf(file), target: fileName }));
});

function roomOf(file: string): string {
  const [first = "", second, third] = file.split("/");
  return first === "phases" && third !== undefined ? `${first}/${second}` : first;
}

const packageOf = (specifier: string): string =>
  specifier
    .split("/")
    .slice(0, specifier.startsWith("@") ? 2 : 1)
    .join("/");

describe("the import table", () => {
  test("every room is in the table", () => {
    expect([...new Set(files.map(roomOf))].filter((room) => !(room in MAY_IMPORT))).toEqual([]);
  });

  test("rooms import only what the table allows", () => {
    const wrong = imports
      .filter(({ target }) => target.startsWith("."))
      .map(({ file, room, target }) => ({
        file,
        room,
        to: roomOf(relative(SRC, join(SRC, file, "..", target)).replaceAll("\\", "/")),
      }))
      .filter(({ room, to }) => to !== room && MAY_IMPORT[room]?.includes(to) !== true)
      .map(({ file, to }) => `${file} -> ${to}`);
    expect(wrong).toEqual([]);
  });

  test("each library has one room", () => {
    const wrong = imports
      .filter(({ target }) => !target.startsWith(".") && !target.startsWith("node:"))
      .filter(({ room, target }) => IMPORTERS[packageOf(target)]?.includes(room) !== true)
      .map(({ file, target }) => `${file} -> ${target}`);
    expect(wrong).toEqual([]);
  });

  test("only a few rooms know Node", () => {
    const wrong = imports.filter(({ room, target }) => target.startsWith("node:") && !KNOWS_NODE.has(room));
    expect(wrong).toEqual([]);
  });

  test("the access layer imports nothing", () => {
    expect(imports.filter(({ file }) => file === "runtime/access.ts")).toEqual([]);
  });

  test("relative imports name their file", () => {
    const wrong = imports.filter(({ target }) => target.startsWith(".") && !target.endsWith(".ts"));
    expect(wrong).toEqual([]);
  });
});

describe("files", () => {
  const lengthOf = (file: string): number => readFileSync(join(SRC, file), "utf8").split("\n").length;

  test("over 350 lines only tables, and the access layer, which has to be one file", () => {
    const allowed = new Set(["runtime/access.ts"]);
    expect(files.filter((file) => lengthOf(file) > 350 && !allowed.has(file))).toEqual([]);
  });

  test("no drawer for everything", () => {
    expect(files.filter((file) => /(?:^|\/)(?:utils?|helpers?|common|misc)\b/.test(file))).toEqual([]);
  });

  test("the front door of a room says what it takes, gives and never does", () => {
    const doors = files.filter((file) => file.endsWith("/index.ts") || file === "index.ts");
    const silent = doors.filter((file) => {
      const head = readFileSync(join(SRC, file), "utf8").slice(0, 900);
      return !/Takes:[\s\S]*Gives:[\s\S]*Never:/.test(head);
    });
    expect(silent).toEqual([]);
  });
});
