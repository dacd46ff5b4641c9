/** The levels of rules: for all files, and for some files only. */
import { isLocked } from "../diagnostics/index.ts";
import type { RuleOverride } from "../model/config.ts";
import type { Level } from "../model/diagnostic.ts";
import { levelChain } from "../profiles/index.ts";
import { ruleBook } from "../rules.ts";
import type { ResolveContext } from "./resolve-context.ts";
import { checkPatterns } from "./resolve-patterns.ts";
import type { UserConfig } from "./user-config.ts";
import type { ConfigPath } from "./config-path.ts";
import { nearest } from "./finding-arguments.ts";
import { configRules } from "./rules.ts";

type Levels = Readonly<Record<string, Level>>;

/** Returns the levels that apply to all files. */
export function resolveRules(context: ResolveContext, profile: string): Levels {
  const { user } = context;
  return { ...impliedRules(user), ...checkRules(user.rules ?? {}, ["rules"], context, profile) };
}

/** Returns the levels that apply to some files only, in order. */
export function resolveOverrides(context: ResolveContext, profile: string): readonly RuleOverride[] {
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

/** A config that chooses one of two skills needs no warning about the other. */
function impliedRules({ duplicates, rules = {} }: UserConfig): Levels {
  const isChosen = duplicates === "first" || duplicates === "last";
  const implied = ruleBook.get("duplicate-shadowed");
  const isSaid = Object.keys(rules).some((key) => ruleBook.matching(key).some((rule) => rule === implied));
  return isChosen && !isSaid ? { "duplicate-shadowed": "info" } : {};
}

function checkRules(wanted: Levels, path: ConfigPath, { place, findings }: ResolveContext, profile: string): Levels {
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
