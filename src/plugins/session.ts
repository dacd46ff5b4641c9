/** What the plugins of all bundlers share: a compiler, its last snapshot, and the files of its first output. */
import { resolve } from "node:path";
import { createCompiler, type Compiler } from "../api/compiler.ts";
import { pathsOf, type SessionOptions } from "../api/session.ts";
import { createOutputMemory, type OutputMemory } from "../api/kept/saved-outputs.ts";
import type { Snapshot } from "../api/snapshot.ts";
import type { UserConfig } from "../config/user-config.ts";
import { changedStamps, stampInputs, type InputStamps, type RecordedInputs } from "../engine/index.ts";
import type { Diagnostic } from "../model/diagnostic.ts";
import { isFailure, type HostFailure } from "../model/host.ts";
import type { OutputFile } from "../model/output.ts";

/**
 * Options of a plugin: where the project is, and the keys of a config, which take precedence over the config file.
 *
 * @example
 * skillc({ sources: ["skills", "vendor/skills"], profile: "standard" });
 */
export interface PluginOptions extends Omit<UserConfig, "outDir" | "outputs" | "emit"> {
  /** Working directory; default: the root of the bundler's project. */
  readonly cwd?: string;
  /** Path of a config file, relative to `cwd`; default: the first `skillc.config.*` there; `false` for none. */
  readonly config?: string | false;
}

export const VIRTUAL_MODULE = "virtual:skillc";

/** One project in one run of a bundler. */
export interface PluginSession {
  readonly compiler: Compiler;
  readonly cwd: string;
  /** The directory of the config. */
  readonly base: string;
  /** For a plugin that writes the module. */
  readonly memory: OutputMemory;
  snapshot(): Snapshot | undefined;
  /** Builds, or rebuilds what has changed on disk since. */
  refresh(): Promise<Snapshot>;
  take(snapshot: Snapshot): void;
  /**
   * Takes it, and keeps the text of its modules: they can be read after the skills have changed on disk, until the
   * snapshot after the next. Returns false for a file that has changed already; a new snapshot is on its way.
   */
  hold(snapshot: Snapshot): boolean;
  /** Returns a file of the module by its path, such as `index.js`; undefined if there is none. Throws if it cannot be read. */
  read(path: string): string | undefined;
  inputs(): RecordedInputs;
}

export function createPluginSession(
  { cwd, config, runConfig, ...overrides }: PluginOptions & Pick<SessionOptions, "runConfig">,
  root: string,
  outDir?: string,
): PluginSession {
  const directory = resolve(root, cwd ?? ".");
  const options: SessionOptions = {
    cwd: directory,
    ...(config !== undefined && { config }),
    ...(runConfig !== undefined && { runConfig }),
    overrides: moduleOnly(overrides, outDir),
  };
  const compiler = createCompiler(options);
  let snapshot: Snapshot | undefined;
  let stamps: InputStamps | undefined;
  let held: ReadonlyMap<string, string> = new Map();
  let heldBefore = held;
  return {
    compiler,
    cwd: directory,
    base: pathsOf(options).base,
    memory: createOutputMemory(),
    snapshot: () => snapshot,
    async refresh() {
      const now = stamps && stampInputs(compiler.inputs());
      const changed = stamps && now && changedStamps(stamps, now);
      if (snapshot !== undefined && changed?.length === 0) return snapshot;
      snapshot = await (changed === undefined ? compiler.build() : compiler.rebuild(changed));
      // What changes while it is built has changed since: the states from before count.
      stamps = new Map(Array.from(stampInputs(compiler.inputs()), ([path, state]) => [path, now?.get(path) ?? state]));
      return snapshot;
    },
    take(next) {
      snapshot = next;
    },
    hold(next) {
      const texts = textsOf(next, held);
      if (texts === undefined) return false;
      snapshot = next;
      heldBefore = held;
      held = texts;
      return true;
    },
    read(path) {
      const text = held.get(path) ?? heldBefore.get(path);
      if (text !== undefined) return text;
      const dir = snapshot?.config?.outputs[0]?.outDir;
      const file = dir === undefined ? undefined : snapshot?.output(`${dir}/${path}`);
      const read = file && textOf(file.chunks());
      if (read === undefined || typeof read === "string") return read;
      throw new Error(`a file changed while it was read (${read.detail}); save it again`);
    },
    inputs: () => compiler.inputs(),
  };
}

/** A bundler imports index.js; a config may want TypeScript, or other targets, for other builds. */
function moduleOnly(overrides: UserConfig, outDir: string | undefined): UserConfig {
  const module = { ...overrides.module, format: "js" } as const;
  return { ...overrides, emit: ["module"], module, ...(outDir !== undefined && { outDir }) };
}

function textsOf(snapshot: Snapshot, before: ReadonlyMap<string, string>): ReadonlyMap<string, string> | undefined {
  const texts = new Map<string, string>();
  for (const { path, role, kind, chunks } of snapshot.outputs()) {
    if (role !== "startup" && role !== "lazy") continue;
    const text = (kind === "part" ? before.get(path) : undefined) ?? textOf(chunks());
    if (typeof text !== "string") return undefined;
    texts.set(path, text);
  }
  return texts;
}

function textOf(chunks: ReturnType<OutputFile["chunks"]>): string | HostFailure {
  const decoder = new TextDecoder();
  let text = "";
  for (const chunk of chunks) {
    if (typeof chunk === "string") text += chunk;
    else if (isFailure(chunk)) return chunk;
    else text += decoder.decode(chunk);
  }
  return text;
}

/** Returns the findings that stop a build, and those that are worth a warning. */
export function problemsOf(snapshot: Snapshot): {
  readonly errors: readonly Diagnostic[];
  readonly warnings: readonly Diagnostic[];
} {
  const open = snapshot.diagnostics().filter(({ suppressed }) => suppressed === undefined);
  return {
    errors: open.filter(({ severity }) => severity === "error"),
    warnings: open.filter(({ severity }) => severity === "warning"),
  };
}

export interface BundlerText {
  /** The source file, absolute. */
  readonly path: string;
  /** The place as the user reads it, `file:line:column`; the file alone where there is no line. */
  readonly place: string;
  /** What is wrong, with the code and name of its rule. */
  readonly title: string;
  /** What happens because of it, and how to repair it: indented lines. */
  readonly notes: readonly string[];
  /** `line` is 1-based, `column` 0-based, as in every bundler. */
  readonly start?: { readonly line: number; readonly column: number };
  /** The line of the source with a caret below the column. */
  readonly frame?: string;
}

/** Puts a finding into words for a bundler; `cwd` is the directory that its file is relative to. */
export function toBundlerText(diagnostic: Diagnostic, { cwd }: PluginSession): BundlerText {
  const { message, code, rule, file, span, lineText, consequence, help = [] } = diagnostic;
  const notes = [...(consequence === undefined ? [] : [consequence]), ...help];
  const text = {
    path: resolve(cwd, file),
    place: file,
    title: `${message} [${code} ${rule}]`,
    notes: notes.map((note) => `  ${note}`),
  };
  if (span === undefined) return text;
  const { line, column } = span.start;
  const number = `${line} | `;
  return {
    ...text,
    place: `${file}:${line}:${column}`,
    start: { line, column: column - 1 },
    ...(lineText !== undefined && { frame: `${number}${lineText}\n${" ".repeat(number.length + column - 1)}^` }),
  };
}
