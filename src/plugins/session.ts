/** What the plugins of all bundlers share: a compiler, its last snapshot, and the files of its first output. */
import { resolve } from "node:path";
import { createCompiler, type Compiler } from "../api/compiler.ts";
import { pathsOf, type SessionOptions } from "../api/session.ts";
import type { Snapshot } from "../api/snapshot.ts";
import type { UserConfig } from "../config/user-config.ts";
import { changedStamps, stampInputs, type InputStamps, type RecordedInputs } from "../host/index.ts";
import type { Diagnostic } from "../model/diagnostic.ts";
import { isFailure } from "../model/host.ts";

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

/** The name of the module that an application imports. */
export const VIRTUAL_MODULE = "virtual:skillc";

/** One project in one run of a bundler. */
export interface PluginSession {
  readonly compiler: Compiler;
  readonly cwd: string;
  /** The directory of the config. */
  readonly base: string;
  /** Undefined before the first build. */
  snapshot(): Snapshot | undefined;
  /** Builds, or rebuilds what has changed on disk since. */
  refresh(): Promise<Snapshot>;
  /** Takes the snapshot of a watch. */
  take(snapshot: Snapshot): void;
  /** Returns a file of the module by its path, such as `index.js`; undefined if there is none. Throws if it cannot be read. */
  read(path: string): string | undefined;
  inputs(): RecordedInputs;
}

/** Creates a session; `root` is the bundler's directory. */
export function createPluginSession(
  { cwd, config, ...overrides }: PluginOptions,
  root: string,
  outDir?: string,
): PluginSession {
  const directory = resolve(root, cwd ?? ".");
  const options: SessionOptions = {
    cwd: directory,
    ...(config !== undefined && { config }),
    overrides: { ...overrides, emit: ["module"], ...(outDir !== undefined && { outDir }) },
  };
  const compiler = createCompiler(options);
  let snapshot: Snapshot | undefined;
  let stamps: InputStamps | undefined;
  return {
    compiler,
    cwd: directory,
    base: pathsOf(options).base,
    snapshot: () => snapshot,
    async refresh() {
      const now = stamps && stampInputs(compiler.inputs());
      const changed = stamps && now && changedStamps(stamps, now);
      if (snapshot !== undefined && changed?.length === 0) return snapshot;
      snapshot = await (changed === undefined ? compiler.build() : compiler.rebuild(changed));
      stamps = stampInputs(compiler.inputs());
      return snapshot;
    },
    take(next) {
      snapshot = next;
    },
    read(path) {
      const dir = snapshot?.config?.outputs[0]?.outDir;
      const file = dir === undefined ? undefined : snapshot?.output(`${dir}/${path}`);
      return file && textOf(file.chunks());
    },
    inputs: () => compiler.inputs(),
  };
}

function textOf(chunks: ReturnType<NonNullable<ReturnType<Snapshot["output"]>>["chunks"]>): string {
  const decoder = new TextDecoder();
  let text = "";
  for (const chunk of chunks) {
    if (typeof chunk === "string") text += chunk;
    else if (isFailure(chunk)) throw new Error(`a file changed while it was read (${chunk.detail}); save it again`);
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
