/** Finds the config file, in one of five notations, and reads it into a checked `UserConfig`. */
import type { ModuleFault, ModuleResult } from "../bundle/load-module.ts";
import type { Findings } from "../diagnostics/index.ts";
import { isFailure, LARGEST_TEXT, type Host, type HostResult } from "../model/host.ts";
import { createSourceText, type SourceText, type TextSpan } from "../model/source.ts";
import { joinPath, relativePath } from "../paths/index.ts";
import { placesInCode } from "./places-in-code.ts";
import { parseConfigText, type ParseYaml } from "./parse-text.ts";
import type { UserConfig } from "./user-config.ts";
import type { PlaceOf } from "./config-path.ts";
import { configFileNames } from "./file-names.ts";
import { describeUnknown } from "./finding-arguments.ts";
import { configRules } from "./rules.ts";

/** Evaluates a module, as `loadModule` in src/bundle does; `file` is an absolute POSIX path. */
type ImportModule = (file: string) => Promise<ModuleResult>;

export interface LoadConfigOptions {
  /** Its base directory is the directory of the config, because a config's paths are relative to that. */
  readonly host: Host;
  /** Host path of the config; default: the one that `findConfig` finds in the base directory, if any. */
  readonly file?: string | undefined;
  readonly parseYaml: ParseYaml;
  readonly importModule: ImportModule;
  readonly findings: Findings;
}

export interface LoadedUserConfig {
  /** The checked config; empty without a config file. */
  readonly user: UserConfig;
  /** Host path of the config file, if there is one. */
  readonly file?: string;
  /** Returns where a part of the config is written; the base directory without a config file. */
  readonly place: PlaceOf;
  /** Absolute POSIX paths of the config file and everything that it imports, for watching. */
  readonly dependencies: readonly string[];
}

/** Returns the config file of a directory and those that it hides; undefined if there is none. */
export function findConfig(host: Host, dir: string): { file: string; others: readonly string[] } | undefined {
  const [file, ...others] = configFileNames
    .map((name) => joinPath(dir, name))
    .filter((path) => {
      const status = host.status(path);
      if (!isFailure(status)) return status.kind !== "directory";
      // An unreadable path, a broken link or a pipe counts as a config file: reading it reports the error.
      const isMissing = status.failure === "not-found" || status.failure === "not-directory";
      return !isMissing || !isFailure(host.entryStatus(path));
    });
  if (file === undefined) return undefined;
  // In a directory that cannot be searched, every name may exist: one of them reports that.
  return { file, others: others.filter((path) => !isFailure(host.entryStatus(path))) };
}

/**
 * Reads a config; returns undefined after reporting an error: `config-not-found`, `config-unreadable`,
 * `config-invalid-syntax`, `config-unknown-key`, `config-invalid-value`, `unknown-platform`.
 */
export async function loadUserConfig(options: LoadConfigOptions): Promise<LoadedUserConfig | undefined> {
  const { host, findings } = options;
  const found = options.file === undefined ? findConfig(host, ".") : { file: options.file, others: [] };
  if (found === undefined) return { user: {}, place: () => ({ file: "." }), dependencies: [] };
  const { file } = found;
  for (const other of found.others) findings.add(configRules["config-several"], { file: other }, { file, other });

  const notation = /\.(?:([cm]?[jt]s)|(json)|(ya?ml))$/i.exec(file);
  if (notation === null) {
    const expected = "a .ts, .mts, .js, .mjs, .json, .yaml or .yml file";
    findings.add(
      configRules["config-invalid-value"],
      { file },
      { key: "--config", expected, actual: describeUnknown(file) },
    );
    return undefined;
  }
  const text = decode(host.readFile(file, undefined, LARGEST_TEXT));
  if ("problem" in text) {
    const detail = text.problem ?? (isFailure(host.entryStatus(file)) ? undefined : "it is a broken symbolic link");
    if (detail === undefined) findings.add(configRules["config-not-found"], { file }, { file });
    else findings.add(configRules["config-unreadable"], { file }, { file, detail });
    return undefined;
  }
  if (notation[1] !== undefined) return loadCode(createSourceText(file, text.text), options);

  const source = createSourceText(file, text.text);
  const parsed = parseConfigText(source, notation[2] === undefined ? "yaml" : "json", options.parseYaml, findings);
  if (parsed === undefined) return undefined;
  const { validateUserConfig } = await import("./validate.ts");
  const user = validateUserConfig(parsed.value, { place: parsed.place, findings });
  if (user === undefined) return undefined;
  return { user, file, place: parsed.place, dependencies: [host.absolutePath(file)] };
}

async function loadCode(source: SourceText, options: LoadConfigOptions): Promise<LoadedUserConfig | undefined> {
  const { host, findings } = options;
  const { file } = source;
  const result = await options.importModule(host.absolutePath(file));
  if ("faults" in result) {
    for (const fault of result.faults) reportFault(fault, file, host, findings);
    return undefined;
  }
  const { validateUserConfig } = await import("./validate.ts");
  let user: UserConfig | undefined;
  const place = placesInCode(source, result.value);
  try {
    user = validateUserConfig(result.value, { place, findings });
  } catch (error) {
    // A getter or a proxy in the config threw.
    const detail = error instanceof Error ? error.message : describeUnknown(error);
    findings.add(configRules["config-invalid-syntax"], { file }, { file, detail });
  }
  return user === undefined ? undefined : { user, file, place, dependencies: result.dependencies };
}

/** Returns where a fault is: in the config, or in a file that the config imports. */
function reportFault(fault: ModuleFault, configFile: string, host: Host, findings: Findings): void {
  const base = host.absolutePath(".");
  const file = fault.file === undefined ? configFile : (relativePath(base, fault.file) ?? fault.file);
  const text = decode(host.readFile(file, undefined, LARGEST_TEXT));
  const source = "text" in text ? createSourceText(file, text.text) : undefined;
  const span = source === undefined ? undefined : spanOf(source, fault);
  findings.add(
    configRules["config-invalid-syntax"],
    { file, source, span },
    { file: configFile, detail: fault.message },
  );
}

function spanOf(source: SourceText, { line, column, length }: ModuleFault): TextSpan | undefined {
  const start = line === undefined ? undefined : source.lineStarts()[line - 1];
  if (start === undefined) return undefined;
  const at = start + (column ?? 1) - 1;
  return { start: at, end: at + (length ?? 1) };
}

function decode(bytes: HostResult<Uint8Array>): { readonly text: string } | { readonly problem: string | undefined } {
  if (isFailure(bytes)) return { problem: bytes.failure === "not-found" ? undefined : bytes.detail };
  try {
    // The decoder also removes a byte order mark, which JSON.parse would reject.
    return { text: new TextDecoder("utf-8", { fatal: true }).decode(bytes) };
  } catch {
    return { problem: "it is not UTF-8 text" };
  }
}
