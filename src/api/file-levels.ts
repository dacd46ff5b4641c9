import { relative, resolve } from "node:path";
import { createLevels, isLocked } from "../diagnostics/levels.ts";
import { toPosixPath } from "../host/index.ts";
import type { Config } from "../model/config.ts";
import type { Diagnostic, Level } from "../model/diagnostic.ts";
import { compileFilter } from "../paths/index.ts";
import { levelChain } from "../profiles/index.ts";
import { ruleBook } from "../rules.ts";
import { isNotRun } from "./runs-code.ts";
import { hostOf, loadProject, pathsOf, toWorkingDirectory, type SessionOptions } from "./session.ts";

export interface FileLevel {
  readonly code: string;
  readonly rule: string;
  readonly level: Level;
  /** What decided: `profile standard`, `rules: "file-*"`, `overrides[0]: "SKC721"`. */
  readonly why: string;
  /** A setting that has no effect, because the rule cannot be lowered. */
  readonly ignored?: string;
}

export interface FileLevels {
  /** POSIX path relative to the config, which overrides are matched with. */
  readonly file: string;
  /** Name of the config; undefined without one. */
  readonly config: string | undefined;
  readonly profile: string;
  /** Those that a setting has changed first, then by code. */
  readonly rules: readonly FileLevel[];
  /** The finding that names a config in code, if there is one and it was not run. */
  readonly notRun: readonly Diagnostic[];
}

/** Returns the levels for a file, which need not exist; or the findings of a config that cannot be used. */
export async function levelsForFile(
  file: string,
  options: SessionOptions,
): Promise<FileLevels | { readonly diagnostics: readonly Diagnostic[] }> {
  const paths = pathsOf(options);
  const { config, diagnostics } = await loadProject({ search: true, ...options }, paths, hostOf(paths));
  if (config === undefined) return { diagnostics: toWorkingDirectory(diagnostics, paths) };
  const notRun = toWorkingDirectory(diagnostics.filter(isNotRun), paths);
  const path = toPosixPath(relative(paths.base, resolve(paths.cwd, file)));
  const profiles = levelChain(config.profile);
  const levels = createLevels({ book: ruleBook, profiles, levels: config.rules, overrides: config.overrides ?? [] });
  const settings = settingsFor(path, config);
  const rows = [...ruleBook.names].flatMap((name): readonly FileLevel[] => {
    const rule = ruleBook.get(name);
    if (rule === undefined) return [];
    const level = levels(rule, path, false);
    const setting = settings.findLast(({ rules }) => rules.has(name));
    const isIgnored = setting !== undefined && setting.level !== level && isLocked(rule, profiles);
    const profile = `profile ${config.profile}`;
    const why = setting === undefined || isIgnored ? profile : setting.where;
    const change = { code: rule.code, rule: name, level, why };
    return [isIgnored ? { ...change, ignored: setting.where } : change];
  });
  const isSet = ({ why, ignored }: FileLevel): number => (why.startsWith("profile ") && ignored === undefined ? 1 : 0);
  const order = (one: FileLevel, two: FileLevel): number => isSet(one) - isSet(two) || (one.code < two.code ? -1 : 1);
  return { file: path, config: config.file, profile: config.profile, rules: rows.toSorted(order), notRun };
}

interface LevelSetting {
  readonly where: string;
  readonly level: Level;
  readonly rules: ReadonlySet<string>;
}

/** Returns the settings that apply to a file, in the order in which they do: the broader of a group first. */
function settingsFor(path: string, { rules, overrides = [] }: Config): readonly LevelSetting[] {
  const groups = [
    { where: "rules", rules, applies: true },
    ...overrides.map((one, index) => ({
      where: one.files.length === 0 ? "--rule" : `overrides[${index}]`,
      rules: one.rules,
      applies: one.files.length === 0 || compileFilter(one.files).matches(path),
    })),
  ];
  return groups
    .filter(({ applies }) => applies)
    .flatMap(({ where, rules: wanted }) =>
      Object.entries(wanted)
        .map(([key, level]) => ({
          where: `${where}: ${JSON.stringify(key)}`,
          level,
          rules: new Set(ruleBook.matching(key).map(({ name }) => name)),
        }))
        .sort((one, two) => two.rules.size - one.rules.size),
    );
}
