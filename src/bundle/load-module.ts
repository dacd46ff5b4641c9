/**
 * Takes: the path of a config in TypeScript or JavaScript. Gives: the value that it exports, or its faults with their
 * positions. Never: writes a file; requires skillc to be installed next to the config.
 *
 * esbuild bundles the config and its local files into one module, which Node runs from a data: URL in a thread that ends
 * with it. Packages are not bundled: Node loads them from where they are installed.
 */
import { statSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { SourceMap } from "node:module";
import { dirname, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { build, type BuildFailure, type Message } from "esbuild";
import { createConfigPlugin, faultOf, toPosixPath } from "./config-plugin.ts";
import { bytesToColumn, oneLine } from "./esbuild-messages.ts";
import { startModuleThread, type RunResult, type Thrown } from "./run-module.ts";
import { compareCodeUnits } from "../paths/index.ts";

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
 * @param timeLimit Milliseconds until a module that still runs is stopped; default: 60,000.
 */
export async function loadModule(file: string, timeLimit?: number): Promise<ModuleResult> {
  const { plugin, define, files, columnShift } = createConfigPlugin();
  const dir = dirname(file);
  const dependencies = (): readonly string[] => [...files].map(toPosixPath).toSorted(compareCodeUnits);
  const special = findSpecialFile(dir);
  if (special !== undefined) return { faults: [{ message: special }], dependencies: [] };
  // It starts while esbuild works.
  const thread = startModuleThread(timeLimit);
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
    await thread.stop();
    const messages = (error as Partial<BuildFailure>).errors;
    const faults =
      messages === undefined || messages.length === 0
        ? [{ message: String(error) }]
        : messages.map((each) => fromEsbuild(each, dir, columnShift));
    return { faults, dependencies: dependencies() };
  }
  // The `require` helper of esbuild requires a real `require`, which an ES module does not have. If the helper exists,
  // esbuild has renamed a `require` of the config itself.
  const lines = /^var __require\b/m.test(code)
    ? `import { createRequire as __skillcRequire } from "node:module"; const require = __skillcRequire(${JSON.stringify(pathToFileURL(file).href)});\n`
    : "\n";
  const encoded = Buffer.from(lines + code).toString("base64");
  const result = await thread.run(`data:text/javascript;base64,${encoded}`);
  if ("thrown" in result)
    return { faults: [fromThrown(result.thrown, file, map, columnShift)], dependencies: dependencies() };
  if ("unfinished" in result)
    return {
      faults: [await fromUnfinished(result, result.unfinished === "await" ? [...files] : [file])],
      dependencies: dependencies(),
    };
  const { value } = result;
  if (value === undefined) return { faults: [{ message: "it has no default export" }], dependencies: dependencies() };
  return { value, dependencies: dependencies() };
}

function fromEsbuild(message: Message, dir: string, columnShift: (file: string, line: number) => number): ModuleFault {
  const { text, location } = message;
  if (location === null || (location.namespace !== "file" && location.namespace !== ""))
    return { message: oneLine(text) };
  const file = resolve(dir, location.file);
  const before = bytesToColumn(location.lineText, location.column);
  const length = bytesToColumn(location.lineText, location.column + location.length) - before;
  const column = Math.max(1, before + 1 - columnShift(file, location.line));
  return { message: oneLine(text), file: toPosixPath(file), line: location.line, column, length: Math.max(1, length) };
}

/** What a module waits for is only known if its files have one place that it can be. */
async function fromUnfinished(
  { unfinished, message }: Extract<RunResult, { readonly unfinished: string }>,
  files: readonly string[],
): Promise<ModuleFault> {
  const faults: ModuleFault[] = [];
  for (const file of files) {
    const text = await readFile(file, "utf8");
    for (const match of text.matchAll(unfinished === "await" ? /\bawait\b/g : /^export default\b/gm)) {
      const before = text.slice(0, match.index).split("\n");
      const column = (before.at(-1)?.length ?? 0) + 1;
      faults.push({ message, file: toPosixPath(file), line: before.length, column, length: match[0].length });
    }
  }
  const [fault = { message }] = faults;
  return faults.length === 1 ? fault : { message };
}

function fromThrown(
  thrown: Thrown,
  file: string,
  map: string,
  columnShift: (file: string, line: number) => number,
): ModuleFault {
  const message = oneLine(thrown.message.replaceAll(DATA_URL, toPosixPath(file)));
  const frame = DATA_FRAME.exec(thrown.stack ?? "");
  if (frame === null) return { message };
  // The first line of the code is not part of the bundle.
  const entry = new SourceMap(JSON.parse(map)).findEntry(Number(frame[1]) - 2, Number(frame[2] ?? 1) - 1);
  if (!("originalSource" in entry)) return { message };
  const origin = resolve(dirname(file), entry.originalSource);
  const line = entry.originalLine + 1;
  const column = Math.max(1, entry.originalColumn + 1 - columnShift(origin, line));
  return { message, file: toPosixPath(origin), line, column };
}

const DATA_URL = /data:text\/javascript;base64,[\w+/=]*/g;
const DATA_FRAME = /data:text\/javascript;base64,[\w+/=]*:(\d+)(?::(\d+))?/;

function findSpecialFile(dir: string): string | undefined {
  for (const name of ["package.json", "tsconfig.json"]) {
    const path = join(dir, name);
    try {
      const status = statSync(path);
      const fault = status.isDirectory() ? undefined : faultOf(path, status);
      if (fault !== undefined) return fault;
    } catch {
      // Absent, or unreadable, which is reported by those who need it.
    }
  }
  return dirname(dir) === dir ? undefined : findSpecialFile(dirname(dir));
}
