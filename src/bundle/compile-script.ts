/**
 * Takes: a script of a skill, and the Host that reads the skill. Gives: one module with everything that it imports, or its
 * faults with their positions. Never: runs anything; reads a file of the project that is not part of the skill.
 */
import { isBuiltin } from "node:module";
import { posix } from "node:path";
import { build, type BuildFailure, type BuildOptions, type Loader, type Message, type Plugin } from "esbuild";
import { isFailure, type Host } from "../model/host.ts";
import type { CompiledScript, CompileScript, ScriptEnvironment, ScriptFault, ScriptRequest } from "../model/script.ts";
import { bytesToColumn, oneLine } from "./esbuild-messages.ts";

type ScriptHost = Pick<Host, "readFile" | "realPath" | "absolutePath">;

/** The namespace of a skill's own files; their paths are relative to the skill. */
const SKILL = "skill";
/** Marks requests from the plugin itself. */
const asked = Symbol("asked");

/**
 * Creates the function that compiles scripts.
 *
 * @example
 * const compiled = await createScriptCompiler(host)({ dir: "skills/pdf", path: "scripts/fill.ts", files, environment });
 */
export function createScriptCompiler(host: ScriptHost): CompileScript {
  return async (request) => {
    try {
      const { outputFiles, metafile } = await build({
        ...optionsFor(request.environment),
        entryPoints: [request.path],
        absWorkingDir: systemDir(host, "."),
        plugins: [skillFiles(host, request)],
      });
      const [output] = Object.values(metafile?.outputs ?? {});
      const isNode = request.environment.kind === "node";
      const requires = isNode && output?.imports.some(({ kind }) => kind === "require-call") === true;
      const code = (requires ? REQUIRE : "") + (outputFiles[0]?.text ?? "").replace(/^#!.*\n/, "");
      return { code, exports: [...(output?.exports ?? [])].sort(byCodeUnits) } satisfies CompiledScript;
    } catch (error) {
      const { errors = [] } = error as Partial<BuildFailure>;
      if (errors.length === 0) return { faults: [{ problem: oneLine(String(error)) }] };
      const faults = errors.map(toFault);
      const missing = faults.filter((fault) => fault.module !== undefined);
      // A script for another platform may also lack packages: no second complaint.
      return { faults: missing.length > 0 ? missing : faults };
    }
  };
}

/** In an ES module of Node, CommonJS packages need a real `require` for its built-in modules. */
const REQUIRE =
  'import { createRequire as __skillcRequire } from "node:module"; var require = __skillcRequire(import.meta.url);\n';

/** Minified, because the names of files, which depend on the machine, are then not part of the code. */
function optionsFor({ kind, conditions }: ScriptEnvironment): BuildOptions & { write: false; metafile: true } {
  return {
    bundle: true,
    write: false,
    metafile: true,
    format: "esm",
    platform: kind,
    target: "es2022",
    minify: true,
    conditions: ["module", ...conditions],
    define: kind === "node" ? {} : { "process.env.NODE_ENV": '"production"' },
    jsx: "automatic",
    // A tsconfig.json above the skill must not change what the skill means.
    tsconfigRaw: "{}",
    logLevel: "silent",
    logLimit: 0,
  };
}

const LOADERS: ReadonlyMap<string, Loader> = new Map([
  [".ts", "ts"],
  [".mts", "ts"],
  [".cts", "ts"],
  [".tsx", "tsx"],
  [".js", "js"],
  [".mjs", "js"],
  [".cjs", "js"],
  [".jsx", "jsx"],
  [".json", "json"],
  [".txt", "text"],
  [".md", "text"],
]);

/** Not the name of a package: relative, absolute, an import of a package.json, or through a package to somewhere else. */
const OUTSIDE = /^[/#\\]|^(?:[a-z]|file):|(?:^|[/\\])\.\.?(?:[/\\]|$)/i;

/** Resolves and loads the files of the skill itself; packages are left to esbuild. */
function skillFiles(host: ScriptHost, request: ScriptRequest): Plugin {
  const { dir, environment, files } = request;
  const resolveDir = systemDir(host, dir);
  return {
    name: "skillc",
    setup(bundler) {
      bundler.onResolve({ filter: /./ }, async ({ path, kind, importer, namespace, pluginData, ...rest }) => {
        if (pluginData === asked) return undefined;
        if (kind === "entry-point") return { path, namespace: SKILL };
        if (environment.provides.some((name) => path.startsWith(name))) return { path, external: true };
        // esbuild would leave such an import in the module.
        if (/^(?!data:|node:|file:)[a-z][a-z\d+.-]+:|^\/\//i.test(path))
          return { errors: [{ text: missingModule(path) }] };
        if (namespace !== SKILL) return undefined;
        if (!OUTSIDE.test(path)) {
          const options = { kind, with: rest.with, resolveDir: posix.join(resolveDir, posix.dirname(importer)) };
          return bundler.resolve(path, { ...options, pluginData: asked });
        }
        const found = findFile(path, importer, files);
        if (found !== undefined) return { path: found, namespace: SKILL };
        return { errors: [{ text: `${JSON.stringify(path)} is not a file of the skill` }] };
      });
      bundler.onLoad({ filter: /./, namespace: SKILL }, ({ path }) => {
        const loader = LOADERS.get(posix.extname(path));
        if (loader === undefined)
          return { errors: [{ text: `${JSON.stringify(path)} is neither code nor JSON, .txt or .md` }] };
        const bytes = host.readFile(dir === "." ? path : `${dir}/${path}`);
        if (isFailure(bytes)) return { errors: [{ text: `${JSON.stringify(path)} cannot be read (${bytes.detail})` }] };
        return { contents: bytes, loader };
      });
    },
  };
}

/** The directory with every symbolic link resolved: packages are looked for from there, as Node does. */
function systemDir(host: ScriptHost, dir: string): string {
  const real = host.realPath(dir);
  return isFailure(real) ? host.absolutePath(dir) : real;
}

/** Finds what a relative import means: the file, one with an extension, TypeScript for `.js`, or an index. */
function findFile(path: string, importer: string, files: ReadonlySet<string>): string | undefined {
  const base = posix.normalize(posix.join(posix.dirname(importer), path));
  const extensions = [...LOADERS.keys()];
  const candidates = [
    base,
    ...extensions.map((extension) => base + extension),
    base.replace(/(?<=\.[cm]?)j(?=sx?$)/, "t"),
    ...extensions.map((extension) => `${base}/index${extension}`),
  ];
  return path.startsWith(".") ? candidates.find((candidate) => files.has(candidate)) : undefined;
}

function missingModule(name: string): string {
  return `Could not resolve ${JSON.stringify(name)}`;
}

function toFault({ text, location }: Message): ScriptFault {
  const name = /^Could not resolve "(.+)"$/.exec(text)?.[1];
  const isMissing = name !== undefined && (isBuiltin(name) || /^[a-z][a-z\d+.-]+:/i.test(name));
  const module = isMissing ? { module: name } : {};
  const problem = oneLine(text.replace(/^Could not resolve (?=")/, "nothing provides "));
  if (location === null) return { problem, ...module };
  const { file, line, column, length, lineText } = location;
  const own = file.startsWith(`${SKILL}:`) ? file.slice(SKILL.length + 1) : undefined;
  if (own === undefined) return { problem: `${problem} at ${file}:${line}:${column + 1}`, ...module };
  return {
    problem,
    ...module,
    path: own,
    line,
    column: bytesToColumn(lineText, column) + 1,
    length: Math.max(1, bytesToColumn(lineText, column + length) - bytesToColumn(lineText, column)),
  };
}

function byCodeUnits(one: string, two: string): number {
  return one < two ? -1 : one > two ? 1 : 0;
}
