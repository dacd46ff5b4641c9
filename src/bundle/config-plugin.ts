import { CODE } from "./code-loaders.ts";
import type { Stats } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import { dirname, extname, sep } from "node:path";
import { pathToFileURL } from "node:url";
import type { OnResolveArgs, OnResolveResult, Plugin, PluginBuild } from "esbuild";
import { MOST_READ, tooLarge } from "../model/host.ts";

interface ConfigPlugin {
  readonly plugin: Plugin;
  /** Passed to esbuild with the plugin. */
  readonly define: Record<string, string>;
  readonly files: ReadonlySet<string>;
  /** Returns by how many UTF-16 units the columns of a line are shifted. */
  columnShift(file: string, line: number): number;
}

/** The location of a file, by the names that a module may use for it. */
const ownPlace: readonly (readonly [name: string, variable: string, value: (file: string) => string])[] = [
  ["import.meta.url", "__skillc_url", (file) => pathToFileURL(file).href],
  ["import.meta.dirname", "__skillc_dirname", dirname],
  ["import.meta.filename", "__skillc_filename", (file) => file],
  ["__dirname", "__skillc_dirname", dirname],
  ["__filename", "__skillc_filename", (file) => file],
];

const identity = "export const defineConfig = (config) => config;";
/** Marks requests from the plugin itself. */
const asked = Symbol("asked");

export function createConfigPlugin(): ConfigPlugin {
  const files = new Set<string>();
  const shifts = new Map<string, number>();
  return {
    plugin: { name: "skillc-config", setup: (build) => setup(build, files, shifts) },
    define: Object.fromEntries(ownPlace.map(([name, variable]) => [name, variable])),
    files,
    columnShift: (file, line) => (line === 1 ? (shifts.get(file) ?? 0) : 0),
  };
}

function setup(build: PluginBuild, files: Set<string>, shifts: Map<string, number>): void {
  build.onResolve({ filter: /^skillc\/config$/ }, () => ({ path: "skillc/config", namespace: "skillc" }));
  build.onLoad({ filter: /.*/, namespace: "skillc" }, () => ({ contents: identity, loader: "js" }));
  // Anything that is neither relative nor absolute: packages, `#imports`, paths of a tsconfig.
  build.onResolve({ filter: /^[^./]/ }, (request) => {
    if (request.kind === "entry-point" || request.pluginData === asked) return undefined;
    if (/^[a-z][a-z\d+.-]+:/i.test(request.path)) return { path: request.path, external: true };
    return resolveBare(build, request);
  });
  build.onLoad({ filter: /.*/, namespace: "file" }, async ({ path }) => {
    files.add(path);
    const fault = faultOf(path, await stat(path));
    if (fault !== undefined) return { errors: [{ text: fault }] };
    const loader = CODE.get(extname(path));
    if (loader === undefined) return undefined;
    const text = await readFile(path, "utf8");
    if (!/import\.meta|__(?:dir|file)name/.test(text)) return undefined;
    // On the first line, so that line numbers stay the same. Each file has its own location.
    const values = new Map(ownPlace.map(([, variable, value]) => [variable, JSON.stringify(value(path))]));
    const prefix = `const ${[...values].map((pair) => pair.join("=")).join(",")};`;
    shifts.set(path, prefix.length);
    return { contents: prefix + text.replace(/^\uFEFF/, "").replace(/^#!/, "//"), loader };
  });
}

/** Returns why a file is not read: reading a pipe would never end, and a file of gigabytes does not fit into memory. */
export function faultOf(path: string, status: Pick<Stats, "isFile" | "size">): string | undefined {
  if (!status.isFile()) return `${toPosixPath(path)} is not a regular file`;
  const { size } = status;
  return size > MOST_READ ? `${toPosixPath(path)} is too large: ${tooLarge(size, MOST_READ).detail}` : undefined;
}

async function resolveBare(build: PluginBuild, request: OnResolveArgs): Promise<OnResolveResult> {
  const { path, importer, resolveDir, kind } = request;
  const found = await build.resolve(path, { importer, resolveDir, kind, with: request.with, pluginData: asked });
  if (found.errors.length > 0) return { errors: found.errors };
  if (found.external) return { path: found.path, external: true };
  // Installed JavaScript runs unchanged; everything else (TypeScript, JSON, project files) must be bundled.
  const installed = found.path.split(sep).includes("node_modules") && /\.[cm]?js$/.test(found.path);
  if (!installed) return { path: found.path };
  const required = kind === "require-call" || kind === "require-resolve";
  return { path: required ? found.path : pathToFileURL(found.path).href, external: true };
}

/** Returns a path of this system with slashes. */
export function toPosixPath(path: string): string {
  return sep === "\\" ? path.replaceAll("\\", "/") : path;
}
