/** The levels of rules: for all files, and for some files only. */
import { isLocked } from "../diagnostics/report.ts";
import type { RuleOverride } from "../model/config.ts";
import type { Level } from "../model/diagnostic.ts";
import { rulesMatching, ruleNames } from "../rules.ts";
import type { ResolveContext } from "./resolve-context.ts";
import { checkPatterns } from "./resolve-patterns.ts";
import type { UserConfig } from "./user-config.ts";
import { nearest, type ConfigPath } from "./validate.ts";

interface LevelSettings {
  readonly profile: string;
  /** Whether a key of `rules` means any rule. */
  readonly isRule: (name: string) => boolean;
}

type Levels = Readonly<Record<string, Level>>;

/** Returns the levels that hold for all files. */
export function resolveRules(context: ResolveContext, settings: LevelSettings): Levels {
  const { user } = context;
  return { ...impliedRules(user), ...checkRules(user.rules ?? {}, ["rules"], context, settings) };
}

/** Returns the levels that hold for some files, in order. */
export function resolveOverrides(context: ResolveContext, settings: LevelSettings): readonly RuleOverride[] {
  const { user, flags, place, report } = context;
  const overrides = (user.overrides ?? []).map((one, index): RuleOverride => {
    const files = typeof one.files === "string" ? [one.files] : one.files;
    checkPatterns(files, ["overrides", index, "files"], place, report);
    return { files, rules: checkRules(one.rules, ["overrides", index, "rules"], context, settings) };
  });
  // The command line has the last word on what a file says.
  if (overrides.length > 0 && flags.overrides === undefined && flags.rules !== undefined)
    overrides.push({ files: [], rules: flags.rules });
  return overrides;
}

/** If the config chooses one of two skills, the other one being left out needs no warning. */
function impliedRules({ duplicates, rules = {} }: UserConfig): Levels {
  const isChosen = duplicates === "first" || duplicates === "last";
  const isSaid = Object.keys(rules).some((name) => rulesMatching(name).includes("duplicate-shadowed"));
  return isChosen && !isSaid ? { "duplicate-shadowed": "info" } : {};
}

function checkRules(
  wanted: Levels,
  path: ConfigPath,
  { place, report }: ResolveContext,
  { profile, isRule }: LevelSettings,
): Levels {
  // Without a prototype: the keys are a user's.
  const rules: Record<string, Level> = Object.create(null);
  for (const [name, level] of Object.entries(wanted)) {
    rules[name] = level;
    if (!isRule(name)) {
      const args = { name, nearest: nearest(name, ruleNames) };
      report.report("unknown-rule", place([...path, name], "key"), args);
      continue;
    }
    // A key that means several rules lowers those of them that can be lowered.
    const [only, ...more] = rulesMatching(name);
    if (only !== undefined && more.length === 0 && level !== "error" && isLocked(only, profile))
      report.report("rule-locked", place([...path, name]), { rule: only });
  }
  return rules;
}
