/**
 * Takes: a checked config, what the command line adds to it, and the Host. Gives: a `Config` with every default filled
 * in and every path normalised. Never: reads a file; it only asks the Host what stands where.
 */
import { isLocked, type Report } from "../diagnostics/report.ts";
import { rulesMatching, ruleNames } from "../rules.ts";
import type { Budgets, Config, EmitterName, RuleOverride, ShellPreparation } from "../model/config.ts";
import type { Level } from "../model/diagnostic.ts";
import { isFailure, type Host } from "../model/host.ts";
import { isInside, joinPath } from "../paths/index.ts";
import { findProfile, standardProfile } from "../profiles/index.ts";
import { checkPatterns, resolveViews } from "./resolve-patterns.ts";
import { resolvePath, type ResolvedPath } from "./resolve-path.ts";
import { resolveSources, type PositionalSource } from "./resolve-sources.ts";
import type { BudgetsConfig, ShellConfig, UserConfig } from "./user-config.ts";
import { nearest, validateUserConfig, type ConfigPath, type PlaceOf } from "./validate.ts";
import { configRules } from "./rules.ts";

export interface ResolveConfigOptions {
  readonly user: UserConfig;
  /** Host path of the config file, when there is one. */
  readonly file?: string | undefined;
  /**
   * Values that win over those of the config, shaped like one: flags. They are checked here, so they may come from
   * outside. `files`, `module`, `rules` and `views` are merged key by key, all others are replaced.
   */
  readonly overrides?: UserConfig | Readonly<Record<string, unknown>> | undefined;
  /** Directories named on the command line; if there are any, they replace the sources of the config. */
  readonly positionals?: readonly PositionalSource[] | undefined;
  /** Its base directory is the directory of the config file; without one, the working directory. */
  readonly host: Host;
  /** Where a part of the config is written. */
  readonly place?: PlaceOf | undefined;
  readonly report: Report;
  readonly profiles: readonly string[];
  /** Environment variables, for systems that are told by one where skills are. Default: none is set. */
  readonly environment?: ((name: string) => string | undefined) | undefined;
  /** Whether a key of `rules` means any rule. */
  readonly rules: (name: string) => boolean;
}

const DEFAULT_OUT_DIR = "generated/skills";
const DEFAULT_EMIT: readonly EmitterName[] = ["module", "json"];

/**
 * Resolves a configuration. Undefined when anything in it is an error; every fault was reported, each at its place.
 *
 * @example
 * const loaded = await loadConfig({ host, parseYaml, importModule, report });
 * const config = loaded && resolveConfig({ ...loaded, host, report, profiles, rules });
 */
export function resolveConfig(options: ResolveConfigOptions): Config | undefined {
  const { host, file } = options;
  let failed = false;
  const report: Report = {
    ...options.report,
    report(...finding) {
      const level = options.report.report(...finding);
      failed ||= level === "error";
      return level;
    },
  };
  const commandPlace: PlaceOf = () => ({ file: "." });
  const configPlace = options.place ?? (() => ({ file: file ?? "." }));
  const flags = validateUserConfig(options.overrides ?? {}, { aliases: false, place: commandPlace, report }) ?? {};
  const user = merge(options.user, flags);
  /** Where a value came from: the command line wins, as it does in `merge`. */
  const place: PlaceOf = (path, part) => (isGiven(flags, path) ? commandPlace : configPlace)(path, part);

  const [profile = "standard", ...alsoCheck] = namesOfProfiles(user.profile);
  for (const name of [profile, ...alsoCheck]) {
    if (options.profiles.includes(name)) continue;
    const args = { name, nearest: nearest(name, options.profiles), known: options.profiles.join(", ") };
    report.add(configRules["unknown-profile"], place(["profile"]), args);
  }
  const outDir = resolvePath(user.outDir ?? DEFAULT_OUT_DIR, host);
  const sources = resolveSources({
    user,
    profile: findProfile(profile, user.compat) ?? standardProfile,
    environment: options.environment ?? (() => undefined),
    positionals: options.positionals ?? [],
    host,
    report,
    place,
    commandPlace,
  });
  checkOutDir(outDir, sources.dirs, place, host, report);
  const exclude = user.files?.exclude ?? [];
  checkPatterns(exclude, ["files", "exclude"], place, report);
  const checkRules = (wanted: Readonly<Record<string, Level>>, path: ConfigPath): Readonly<Record<string, Level>> =>
    resolveRules(wanted, path, profile, options.rules, place, report);
  const rules = { ...impliedRules(user), ...checkRules(user.rules ?? {}, ["rules"]) };
  const overrides = (user.overrides ?? []).map((one, index): RuleOverride => {
    const files = typeof one.files === "string" ? [one.files] : one.files;
    checkPatterns(files, ["overrides", index, "files"], place, report);
    return { files, rules: checkRules(one.rules, ["overrides", index, "rules"]) };
  });
  // The command line has the last word on what a file says.
  if (overrides.length > 0 && flags.overrides === undefined && flags.rules !== undefined)
    overrides.push({ files: [], rules: flags.rules });
  const views = resolveViews(user.views ?? {}, place, report);
  if (failed) return undefined;

  const { platform, compat, tools, onInvalid, duplicates, files, budgets, prepare, module } = user;
  return {
    ...(file === undefined ? {} : { file }),
    sources: sources.sources,
    outDir: outDir.path,
    emit: [...new Set(user.emit ?? DEFAULT_EMIT)],
    profile,
    ...(alsoCheck.length === 0 ? {} : { alsoCheck }),
    ...(compat === undefined ? {} : { compat }),
    ...(tools === undefined ? {} : { tools }),
    ...(platform === undefined ? {} : { platform }),
    rules,
    ...(overrides.length === 0 ? {} : { overrides }),
    ...(onInvalid === undefined ? {} : { onInvalid }),
    ...(duplicates === undefined ? {} : { duplicates }),
    symlinks: user.symlinks ?? "refuse",
    skillFileCase: user.skillFileCase ?? "exact",
    allowEmpty: user.allowEmpty ?? sources.turnedOff,
    files: { exclude, ...(files?.maxBytes === undefined ? {} : { maxBytes: files.maxBytes }) },
    ...(budgets === undefined ? {} : { budgets: withoutUndefined(budgets) }),
    ...(prepare?.shell === undefined ? {} : { prepare: { shell: resolveShell(prepare.shell) } }),
    module: {
      format: module?.format ?? "js",
      content: module?.content ?? "auto",
      runtime: module?.runtime ?? "inline",
    },
    views,
    ...(file === undefined
      ? {}
      : { place: (path, part) => (isGiven(flags, path) || isGiven(user, path) ? place(path, part) : { file }) }),
  };
}

function withoutUndefined({ indexTokens, preloadTokens }: BudgetsConfig): Budgets {
  return {
    ...(indexTokens === undefined ? {} : { indexTokens }),
    ...(preloadTokens === undefined ? {} : { preloadTokens }),
  };
}

function resolveShell({ allow, timeoutMs, maxOutputBytes, markers }: ShellConfig): ShellPreparation {
  return {
    allow,
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
    ...(maxOutputBytes === undefined ? {} : { maxOutputBytes }),
    ...(markers === undefined ? {} : { markers }),
  };
}

/** Each once, in order; a text may hold several, separated by commas. */
function namesOfProfiles(written: UserConfig["profile"] = []): readonly string[] {
  const texts = typeof written === "string" ? [written] : written;
  return [
    ...new Set(
      texts
        .flatMap((text) => text.split(","))
        .map((name) => name.trim())
        .filter((name) => name !== ""),
    ),
  ];
}

/** Flags over the config; a flag that is undefined was not given. */
function merge(user: UserConfig, flags: UserConfig): UserConfig {
  const merged: UserConfig = overlay(user, flags);
  if (flags.files !== undefined) merged.files = overlay(user.files, flags.files);
  if (flags.module !== undefined) merged.module = overlay(user.module, flags.module);
  if (flags.rules !== undefined) merged.rules = overlay(user.rules, flags.rules);
  if (flags.views !== undefined) merged.views = overlay(user.views, flags.views);
  return merged;
}

function overlay<Part extends object>(below: Part | undefined, above: Part): Part {
  const given = Object.entries(above).filter(([, value]) => value !== undefined);
  return { ...below, ...Object.fromEntries(given) } as Part;
}

function isGiven(flags: UserConfig, path: ConfigPath): boolean {
  if (path.length === 0) return false;
  let value: unknown = flags;
  const merged = ["files", "module", "rules", "views"].includes(String(path[0]));
  for (const step of path.slice(0, merged ? 2 : 1)) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, step)) return false;
    value = (value as Record<string | number, unknown>)[step];
  }
  return value !== undefined;
}

function checkOutDir(
  outDir: ResolvedPath,
  dirs: readonly { readonly dir: string; readonly at: ResolvedPath }[],
  place: PlaceOf,
  host: Host,
  report: Report,
): void {
  const at = place(["outDir"]);
  const base = resolvePath(".", host);
  // A directory above the project would be emptied of what is not generated just the same.
  if (isInside(outDir.absolute, base.absolute) || isInside(outDir.real, base.real)) {
    report.add(configRules["outdir-is-base"], at, { outDir: outDir.path });
    return;
  }
  // A source below the output would never be found: an output directory is not searched.
  const lost = dirs.filter(
    (source) => isInside(outDir.absolute, source.at.absolute) || isInside(outDir.real, source.at.real),
  );
  for (const { dir } of lost)
    report.add(configRules["outdir-is-source"], at, { outDir: outDir.path, dir, what: "source" });
  // Nor would a skill that the output is put into.
  if (lost.length === 0 && !isFailure(host.status(joinPath(outDir.path, "SKILL.md"))))
    report.add(configRules["outdir-is-source"], at, { outDir: outDir.path, dir: outDir.path, what: "skill" });
}

/** Whoever chooses one of two skills need not be warned that the other is left out. */
function impliedRules({ duplicates, rules = {} }: UserConfig): Readonly<Record<string, Level>> {
  const isChosen = duplicates === "first" || duplicates === "last";
  const isSaid = Object.keys(rules).some((name) => rulesMatching(name).includes("duplicate-shadowed"));
  return isChosen && !isSaid ? { "duplicate-shadowed": "info" } : {};
}

function resolveRules(
  wanted: Readonly<Record<string, Level>>,
  path: ConfigPath,
  profile: string,
  isRule: (name: string) => boolean,
  place: PlaceOf,
  report: Report,
): Readonly<Record<string, Level>> {
  // Without a prototype: the keys are a user's.
  const rules: Record<string, Level> = Object.create(null);
  for (const [name, level] of Object.entries(wanted)) {
    rules[name] = level;
    if (!isRule(name)) {
      const args = { name, nearest: nearest(name, ruleNames) };
      report.add(configRules["unknown-rule"], place([...path, name], "key"), args);
      continue;
    }
    // A key that means several rules lowers those of them that can be lowered.
    const [only, ...more] = rulesMatching(name);
    if (only !== undefined && more.length === 0 && level !== "error" && isLocked(only, profile))
      report.add(configRules["rule-locked"], place([...path, name]), { rule: only });
  }
  return rules;
}
