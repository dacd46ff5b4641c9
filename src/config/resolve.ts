/**
 * Fills in every default and normalizes every path. Reads no file other than the lock and what it pins, and uses no
 * network.
 */
import { type Findings, isLocked } from "../diagnostics/index.ts";
import type { Config, RuleOverride } from "../model/config.ts";
import { findProfile, standardProfile, levelChain } from "../profiles/index.ts";
import { embeddingTargets } from "../targets/options.ts";
import {
  createContext,
  definedOnly,
  placeInFile,
  type ContextOptions,
  type ResolveContext,
} from "./resolve-context.ts";
import { resolveOutputs } from "./resolve-outputs.ts";
import { checkPatterns, resolveViews } from "./resolve-patterns.ts";
import { resolveShared } from "./resolve-shared.ts";
import { resolveListings } from "./resolve-listings.ts";
import { openReferences } from "./resolve-references.ts";
import { acceptsEmpty, resolveSources, type PositionalSource } from "./resolve-sources.ts";
import type { UserConfig } from "./user-config.ts";
import type { PlaceOf, ConfigPath } from "./config-path.ts";
import { nearest } from "./finding-arguments.ts";
import { configRules } from "./rules.ts";
import type { Level } from "../model/diagnostic.ts";
import { ruleBook } from "../rules.ts";

export interface ResolveConfigOptions extends ContextOptions {
  /** If there are any, they replace the sources of the config. */
  readonly positionals?: readonly PositionalSource[] | undefined;
  /** If neither config nor caller names directories. Default: false. */
  readonly search?: boolean | undefined;
  readonly profiles: readonly string[];
  /** For systems that find skills by an environment variable. Default: none is set. */
  readonly environment?: ((name: string) => string | undefined) | undefined;
}

/**
 * Reports every fault at its location; use the result only if none of them is an error.
 *
 * @example
 * const loaded = await loadUserConfig({ host, parseYaml, importModule, findings });
 * const config = loaded && resolveConfig({ ...loaded, host, findings, profiles });
 */
export function resolveConfig(options: ResolveConfigOptions): Config {
  const { file, findings } = options;
  const context = createContext(options);
  const { user, host, place } = context;
  const [profile = "standard", ...alsoCheck] = resolveProfiles(options, context);
  const rulesOfProfile = findProfile(profile, user.compat) ?? standardProfile;
  const environment = options.environment ?? (() => undefined);
  const references = openReferences({ host, profile, environment, findings });
  const positionals = options.positionals ?? [];
  const { search } = options;
  const sources = resolveSources({ ...context, references, profile: rulesOfProfile, environment, positionals, search });
  const directories = sources.sources.filter((source) => source.kind === "directory");
  references.finish(directories, positionals.length === 0);
  const outputs = resolveOutputs(context, sources.dirs);
  const { exclude = [], maxBytes } = user.files ?? {};
  checkPatterns(exclude, ["files", "exclude"], place, findings);
  const rules = resolveRules(context, profile);
  const overrides = resolveOverrides(context, profile);
  const views = resolveViews(user.views ?? {}, place, findings);

  const { compat, tools, onInvalid, duplicates, budgets, prepare } = user;
  const shell = prepare?.shell;
  return {
    ...outputs[0],
    ...definedOnly({
      file,
      compat,
      tools,
      onInvalid,
      duplicates,
      alsoCheck: unlessEmpty(alsoCheck),
      overrides: unlessEmpty(overrides),
      budgets: budgets && definedOnly(budgets),
      listings: resolveListings(context),
      prepare: shell && { shell: { ...definedOnly(shell), allow: shell.allow } },
      foreignKey: sources.foreignKey,
      place: file === undefined ? undefined : placeInFile(file, context),
    }),
    outputs,
    sources: sources.sources,
    installed: { roots: references.roots, locked: references.locked, refs: references.refs },
    profile,
    rules,
    symlinks: user.symlinks ?? "refuse",
    skillFileCase: user.skillFileCase ?? "exact",
    allowEmpty: user.allowEmpty ?? (sources.turnedOff || acceptsEmpty(user, rulesOfProfile)),
    files: { exclude, ...definedOnly({ maxBytes }), embeddedBy: [...new Set(outputs.flatMap(embeddingTargets))] },
    views,
    ...resolveRelations(context),
    ...resolveIndexAndEvals(user, place, findings),
  };
}

function resolveIndexAndEvals(
  { evals, index = {} }: UserConfig,
  place: PlaceOf,
  findings: Findings,
): Pick<Config, "evals" | "index"> {
  const { files = [], ship = false } = evals ?? {};
  checkPatterns(files, ["evals", "files"], place, findings);
  checkPatterns(Object.keys(index), ["index"], place, findings);
  return { evals: { files, ship }, index: Object.entries(index) };
}

function resolveRelations(context: ResolveContext): Pick<Config, "dependencies" | "shared"> {
  const { views = "warn", fields = [] } = context.user.dependencies ?? {};
  const dependencies = { views, ...definedOnly({ fields: unlessEmpty(fields) }) };
  return { dependencies, ...definedOnly({ shared: resolveShared(context) }) };
}

function unlessEmpty<Item>(list: readonly Item[]): readonly Item[] | undefined {
  return list.length === 0 ? undefined : list;
}

function resolveProfiles(
  { profiles }: ResolveConfigOptions,
  { user, place, findings }: ResolveContext,
): readonly string[] {
  const names = namesOfProfiles(user.profile);
  for (const name of names) {
    if (profiles.includes(name)) continue;
    const args = { name, nearest: nearest(name, profiles), known: profiles.join(", ") };
    findings.add(configRules["unknown-profile"], place(["profile"]), args);
  }
  return names;
}

/** Each name once, in order; a string can contain several, separated by commas. */
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

type LevelByRule = Readonly<Record<string, Level>>;

function resolveRules(context: ResolveContext, profile: string): LevelByRule {
  const { user } = context;
  return { ...impliedRules(user), ...checkRules(user.rules ?? {}, ["rules"], context, profile) };
}

function resolveOverrides(context: ResolveContext, profile: string): readonly RuleOverride[] {
  const { user, flags, place, findings } = context;
  const overrides = (user.overrides ?? []).map((one, index): RuleOverride => {
    const files = typeof one.files === "string" ? [one.files] : one.files;
    checkPatterns(files, ["overrides", index, "files"], place, findings);
    return { files, rules: checkRules(one.rules, ["overrides", index, "rules"], context, profile) };
  });
  // The command line takes precedence over the file.
  if (overrides.length > 0 && flags.overrides === undefined && flags.rules !== undefined)
    overrides.push({ files: [], rules: flags.rules });
  return overrides;
}

/** If the config chooses one of two skills, the other needs no warning. */
function impliedRules({ duplicates, rules = {} }: UserConfig): LevelByRule {
  const isChosen = duplicates === "first" || duplicates === "last";
  const implied = ruleBook.get("duplicate-shadowed");
  const isSaid = Object.keys(rules).some((key) => ruleBook.matching(key).some((rule) => rule === implied));
  return isChosen && !isSaid ? { "duplicate-shadowed": "info" } : {};
}

function checkRules(
  wanted: LevelByRule,
  path: ConfigPath,
  { place, findings }: ResolveContext,
  profile: string,
): LevelByRule {
  // Without a prototype, because users choose the keys.
  const rules: Record<string, Level> = Object.create(null);
  for (const [name, level] of Object.entries(wanted)) {
    rules[name] = level;
    const [only, ...more] = ruleBook.matching(name);
    if (only === undefined) {
      const args = { name, nearest: nearest(name, ruleBook.names) };
      findings.add(configRules["unknown-rule"], place([...path, name], "key"), args);
      continue;
    }
    // A key for several rules lowers only those that can be lowered.
    if (more.length === 0 && level !== "error" && isLocked(only, levelChain(profile)))
      findings.add(configRules["rule-locked"], place([...path, name]), { rule: only.name });
  }
  return rules;
}
