/** The code agrees with the import table of src/README.md, and with the other rules of the house. */
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import typescript from "typescript-5.9";
import { describe, expect, test } from "vitest";
import { rooms } from "./map/rooms.mjs";

const SRC = join(import.meta.dirname, "../src");

/** Rooms that a room may import; its own files are always allowed. */
const mayImport: ReadonlyMap<string, readonly string[]> = new Map(rooms.map(({ name, imports }) => [name, imports]));
/** Library -> the only room that may import it. */
const importers: ReadonlyMap<string, string> = new Map(
  rooms.flatMap(({ name, libraries = [] }) => libraries.map((library) => [library, name] as const)),
);
const knowsNode: ReadonlySet<string> = new Set(rooms.flatMap((room) => (room.knowsNode === true ? [room.name] : [])));

interface Import {
  readonly file: string;
  readonly room: string;
  readonly target: string;
}

const files = readdirSync(SRC, { recursive: true, encoding: "utf8" })
  .filter((path) => path.endsWith(".ts"))
  .map((path) => path.replaceAll("\\", "/"))
  .sort();

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
  const crossing = imports
    .filter(({ target }) => target.startsWith("."))
    .map(({ file, room, target }) => ({ file, room, to: roomOf(resolved(file, target)) }))
    .filter(({ room, to }) => to !== room);

  test("every room is in the table, and every room of the table exists", () => {
    expect([...mayImport.keys()].sort()).toEqual([...new Set(files.map(roomOf))].sort());
  });

  test("rooms import only what the table allows", () => {
    const wrong = crossing.filter(({ room, to }) => mayImport.get(room)?.includes(to) !== true);
    expect(wrong.map(({ file, to }) => `${file} -> ${to}`)).toEqual([]);
  });

  test("the table allows nothing that no file uses", () => {
    const used = new Set(crossing.map(({ room, to }) => `${room} -> ${to}`));
    const allowed = rooms.flatMap(({ name, imports }) => imports.map((to) => `${name} -> ${to}`));
    expect(allowed.filter((line) => !used.has(line))).toEqual([]);
  });

  test("a room imports only rooms above it in the table, except rules.ts", () => {
    const order = rooms.map(({ name }) => name);
    const wrong = rooms.flatMap(({ name, imports }, at) =>
      imports.filter((to) => to !== "rules.ts" && order.indexOf(to) >= at).map((to) => `${name} -> ${to}`),
    );
    expect(wrong).toEqual([]);
  });

  test("each library has one room", () => {
    const packages = imports.filter(({ target }) => !target.startsWith(".") && !target.startsWith("node:"));
    const wrong = packages.filter(({ room, target }) => importers.get(packageOf(target)) !== room);
    expect(wrong.map(({ file, target }) => `${file} -> ${target}`)).toEqual([]);
    expect([...importers.keys()].sort()).toEqual([...new Set(packages.map(({ target }) => packageOf(target)))].sort());
  });

  test("only a few rooms know Node", () => {
    const toNode = imports.filter(({ target }) => target.startsWith("node:")).map(({ room }) => room);
    expect([...new Set(toNode)].sort()).toEqual([...knowsNode].sort());
  });

  test("the access layer imports nothing", () => {
    expect(imports.filter(({ file }) => file === "runtime/access.ts")).toEqual([]);
  });

  test("relative imports name their file", () => {
    const wrong = imports.filter(({ target }) => target.startsWith(".") && !target.endsWith(".ts"));
    expect(wrong).toEqual([]);
  });
});

describe("phases, pieces, link and targets are functions of values", () => {
  const isPure = (room: string): boolean => ["phases", "piece", "link", "targets"].includes(room);

  test("none imports what remembers or asks: the engine, the host, the API", () => {
    const asking = /^\.{2}\/(?:\.{2}\/)*(?:engine|host|api|output|cli)\//;
    const wrong = imports.filter(({ room, target }) => isPure(room) && asking.test(target));
    expect(wrong.map(({ file, target }) => `${file} -> ${target}`)).toEqual([]);
  });

  test("nothing is kept by the identity of an object, or beside the values", () => {
    const kept = /\boncePer\(|new Weak(?:Map|Set)\b|^(?:export )?let /gm;
    const counts = files
      .filter((file) => isPure(roomOf(file)))
      .map((file) => [file, readFileSync(join(SRC, file), "utf8").match(kept)?.length ?? 0] as const)
      .filter(([, count]) => count > 0);
    expect(counts).toEqual([]);
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
  expect(findCircles(targets)).toEqual([]);
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
    expect(long.map(({ file, name }) => `${file} ${name}`)).toEqual([]);
  });

  test("have four parameters at most", () => {
    const wide = found.filter(({ parameters }) => parameters > MAX_PARAMETERS);
    expect(wide.map(({ file, name }) => `${file} ${name}`)).toEqual([]);
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
    const isAllowed = (file: string) =>
      ["runtime/access.ts", "cli/flags.ts", "cli/command-table.ts", "schemas/config-schema.ts"].includes(file) ||
      file.endsWith("/rules.ts");
    expect(files.filter((file) => lengthOf(file) > 350 && !isAllowed(file))).toEqual([]);
  });

  test("no directory has more than 60", () => {
    const counts = new Map<string, number>();
    for (const file of files) counts.set(dirname(file), (counts.get(dirname(file)) ?? 0) + 1);
    expect([...counts].filter(([, count]) => count > 60)).toEqual([]);
  });

  test("compile.ts is the order of the phases, in 60 lines at most", () => {
    expect(lengthOf("compile.ts")).toBeLessThanOrEqual(60);
  });

  test("only what ships with skillc, or was measured, is read past the one place that compares sizes", () => {
    const allowed = [
      "bundle/config-plugin.ts",
      "bundle/load-module.ts",
      "cli/code-cache.ts",
      "cli/scaffold/template.ts",
      "engine/code-digest.ts",
      "host/package-files.ts",
      "host/replace-text.ts",
    ];
    const readers = files.filter((file) =>
      /^import [^;]*\b(?:readFile|readFileSync|createReadStream|openAsBlob)\b[^;]*"node:fs/m.test(
        readFileSync(join(SRC, file), "utf8"),
      ),
    );
    expect(readers).toEqual(allowed);
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
