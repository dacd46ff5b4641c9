/**
 * Takes: a script of a skill, and the Host that reads the skill. Gives: one module with everything that it imports, or its
 * faults with their positions. Never: runs anything; takes a file that is neither the skill's own nor one of a package.
 */
import { createRequire, isBuiltin } from "node:module";
import { resolve } from "node:path";
import { build, type BuildFailure, type BuildOptions, type BuildResult, type Location, type Message } from "esbuild";
import { realOf, type Host } from "../model/host.ts";
import type {
  CompiledScript,
  CompileScript,
  ComputedImport,
  PackageLog,
  FileFault,
  ScriptEnvironment,
  ScriptFault,
  ScriptRequest,
} from "../model/script.ts";
import { toPosixPath } from "./config-plugin.ts";
import { bytesToColumn, oneLine } from "./esbuild-messages.ts";
import { createPackageInputs } from "./package-inputs.ts";
import {
  CALLED,
  COMPUTED,
  createFileJudge,
  createScriptPlugin,
  NOT_PLAIN,
  SKILL,
  TELL_COMPUTED,
} from "./script-plugin.ts";
import { compareCodeUnits } from "../paths/index.ts";

type ScriptHost = Pick<Host, "readFile" | "realPath" | "absolutePath">;

/**
 * Creates the function that compiles scripts.
 *
 * @param note Called with the absolute path of each file or directory outside the skill that decides what a script becomes;
 * some exist, others do not.
 * @param log Records all of it, also what no watcher needs.
 * @example
 * const compiled = await createScriptCompiler(host)({ dir: "skills/pdf", path: "scripts/fill.ts", files, packages, environment });
 */
export function createScriptCompiler(host: ScriptHost, note?: (path: string) => void, log?: PackageLog): CompileScript {
  const workDir = realOf(".", host);
  const inputs = log && createPackageInputs(log);
  // Another version of esbuild may write another module.
  log?.entry(toPosixPath(ESBUILD));
  return async (request) => {
    const judge = createFileJudge(request);
    try {
      const result = await build({
        ...optionsFor(request.environment),
        entryPoints: [request.path],
        absWorkingDir: workDir,
        plugins: [createScriptPlugin({ request, host, judge, note, inputs })],
      });
      log?.settle();
      const faults = judgeInputs(result, request, (path) => judge(resolve(workDir, path)));
      return faults.length > 0 ? { faults } : toScript(result, request);
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

const ESBUILD = createRequire(import.meta.url).resolve("esbuild/package.json");

type Bundled = BuildResult<{ write: false; metafile: true }>;

function toScript({ outputFiles, metafile, warnings }: Bundled, { environment }: ScriptRequest): CompiledScript {
  const [output] = Object.values(metafile.outputs);
  const requires = environment.kind === "node" && output?.imports.some(({ kind }) => kind === "require-call") === true;
  const text = (outputFiles[0]?.text ?? "").replace(/^#!.*\n/, "");
  const code = (requires ? REQUIRE : "") + (text.includes(META) ? `const ${META} = import.meta;\n` : "") + text;
  const computed = warnings.filter(({ text }) => COMPUTED.test(text)).flatMap(toComputed);
  return { code, exports: [...(output?.exports ?? [])].sort(compareCodeUnits), computed };
}

function toComputed({ location }: Message): ComputedImport[] {
  const [, name] = /^.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(`/${location?.file ?? ""}`) ?? [];
  return location === null ? [] : [{ place: toPlace(location), package: name ?? location.file }];
}

/** Judges what esbuild reports as read: it does not promise to ask the plugin to load each file. */
function judgeInputs(
  { metafile, warnings }: Bundled,
  request: ScriptRequest,
  judge: (path: string) => FileFault | undefined,
): readonly ScriptFault[] {
  const read = Object.entries(metafile.inputs).flatMap(([name, { bytes }]): readonly ScriptFault[] => {
    // Texts in the address itself, and modules that a package replaces by nothing.
    if (/^<data:.*>$/s.test(name) || (name.startsWith("(disabled):") && bytes === 0)) return [];
    // esbuild appends the attributes and the query of an import to the path.
    const path = name.replace(/ with \{ type: '\w+' \}$/, "");
    if (path.startsWith(`${SKILL}:`) && request.files.has(path.slice(SKILL.length + 1))) return [];
    const fault = judge(path);
    return fault === undefined || judge(path.split(/[?#]/, 1).join("")) === undefined ? [] : [fault];
  });
  const own = warnings.filter(
    ({ text, location }) =>
      location?.file.startsWith(`${SKILL}:`) && (text === CALLED ? !isPlain(location) : COMPUTED.test(text)),
  );
  return [...read, ...own.map((message) => toFault({ ...message, text: NOT_PLAIN }))];
}

/** Returns whether a call has one string in quotes: esbuild also takes what it can put together to one. */
function isPlain({ lineText, column }: Location): boolean {
  const rest = lineText.slice(bytesToColumn(lineText, column));
  return /^(?:"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')[ \t]*(?:$|[,)]|\/[/*])/.test(rest);
}

/** In an ES module of Node, CommonJS packages need a real `require` for its built-in modules. */
const REQUIRE =
  'import { createRequire as __skillcRequire } from "node:module"; var require = __skillcRequire(import.meta.url);\n';

/**
 * Name for `import.meta`. Bundlers of applications embed files that the code names as `new URL("…", import.meta.url)` or
 * `import.meta.glob("…")`: from where the module lies, those would be files of the project.
 */
const META = "__skillcMeta";

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
    define: {
      "import.meta": META,
      // What they replace by values is left to them.
      "import.meta.env": "import.meta.env",
      ...(kind === "browser" && { "process.env.NODE_ENV": '"production"' }),
    },
    jsx: "automatic",
    // A tsconfig.json above the skill must not change what the skill means.
    tsconfigRaw: "{}",
    // NODE_PATH of the machine neither.
    nodePaths: [],
    logLevel: "silent",
    logLimit: 0,
    logOverride: TELL_COMPUTED,
  };
}

function toFault({ text, location, detail }: Pick<Message, "text" | "location" | "detail">): ScriptFault {
  const name = /^Could not resolve "(.+)"$/.exec(text)?.[1];
  const isMissing = name !== undefined && (isBuiltin(name) || /^(?!file:|data:)[a-z][a-z\d+.-]+:/i.test(name));
  const module = isMissing ? { module: name } : {};
  const problem = oneLine(text.replace(/^Could not resolve (?=")/, "nothing provides "));
  const { member } = (detail ?? {}) as Partial<FileFault>;
  const more = { ...module, ...(member !== undefined && { member }) };
  if (location === null) return { problem, ...more };
  const { file, line, column, length, lineText } = location;
  const own = file.startsWith(`${SKILL}:`) ? file.slice(SKILL.length + 1) : undefined;
  if (own === undefined) return { problem: `${problem} at ${toPlace(location)}`, ...more };
  return {
    problem,
    ...more,
    path: own,
    line,
    column: bytesToColumn(lineText, column) + 1,
    length: Math.max(1, bytesToColumn(lineText, column + length) - bytesToColumn(lineText, column)),
  };
}

/** The place in a file that is not the skill's own. */
function toPlace({ file, line, column }: Location): string {
  return `${file}:${line}:${column + 1}`;
}
