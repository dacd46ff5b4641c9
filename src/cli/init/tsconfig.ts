import { isFailure, type Host } from "../../model/host.ts";
import { isObject } from "../../model/json.ts";
import { joinPath, parentPath, relativePath, isInside } from "../../paths/index.ts";
import { parseObject } from "./json-text.ts";

/** Option names are those of TypeScript, in lower case if case does not matter. */
export interface Tsconfig {
  /** POSIX path relative to the project. */
  readonly file: string;
  readonly text: string;
  readonly module: string | undefined;
  readonly moduleResolution: string | undefined;
  readonly readsImports: boolean;
  /** Whether an extended file sets `paths`, which own `paths` would replace. */
  readonly inheritsPaths: boolean;
  /** Relative to the project. */
  readonly pathsBase: string;
  /** Undefined if it includes every file. */
  readonly include: readonly string[] | undefined;
  readonly ownsInclude: boolean;
  /**
   * The `rootDir` without which TypeScript before 6 rejects subpath imports (TS2210), because it has an `outDir`.
   * Undefined if it is not needed.
   */
  readonly missingRootDir: string | undefined;
}

interface Layer {
  readonly dir: string;
  readonly value: Readonly<Record<string, unknown>>;
}

/** A file that extends more than this many others extends itself. */
const MAX_LAYERS = 20;

/**
 * Reads the tsconfig files that compile the project: `tsconfig.json`, or those that it refers to if it has no files.
 *
 * @param typescript Major version of TypeScript, which decides the defaults.
 */
export function readTsconfigs(host: Host, typescript: number): readonly Tsconfig[] {
  const root = readTsconfig("tsconfig.json", host, typescript);
  if (root === undefined) return [];
  const { value } = root.layers[0] as Layer;
  const isSolution = Array.isArray(value["files"]) && value["files"].length === 0 && value["include"] === undefined;
  if (!isSolution) return [root.tsconfig];
  return listOf(value["references"]).flatMap((reference) => {
    const path = (reference as { readonly path?: unknown } | null)?.path;
    if (typeof path !== "string") return [];
    const file = path.endsWith(".json") ? joinPath(path) : joinPath(path, "tsconfig.json");
    return readTsconfig(file, host, typescript)?.tsconfig ?? [];
  });
}

function readTsconfig(
  file: string,
  host: Host,
  typescript: number,
): { readonly tsconfig: Tsconfig; readonly layers: readonly Layer[] } | undefined {
  const text = readText(host, file);
  const parsed = text === undefined ? undefined : parseObject(text);
  if (text === undefined || parsed === undefined || "fault" in parsed) return undefined;
  const own: Layer = { dir: parentPath(file), value: parsed.value };
  const layers: Layer[] = [own];
  addBases(own, host, layers);
  const option = (name: string): Layer | undefined => layers.find((layer) => optionsOf(layer)[name] !== undefined);
  const lower = (name: string): string | undefined => {
    const layer = option(name);
    const value = layer && optionsOf(layer)[name];
    return typeof value === "string" ? value.toLowerCase() : undefined;
  };
  const isTrue = (name: string): boolean => {
    const layer = option(name);
    return layer !== undefined && optionsOf(layer)[name] === true;
  };
  const module = lower("module");
  const moduleResolution = lower("moduleResolution");
  const baseUrl = option("baseUrl");
  const withInclude = layers.find(({ value }) => Array.isArray(value["include"]) || Array.isArray(value["files"]));
  const include =
    withInclude && [...listOf(withInclude.value["include"]), ...listOf(withInclude.value["files"])].map(String);
  const reads = readsImports(moduleResolution, module, typescript);
  const isGuessed = option("rootDir") === undefined && !isTrue("composite") && typescript < 6 && reads;
  const outDir = ["outDir", "declarationDir"].map(option).find((layer) => layer !== undefined);
  const exclude = [...listOf(own.value["exclude"]), outDir && optionsOf(outDir)["outDir"]].filter(Boolean).map(String);
  const tsconfig: Tsconfig = {
    file,
    text,
    module,
    moduleResolution,
    readsImports: reads,
    inheritsPaths: option("paths") !== undefined && option("paths") !== own,
    pathsBase: joinPath(baseUrl?.dir ?? own.dir, String((baseUrl && optionsOf(baseUrl)["baseUrl"]) ?? ".")),
    include,
    ownsInclude: Array.isArray(own.value["include"]),
    missingRootDir:
      isGuessed && outDir !== undefined
        ? findSourceRoot(host, { dir: own.dir, include, exclude, allowJs: isTrue("allowJs") })
        : undefined,
  };
  return { tsconfig, layers };
}

/** Nearest first: in a list, the last one wins. */
function addBases({ dir, value }: Layer, host: Host, layers: Layer[]): void {
  for (const base of [value["extends"]].flat().toReversed()) {
    if (typeof base !== "string" || layers.length > MAX_LAYERS) continue;
    const file = findBase(base, dir, host);
    const text = file && readText(host, file);
    const parsed = text === undefined ? undefined : parseObject(text);
    if (file === undefined || parsed === undefined || "fault" in parsed) continue;
    const layer: Layer = { dir: parentPath(file), value: parsed.value };
    layers.push(layer);
    addBases(layer, host, layers);
  }
}

/** Finds a relative path, or a package in the nearest `node_modules` that has it. */
function findBase(base: string, dir: string, host: Host): string | undefined {
  const names = base.endsWith(".json") ? [base] : [`${base}.json`, base, `${base}/tsconfig.json`];
  const isFile = (path: string): boolean => {
    const status = host.status(path);
    return !isFailure(status) && status.kind === "file";
  };
  if (/^\.{1,2}(?:\/|$)/.test(base)) return names.map((name) => joinPath(dir, name)).find(isFile);
  for (let at = host.absolutePath(dir); ; at = parentPath(at)) {
    const found = names.map((name) => joinPath(at, "node_modules", name)).find(isFile);
    if (found !== undefined || at === parentPath(at)) return found;
  }
}

/** TypeScript 6 changed the defaults: `bundler` unless `module` says otherwise. */
function readsImports(moduleResolution: string | undefined, module: string | undefined, typescript: number): boolean {
  if (moduleResolution !== undefined) return !/^(?:node|node10|classic)$/.test(moduleResolution);
  return typescript >= 6 || /^(?:node\d+|nodenext|preserve)$/.test(module ?? "");
}

export function includesRootTypes({ include, file }: Tsconfig, name: string): boolean {
  if (include === undefined) return parentPath(file) === ".";
  const root = relativePath(parentPath(file), ".") ?? ".";
  const prefix = root === "." ? "" : `${root}/`;
  return include.some((pattern) => {
    const plain = joinPath(pattern);
    return [
      `${prefix}${name}`,
      ...["**/*", "*", "**", "**/*.ts", "**/*.d.ts", "*.ts", "*.d.ts"].map((each) => prefix + each),
      root,
    ].includes(plain);
  });
}

function optionsOf({ value }: Layer): Readonly<Record<string, unknown>> {
  const options = value["compilerOptions"];
  return isObject(options) ? options : {};
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

export function readText(host: Host, path: string): string | undefined {
  const bytes = host.readFile(path);
  return isFailure(bytes) ? undefined : new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
}

/** Paths are relative to the project. */
interface SourcePatterns {
  readonly dir: string;
  /** Relative to that directory; undefined for everything below it. */
  readonly include: readonly string[] | undefined;
  readonly exclude: readonly string[];
  readonly allowJs: boolean;
}

/** Deeper files do not change the result of a sensible project. */
const MAX_DEPTH = 6;

/** Relative to the tsconfig; undefined without a file. */
function findSourceRoot(host: Host, { dir, include, exclude, allowJs }: SourcePatterns): string | undefined {
  const isSource = (name: string): boolean =>
    !/\.d\.[cm]?ts$/.test(name) && (allowJs ? /\.[cm]?[jt]sx?$/ : /\.(?:[cm]?ts|tsx)$/).test(name);
  const left = [...exclude, "node_modules"].map((pattern) => joinPath(dir, staticPart(pattern)));
  const starts = (include ?? ["."]).map((pattern) => joinPath(dir, staticPart(pattern)));
  const dirs = starts.flatMap((start) => directoriesWith(host, start, { isSource, left, depth: MAX_DEPTH }));
  const [first, ...more] = dirs.map((each) => each.split("/").filter((segment) => segment !== "."));
  if (first === undefined) return undefined;
  const common = first.filter((_, at) =>
    more.every((other) => first.slice(0, at + 1).every((part, i) => other[i] === part)),
  );
  const prefix = dir === "." ? 0 : dir.split("/").length;
  return common.slice(prefix).join("/") || ".";
}

function staticPart(pattern: string): string {
  const [start = ""] = /^[^*?{]*(?=\/|$)/.exec(pattern) ?? [];
  return start === "" ? "." : start;
}

interface SourceWalk {
  readonly isSource: (name: string) => boolean;
  readonly left: readonly string[];
  readonly depth: number;
}

/** The path may be a file. */
function directoriesWith(host: Host, path: string, { isSource, left, depth }: SourceWalk): readonly string[] {
  if (left.some((each) => each !== "." && isInside(each, path)) || depth < 0) return [];
  const entries = host.readDirectory(path);
  if (isFailure(entries)) return entries.failure === "not-directory" && isSource(path) ? [joinPath(path, "..")] : [];
  const below = entries
    .filter(({ name, kind }) => kind === "directory" && !name.startsWith(".") && name !== "node_modules")
    .flatMap(({ name }) => directoriesWith(host, joinPath(path, name), { isSource, left, depth: depth - 1 }));
  return entries.some(({ name, kind }) => kind === "file" && isSource(name)) ? [path, ...below] : below;
}
