/** The import table of src/README.md as data, and the other rules of the house that a machine can hold. */
import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import typescript from "typescript-5.9";
import { describe, expect, test } from "vitest";

const SRC = join(import.meta.dirname, "../src");

/** Everything that reports findings: the book of rules is put together from these. */
const RULE_ROOMS = [
  "phases",
  "phases/1-discover",
  "phases/2-parse",
  "phases/3-check",
  "phases/4-link",
  "config",
  "prepare",
  "targets",
  "api",
  "diagnostics",
];

/** Room -> rooms that it may import; its own files are always allowed. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  runtime: [],
  model: ["runtime"],
  paths: ["runtime"],
  diagnostics: ["model", "runtime"],
  formats: ["model", "diagnostics", "rules.ts", "runtime"],
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
  contents: ["model"],
  // The files at the top are the glue: they call the phases and the judge.
  phases: [
    "phases/1-discover",
    "phases/2-parse",
    "phases/3-check",
    "phases/4-link",
    "contents",
    "diagnostics",
    "model",
    "paths",
    "prepare",
    "profiles",
    "rules.ts",
    "runtime",
    "targets",
  ],
  "phases/1-discover": ["contents", "model", "diagnostics", "paths", "profiles", "runtime"],
  "phases/2-parse": ["model", "diagnostics", "profiles", "prepare", "runtime"],
  "phases/3-check": ["model", "diagnostics", "paths", "profiles", "prepare", "runtime"],
  "phases/4-link": ["model", "diagnostics", "paths", "profiles", "runtime"],
  targets: ["contents", "diagnostics", "model", "runtime"],
  prepare: ["model", "diagnostics", "runtime"],
  bundle: ["model"],
  fixes: ["model"],
  host: ["model"],
  schemas: ["platforms", "runtime", "model", "targets"],
  "rules.ts": RULE_ROOMS,
  "rule-docs.ts": [...RULE_ROOMS, "rules.ts", "model", "profiles"],
  "compile.ts": ["phases", "contents", "diagnostics", "model", "runtime"],
  api: [
    "compile.ts",
    "rules.ts",
    "phases",
    "phases/2-parse",
    "phases/3-check",
    "config",
    "contents",
    "host",
    "bundle",
    "fixes",
    "diagnostics",
    "model",
    "platforms",
    "profiles",
    "runtime",
    "targets",
  ],
  "index.ts": ["formats", "api", "config", "diagnostics", "model", "profiles", "runtime", "host"],
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

/** What breaks the next three rules today. These lists only shrink: what is fixed must leave them. */
const CIRCLES: readonly string[] = [];
const LONG_FUNCTIONS: readonly string[] = [
  "api/compiler.ts createCompiler",
  "diagnostics/findings.ts createFindings",
  "phases/3-check/files/file-mentions.ts createMentionGraph",
];
const LONG_PARAMETER_LISTS: readonly string[] = [
  "config/json-fault.ts explain",
  "config/resolve-sources.ts resolveDirectory",
  "formats/pretty.ts frame",
  "phases/2-parse/frontmatter-fields.ts reportProblems",
  "phases/2-parse/frontmatter-styles.ts found",
  "phases/2-parse/yaml-causes.ts explainMissing",
  "phases/2-parse/yaml-fixes.ts offer",
  "phases/2-parse/yaml-repair.ts (anonymous)",
  "phases/3-check/description/rules.ts notString",
  "phases/3-check/entries/rules.ts entryRule",
  "phases/3-check/fields/rules.ts notString",
  "phases/3-check/name/rules.ts notString",
];

/** The access layer is one file and one function by design; a schema is a table. */
const isExempt = ({ file, name }: FoundFunction): boolean => file === "runtime/access.ts" || name === "configSchema";

const MAX_LINES = 60;
const MAX_PARAMETERS = 4;

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

test("no circle of imports, types included", () => {
  const targets = new Map(
    files.map((file) => [
      file,
      imports
        .filter((one) => one.file === file && one.target.startsWith("."))
        .map(({ target }) => resolved(file, target)),
    ]),
  );
  expect(findCircles(targets)).toEqual(CIRCLES);
});

const resolved = (file: string, target: string): string =>
  relative(SRC, join(SRC, file, "..", target)).replaceAll("\\", "/");

/** Strongly connected parts of more than one file, by Tarjan; each as one line. */
function findCircles(targets: ReadonlyMap<string, readonly string[]>): readonly string[] {
  const index = new Map<string, number>();
  const low = new Map<string, number>();
  const waiting: string[] = [];
  const circles: string[] = [];
  const lower = (file: string, to: number): void => void low.set(file, Math.min(low.get(file) ?? to, to));
  const visit = (file: string): void => {
    index.set(file, index.size);
    lower(file, index.size - 1);
    waiting.push(file);
    for (const next of targets.get(file) ?? []) {
      if (!index.has(next)) visit(next);
      if (waiting.includes(next)) lower(file, low.get(next) ?? 0);
    }
    if (low.get(file) !== index.get(file)) return;
    const part = waiting.splice(waiting.indexOf(file));
    if (part.length > 1 || targets.get(file)?.includes(file) === true) circles.push(part.sort().join(" "));
  };
  for (const file of targets.keys()) if (!index.has(file)) visit(file);
  return circles.sort();
}

describe("functions", () => {
  const found = files.flatMap((file) => functionsOf(file)).filter((one) => !isExempt(one));

  test("are no longer than 60 lines, blank lines and comments skipped", () => {
    const long = found.filter(({ lines }) => lines > MAX_LINES);
    expect(long.map(({ file, name }) => `${file} ${name}`)).toEqual(LONG_FUNCTIONS);
  });

  test("have four parameters at most", () => {
    const wide = found.filter(({ parameters }) => parameters > MAX_PARAMETERS);
    expect(wide.map(({ file, name }) => `${file} ${name}`)).toEqual(LONG_PARAMETER_LISTS);
  });
});

interface FoundFunction {
  readonly file: string;
  readonly name: string;
  readonly lines: number;
  readonly parameters: number;
}

function functionsOf(file: string): readonly FoundFunction[] {
  const text = readFileSync(join(SRC, file), "utf8");
  const source = typescript.createSourceFile(file, text, typescript.ScriptTarget.Latest, true);
  const found: FoundFunction[] = [];
  const visit = (node: typescript.Node): void => {
    if (typescript.isFunctionLike(node) && "body" in node && node.body !== undefined)
      found.push({ file, name: nameOf(node), lines: codeLines(node, source), parameters: node.parameters.length });
    typescript.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

function nameOf(node: typescript.SignatureDeclaration): string {
  const named = node.name ?? (typescript.isParameter(node.parent) ? undefined : node.parent);
  const name = named !== undefined && "name" in named ? named.name : named;
  return name !== undefined && typescript.isIdentifier(name as typescript.Node)
    ? (name as typescript.Identifier).text
    : "(anonymous)";
}

/** Lines on which there is a token. */
function codeLines(node: typescript.Node, source: typescript.SourceFile): number {
  const lines = new Set<number>();
  const lineOf = (offset: number): number => source.getLineAndCharacterOfPosition(offset).line;
  const visit = (token: typescript.Node): void => {
    if (typescript.isJSDoc(token)) return;
    const children = token.getChildren(source);
    if (children.length > 0) return children.forEach(visit);
    if (token.getWidth(source) === 0) return;
    for (let line = lineOf(token.getStart(source)); line <= lineOf(token.end); line++) lines.add(line);
  };
  visit(node);
  return lines.size;
}

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
