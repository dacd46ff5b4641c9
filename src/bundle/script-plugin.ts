/**
 * What a script may contain, as esbuild asks for it: the skill's own files come from the Host, and every file of a package
 * is judged before it is read.
 */
import { CODE } from "./code-loaders.ts";
import { posix } from "node:path";
import type {
  Loader,
  OnLoadArgs,
  OnLoadResult,
  OnResolveArgs,
  OnResolveResult,
  PartialMessage,
  Plugin,
  PluginBuild,
  TransformFailure,
} from "esbuild";
import { isFailure, type Host } from "../model/host.ts";
import type { FileFault, ScriptRequest } from "../model/script.ts";
import { toPosixPath } from "./config-plugin.ts";
import type { PackageInputs } from "./package-inputs.ts";
import { realpathSync, statSync } from "node:fs";

/** The namespace of a skill's own files; their paths are relative to the skill. */
export const SKILL = "skill";
/** Marks requests from the plugin itself. */
const asked = Symbol("asked");

interface ScriptPluginOptions {
  readonly request: ScriptRequest;
  readonly host: Pick<Host, "readFile">;
  /** Judges a file that is not the skill's own, by its absolute path. */
  readonly judge: (path: string) => FileFault | undefined;
  /** Notes the absolute path of a file or directory that decides what the module contains, whether it exists or not. */
  readonly note: ((path: string) => void) | undefined;
  /** Notes everything that decides, whether anyone watches it or not. */
  readonly inputs: PackageInputs | undefined;
}

const DATA: ReadonlyMap<string, Loader> = new Map([
  [".json", "json"],
  [".txt", "text"],
  [".md", "text"],
]);

/** `@acme/knots/tie.js`: name and path. */
const PACKAGE_PATH = /^((?:@[^/]*\/)?[^/]*)(\/.*)?$/;

/** A path, or an import of a package.json. Where it ends is not left to what esbuild makes of it. */
const NOT_A_PACKAGE = /^[./#\\]|^[a-z]:|^(?:file|data):|(?:^|[/\\])\.\.?(?:[/\\]|$)/i;

/** Resolves and loads the files of the skill itself; packages are left to esbuild, which reads none that is refused. */
export function createScriptPlugin(options: ScriptPluginOptions): Plugin {
  const { request, judge, note, inputs } = options;
  return {
    name: "skillc",
    setup(bundler) {
      bundler.onResolve({ filter: /./ }, async (args) => {
        const { path, kind, namespace, pluginData } = args;
        if (pluginData === asked) return undefined;
        // Not `path`: it is another where the working directory has a file of that name.
        if (kind === "entry-point") return { path: request.path, namespace: SKILL };
        if (request.environment.provides.some((name) => path.startsWith(name))) return { path, external: true };
        // esbuild would leave such an import in the module.
        if (/^(?!data:|node:|file:)[a-z][a-z\d+.-]+:|^\/\//i.test(path))
          return faultOf(`Could not resolve ${JSON.stringify(path)}`);
        if (namespace === SKILL) return resolveOwn(args, bundler, options);
        noteImport(path, toPosixPath(args.resolveDir), options);
        return undefined;
      });
      bundler.onLoad({ filter: /./, namespace: SKILL }, async (args) => loadOwn(args, bundler, options));
      bundler.onLoad({ filter: /./, namespace: "file" }, ({ path }) => {
        const [file = "", ...manifests] = readWith(toPosixPath(path));
        for (const read of [file, ...manifests]) note?.(read);
        inputs?.loaded(file, manifests);
        const fault = judge(path);
        return fault && { errors: [{ text: fault.problem, detail: fault }] };
      });
    },
  };
}

function noteImport(path: string, from: string, { note, inputs }: ScriptPluginOptions): void {
  if (note === undefined && inputs === undefined) return;
  const places = probes(path, from);
  for (const place of places) note?.(place);
  inputs?.imported(path, from, places);
}

export function createFileJudge({ packages }: Pick<ScriptRequest, "packages">): ScriptPluginOptions["judge"] {
  const known = new Map<string, FileFault | undefined>();
  return (path) => {
    if (known.has(path)) return known.get(path);
    const real = realFile(path);
    const other = { problem: `${JSON.stringify(posix.basename(path))} is not a regular file` };
    const fault = real === undefined ? other : packages.judge(real);
    known.set(path, fault);
    return fault;
  };
}

function faultOf(text: string): { errors: PartialMessage[] } {
  return { errors: [{ text }] };
}

/** Marks where a call names what it imports: esbuild adds the place to every message. */
export const CALLED = "names an import";

/** Resolves what a file of the skill imports. */
async function resolveOwn(args: OnResolveArgs, bundler: PluginBuild, options: ScriptPluginOptions) {
  const resolved = await findOwn(args, bundler, options);
  const isCall = args.kind === "dynamic-import" || args.kind === "require-call";
  return isCall ? { ...resolved, warnings: [...(resolved.warnings ?? []), { text: CALLED }] } : resolved;
}

async function findOwn(
  { path, kind, importer, with: attributes }: OnResolveArgs,
  bundler: PluginBuild,
  options: ScriptPluginOptions,
): Promise<OnResolveResult> {
  const { files, packages } = options.request;
  if (NOT_A_PACKAGE.test(path)) {
    const found = findFile(path, importer, files);
    if (found === undefined) return faultOf(`${JSON.stringify(path)} is not a file of the skill`);
    return { path: found, namespace: SKILL };
  }
  const [, name = ""] = PACKAGE_PATH.exec(path) ?? [];
  if (!packages.isName(name.replace(/^node:/, ""))) return faultOf(`${JSON.stringify(name)} is not a package`);
  if (Object.keys(attributes).length > 0)
    return faultOf(`${JSON.stringify(path)} is imported with attributes, which only files of the skill can have`);
  noteImport(path, packages.from, options);
  return bundler.resolve(path, { kind, resolveDir: packages.from, pluginData: asked });
}

async function loadOwn(
  { path, with: attributes }: OnLoadArgs,
  bundler: PluginBuild,
  { request: { dir }, host }: ScriptPluginOptions,
): Promise<OnLoadResult> {
  const extension = posix.extname(path);
  const code = CODE.get(extension);
  const loader = code ?? DATA.get(extension);
  if (loader === undefined) return faultOf(`${JSON.stringify(path)} is neither code nor JSON, .txt or .md`);
  const bytes = host.readFile(dir === "." ? path : `${dir}/${path}`);
  if (isFailure(bytes)) return faultOf(`${JSON.stringify(path)} cannot be read (${bytes.detail})`);
  const { type, ...others } = attributes;
  if (Object.keys(others).length > 0) return faultOf(`the import attribute ${Object.keys(others)[0]} is not supported`);
  if (type === undefined && code === undefined) return { contents: bytes, loader };
  if (type === undefined) {
    const errors = await findComputedImports(bytes, { path, loader }, bundler);
    return errors.length > 0 ? { errors } : { contents: bytes, loader };
  }
  if (type === "text" && code === undefined) return { contents: bytes, loader: "text" };
  if (type === "json" && loader === "json") return { contents: bytes, loader };
  return faultOf(`${JSON.stringify(path)} cannot be imported with the type ${JSON.stringify(type)}`);
}

/** The fault of an import that esbuild would not bundle, or for which it would search the disk. */
export const NOT_PLAIN = "the path of an import is not a plain string";

/** What esbuild says of it. */
export const COMPUTED = /(?:argument is not a string literal|because it has \d+ arguments)$/;

/** Settings that make esbuild say it. */
export const TELL_COMPUTED = {
  "unsupported-dynamic-import": "warning",
  "unsupported-require-call": "warning",
} as const;

/**
 * Finds imports whose path is not a plain string. While bundling, esbuild would search the disk for files that a template
 * or a sum could mean, and ask no plugin: each file is therefore looked through alone first.
 */
async function findComputedImports(
  contents: Uint8Array,
  { path, loader }: { readonly path: string; readonly loader: Loader },
  { esbuild }: PluginBuild,
): Promise<PartialMessage[]> {
  // As in the bundle: what is a call of `require` depends on `minify`.
  const options = {
    loader,
    format: "esm",
    target: "esnext",
    minify: true,
    jsx: "preserve",
    tsconfigRaw: "{}",
  } as const;
  const { warnings } = await esbuild
    .transform(contents, { ...options, logLevel: "silent", logLimit: 0, logOverride: TELL_COMPUTED })
    // Bundling reports the fault of syntax.
    .catch((failure: Pick<TransformFailure, "warnings">) => failure);
  return warnings
    .filter(({ text }) => COMPUTED.test(text))
    .map(({ location }) => ({ text: NOT_PLAIN, location: { ...location, namespace: SKILL, file: path } }));
}

/** Finds what a relative import means: the file, one with an extension, TypeScript for `.js`, or an index. */
function findFile(path: string, importer: string, files: ReadonlySet<string>): string | undefined {
  const base = posix.normalize(posix.join(posix.dirname(importer), path));
  const extensions = [...CODE.keys(), ...DATA.keys()];
  const candidates = [
    base,
    ...extensions.map((extension) => base + extension),
    base.replace(/(?<=\.[cm]?)j(?=sx?$)/, "t"),
    ...extensions.map((extension) => `${base}/index${extension}`),
  ];
  return path.startsWith(".") ? candidates.find((candidate) => files.has(candidate)) : undefined;
}

/**
 * Returns the paths at which esbuild looks for an import of a package, or for one within it, as far as they decide which
 * file it is: a package that appears, or is linked elsewhere, changes one of them.
 */
function probes(path: string, from: string): readonly string[] {
  if (/^\.\.?(?:\/|$)/.test(path)) {
    const base = posix.join(from, path);
    return [base, `${base}/package.json`, ...[".js", ".json", "/index.js"].map((end) => base + end)];
  }
  if (NOT_A_PACKAGE.test(path) || from === "") return [];
  const [, name = ""] = PACKAGE_PATH.exec(path) ?? [];
  const places: string[] = [];
  for (let dir = from; ; dir = posix.dirname(dir)) {
    places.push(posix.join(dir, "package.json"), posix.join(dir, "node_modules"));
    const place = posix.join(dir, "node_modules", name);
    // A directory that is new is seen in the one above it.
    if (name.startsWith("@")) places.push(posix.dirname(place));
    places.push(place, `${place}/package.json`);
    if (dir === "/" || !dir.includes("/")) return places;
  }
}

function readWith(file: string): readonly string[] {
  const places = [file];
  for (let dir = posix.dirname(file); ; dir = posix.dirname(dir)) {
    if (dir === "/" || !dir.includes("/") || dir.endsWith("/node_modules")) return places;
    places.push(`${dir}/package.json`);
  }
}

/**
 * Yarn's `__virtual__/<hash>/<n>`: n directories up from where it is. esbuild follows it in every path, also where Yarn is
 * not used and such a directory does not exist (internal/fs/fs_zip.go).
 */
const VIRTUAL = /^(.*?)\/(?:__virtual__|\$\$virtual)\/[^/]+\/(\d+)((?:\/.*)?)$/s;

/**
 * Returns the absolute POSIX path of the file that is read at a path, with every symbolic link resolved; in an archive of
 * Yarn, the rest of the path follows that of the archive. Undefined if there is none, or a pipe or device, which might
 * never end.
 *
 * @example
 * realFile("/app/node_modules/knots/__virtual__/x/2/package.json"); // "/app/package.json"
 */
function realFile(path: string): string | undefined {
  const posix = toPosixPath(path);
  const [, above, levels, below = ""] = VIRTUAL.exec(posix) ?? [];
  if (above !== undefined) {
    const kept = above.split("/");
    // The root stays.
    const target = kept.slice(0, Math.max(1, kept.length - Number(levels))).join("/") + below;
    return VIRTUAL.test(target) ? undefined : realFile(target);
  }
  const real = realOf(posix);
  if (real !== undefined) return real;
  const [, archive, inside] = /^(.*?\.zip)(\/.+)$/s.exec(posix) ?? [];
  const place = archive === undefined ? undefined : realOf(archive);
  return place?.endsWith(".zip") === true ? `${place}${inside}` : undefined;
}

function realOf(path: string): string | undefined {
  try {
    const real = realpathSync.native(path);
    return statSync(real).isFile() ? toPosixPath(real) : undefined;
  } catch {
    return undefined;
  }
}
