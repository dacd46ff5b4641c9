import type { ModuleFault, ModuleResult } from "../bundle/load-module.ts";
import type { Findings } from "../diagnostics/index.ts";
import { isFailure, LARGEST_TEXT, type Host, type HostResult } from "../model/host.ts";
import { createSourceText, type SourceText, type TextSpan } from "../model/source.ts";
import { joinPath, relativePath } from "../paths/index.ts";
import { placesInCode } from "./places-in-code.ts";
import { parseConfigText, type ParseYaml } from "./parse-text.ts";
import type { UserConfig } from "./user-config.ts";
import type { PlaceOf } from "./config-path.ts";
import { configFileNames, notationOf } from "./file-names.ts";
import { describeUnknown } from "./finding-arguments.ts";
import { configRules } from "./rules.ts";

/** As `loadModule` in src/bundle; `file` is an absolute POSIX path. */
type ImportModule = (file: string) => Promise<ModuleResult>;

interface LoadConfigOptions {
  /** Its base is the directory of the config, because a config's paths are relative to that. */
  readonly host: Host;
  /** Host path of the config; default: the first that `findConfigs` finds in the base directory. */
  readonly file?: string | undefined;
  readonly parseYaml: ParseYaml;
  /** Undefined: a config in code is named, not run. */
  readonly importModule: ImportModule | undefined;
  /** Whether commands of skills would run: without `importModule`, they are not allowed. */
  readonly preparesSkills?: boolean | undefined;
  readonly findings: Findings;
}

export interface LoadedUserConfig {
  /** Empty without a config file. */
  readonly user: UserConfig;
  readonly file?: string;
  /** The base directory without a config file. */
  readonly place: PlaceOf;
  /** Absolute POSIX paths of the config file and everything that it imports, for watching. */
  readonly dependencies: readonly string[];
}

/** The first counts. */
export function findConfigs(host: Host, dir: string): readonly string[] {
  const found = configFileNames
    .map((name) => joinPath(dir, name))
    .filter((path) => {
      const status = host.status(path);
      if (!isFailure(status)) return status.kind !== "directory";
      // An unreadable path, a broken link or a pipe counts as a config file: reading it reports the error.
      const isMissing = status.failure === "not-found" || status.failure === "not-directory";
      return !isMissing || !isFailure(host.entryStatus(path));
    });
  // In a directory that cannot be searched, every name may exist: one of them reports that.
  return found.filter((path, index) => index === 0 || !isFailure(host.entryStatus(path)));
}

/**
 * Returns undefined after reporting `config-not-found`, `config-unreadable`, `config-invalid-syntax`,
 * `config-unknown-key`, `config-invalid-value` or `unknown-platform`.
 */
export async function loadUserConfig(options: LoadConfigOptions): Promise<LoadedUserConfig | undefined> {
  const { host, findings } = options;
  const found = options.file === undefined ? findConfigs(host, ".") : [options.file];
  const files = options.importModule === undefined ? withoutCode(found, options) : found;
  if (files === undefined) return undefined;
  const [file, ...others] = files;
  if (file === undefined) return { user: {}, place: () => ({ file: "." }), dependencies: [] };
  for (const other of others) findings.add(configRules["config-several"], { file: other }, { file, other });

  const notation = notationOf(file);
  if (notation === undefined) {
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
  const source = createSourceText(file, text.text);
  if (notation === "code") return options.importModule && loadCode(source, options.importModule, options);

  const parsed = parseConfigText(source, notation, options.parseYaml, findings);
  if (parsed === undefined) return undefined;
  const { validateUserConfig } = await import("./validate.ts");
  const user = validateUserConfig(parsed.value, { place: parsed.place, findings });
  if (user === undefined) return undefined;
  const loaded = { user, file, place: parsed.place, dependencies: [host.absolutePath(file)] };
  const isForbidden = options.importModule === undefined && options.preparesSkills === true;
  return isForbidden ? withoutCommands(loaded, findings) : loaded;
}

/** Leaves out and names configs in code; undefined, and an error, if the caller names one. */
function withoutCode(files: readonly string[], { host, findings }: LoadConfigOptions): readonly string[] | undefined {
  const isCode = (file: string): boolean => notationOf(file) === "code";
  const rest = files.filter((file) => !isCode(file));
  for (const file of files.filter(isCode)) {
    if (isFailure(host.entryStatus(file))) {
      findings.add(configRules["config-not-found"], { file }, { file });
      return undefined;
    }
    findings.add(configRules["config-not-run"], { file }, { file, instead: rest[0] ?? "", key: "" });
  }
  return rest;
}

/** A config in JSON or YAML runs nothing itself, but may allow commands of skills. */
function withoutCommands(loaded: LoadedUserConfig & { readonly file: string }, findings: Findings): LoadedUserConfig {
  const { prepare, ...user } = loaded.user;
  if (prepare?.shell === undefined) return loaded;
  const { file } = loaded;
  const key = "prepare.shell";
  findings.add(configRules["config-not-run"], loaded.place(["prepare", "shell"], "key"), { file, instead: "", key });
  return { ...loaded, user };
}

async function loadCode(
  source: SourceText,
  importModule: ImportModule,
  { host, findings }: LoadConfigOptions,
): Promise<LoadedUserConfig | undefined> {
  const { file } = source;
  const result = await importModule(host.absolutePath(file));
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

/** In the config, or in a file that it imports. */
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
