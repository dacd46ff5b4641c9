/**
 * Takes: the path of a config in TypeScript or JavaScript. Gives: the value that it exports, or its faults with their
 * positions. Never: writes a file; requires skillc to be installed next to the config.
 *
 * esbuild bundles the config and its local files into one module, which Node runs from a data: URL. Packages are not
 * bundled: Node loads them from where they are installed.
 */
import { statSync } from "node:fs";
import { SourceMap } from "node:module";
import { dirname, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { build, type BuildFailure, type Message } from "esbuild";
import { createConfigPlugin, toPosixPath } from "./config-plugin.ts";

/** A fault in a module, and its position. */
export interface ModuleFault {
  /** One line. */
  readonly message: string;
  /** Absolute POSIX path; undefined if only the module as a whole is known to be wrong. */
  readonly file?: string;
  /** 1-based. */
  readonly line?: number;
  /** 1-based, in UTF-16 units. */
  readonly column?: number;
  /** UTF-16 units. */
  readonly length?: number;
}

/** `dependencies` are the absolute POSIX paths of the files that were bundled, sorted. */
export type ModuleResult =
  | { readonly value: unknown; readonly dependencies: readonly string[] }
  | { readonly faults: readonly ModuleFault[]; readonly dependencies: readonly string[] };

/**
 * Bundles and evaluates a module and resolves its default export: a function is called without arguments, a promise is
 * awaited. Never rejects.
 *
 * @example
 * const result = await loadModule("/home/ada/shop/skillc.config.ts");
 * if ("value" in result) console.log(result.value);
 */
export async function loadModule(file: string): Promise<ModuleResult> {
  const { plugin, define, files, columnShift } = createConfigPlugin();
  const dir = dirname(file);
  const dependencies = (): readonly string[] => [...files].map(toPosixPath).toSorted(byCodeUnits);
  const special = findSpecialFile(dir);
  if (special !== undefined)
    return { faults: [{ message: `${toPosixPath(special)} is not a regular file` }], dependencies: [] };
  let code: string;
  let map: string;
  try {
    const bundled = await build({
      entryPoints: [file],
      absWorkingDir: dir,
      outfile: join(dir, "skillc.config.bundled.mjs"),
      bundle: true,
      write: false,
      platform: "node",
      format: "esm",
      target: `node${process.versions.node}`,
      // Without "module", which packages export for bundlers and Node does not support.
      conditions: [],
      sourcemap: "external",
      sourcesContent: false,
      logLevel: "silent",
      define,
      plugins: [plugin],
    });
    const outputs = bundled.outputFiles;
    code = outputs.find(({ path }) => path.endsWith(".mjs"))?.text ?? "";
    map = outputs.find(({ path }) => path.endsWith(".map"))?.text ?? "{}";
  } catch (error) {
    const messages = (error as Partial<BuildFailure>).errors;
    const faults =
      messages === undefined || messages.length === 0
        ? [{ message: describe(error) }]
        : messages.map((each) => fromEsbuild(each, dir, columnShift));
    return { faults, dependencies: dependencies() };
  }
  // The `require` helper of esbuild requires a real `require`, which an ES module does not have. If the helper exists,
  // esbuild has renamed a `require` of the config itself.
  const lines = /^var __require\b/m.test(code)
    ? `import { createRequire as __skillcRequire } from "node:module"; const require = __skillcRequire(${JSON.stringify(pathToFileURL(file).href)});\n`
    : "\n";
  const encoded = Buffer.from(lines + code).toString("base64");
  try {
    // The fragment makes the URL unique: Node would return the previous module, and a config can change in ways that
    // its text does not show.
    const url = `data:text/javascript;base64,${encoded}#${process.hrtime.bigint()}`;
    const value = await settle((await import(url)) as Record<string, unknown>);
    if (value === undefined) return { faults: [{ message: "it has no default export" }], dependencies: dependencies() };
    return { value, dependencies: dependencies() };
  } catch (error) {
    return { faults: [fromThrown(error, file, map, columnShift)], dependencies: dependencies() };
  }
}

async function settle(module: Record<string, unknown>): Promise<unknown> {
  let value = module["default"];
  // A CommonJS file compiled from an ES module.
  if (isObject(value) && value["__esModule"] === true && "default" in value) value = value["default"];
  return typeof value === "function" ? (value as () => unknown)() : value;
}

function fromEsbuild(message: Message, dir: string, columnShift: (file: string, line: number) => number): ModuleFault {
  const { text, location } = message;
  if (location === null || (location.namespace !== "file" && location.namespace !== ""))
    return { message: oneLine(text) };
  const file = resolve(dir, location.file);
  // esbuild counts bytes from 0.
  const bytes = Buffer.from(location.lineText);
  const before = bytes.subarray(0, location.column).toString().length;
  const length = bytes.subarray(location.column, location.column + location.length).toString().length;
  const column = Math.max(1, before + 1 - columnShift(file, location.line));
  return { message: oneLine(text), file: toPosixPath(file), line: location.line, column, length: Math.max(1, length) };
}

function fromThrown(
  error: unknown,
  file: string,
  map: string,
  columnShift: (file: string, line: number) => number,
): ModuleFault {
  const stack = isObject(error) && typeof error["stack"] === "string" ? error["stack"] : "";
  const message = oneLine(describe(error).replaceAll(DATA_URL, toPosixPath(file)));
  const frame = DATA_FRAME.exec(stack);
  if (frame === null) return { message };
  // The first line of the code is not part of the bundle.
  const entry = new SourceMap(JSON.parse(map)).findEntry(Number(frame[1]) - 2, Number(frame[2] ?? 1) - 1);
  if (!("originalSource" in entry)) return { message };
  const origin = resolve(dirname(file), entry.originalSource);
  const line = entry.originalLine + 1;
  const column = Math.max(1, entry.originalColumn + 1 - columnShift(origin, line));
  return { message, file: toPosixPath(origin), line, column };
}

const DATA_URL = /data:text\/javascript;base64,[\w+/=]*(?:#\d+)?/g;
const DATA_FRAME = /data:text\/javascript;base64,[\w+/=]*(?:#\d+)?:(\d+)(?::(\d+))?/;

function describe(error: unknown): string {
  if (typeof error === "string") return `it threw ${JSON.stringify(error)}`;
  if (!(error instanceof Error))
    return `it threw ${isObject(error) ? "an object that is not an Error" : String(error)}`;
  return error.name === "Error" ? error.message : `${error.name}: ${error.message}`;
}

function oneLine(text: string): string {
  const line = text.replaceAll(/\s+/g, " ").trim();
  return line.length > 300 ? `${line.slice(0, 299)}…` : line;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

function byCodeUnits(one: string, two: string): number {
  return one < two ? -1 : one > two ? 1 : 0;
}

/** Returns a file that esbuild or Node would read on the way to the root and wait for without end, such as a pipe. */
function findSpecialFile(dir: string): string | undefined {
  for (const name of ["package.json", "tsconfig.json"]) {
    const path = join(dir, name);
    try {
      const status = statSync(path);
      if (!status.isFile() && !status.isDirectory()) return path;
    } catch {
      // Absent, or unreadable, which is reported by those who need it.
    }
  }
  return dirname(dir) === dir ? undefined : findSpecialFile(dirname(dir));
}
