/** Trigger tests: which skill the words of a query rank first. */
import { changedSince } from "../host/index.ts";
import type { Diagnostic } from "../model/diagnostic.ts";
import type { EvalCase } from "../model/evals.ts";
import { compileFilter, joinPath } from "../paths/index.ts";
import type { LinkedRun } from "../phases/link-run.ts";
import { nearestNames } from "../runtime/access.ts";
import { rankTriggers, type TriggerCase, type TriggerReport, type TriggerSkill } from "../triggers/index.ts";
import { createCachingCompiler } from "./compiler.ts";
import type { ExitCode, Summary } from "./outcome.ts";
import { readSourceEvals, type UnreadEval } from "./source-evals.ts";
import { pathsOf, type ProjectPaths } from "./session.ts";
import { changedDirectories } from "./since.ts";
import { factsOf } from "./snapshot.ts";
import { fromWorkingDirectory } from "./snapshot-skills.ts";
import type { CacheOptions } from "./kept/unit-cache.ts";

/**
 * Options of `testTriggers`: a project, as for `check()`, and which queries are ranked.
 *
 * @example
 * await testTriggers({ sources: [{ dir: "skills" }], skill: "pdf", split: "val" });
 */
export interface TriggerTestOptions extends CacheOptions {
  /** Only queries about this skill: its id, or its name if no other skill has it. */
  readonly skill?: string | undefined;
  /** Only skills of this view of the config, and queries about them. */
  readonly view?: string | undefined;
  /** Only queries of this split, such as `val`. */
  readonly split?: string | undefined;
  /** Only queries about skills with files that changed since this commit; they are ranked against all skills. */
  readonly since?: string | undefined;
}

/**
 * The result of `testTriggers`.
 *
 * @example
 * const { report, fault } = await testTriggers();
 * if (report === undefined) throw new Error(fault ?? "the configuration is invalid");
 */
export interface TriggerTestResult {
  /** Of compiling the skills: 1 for errors in skills, 2 for an invalid configuration. */
  readonly exitCode: ExitCode;
  /** Counts of the findings in `diagnostics`. */
  readonly summary: Summary;
  readonly diagnostics: readonly Diagnostic[];
  /** Undefined if the configuration is invalid, and with a `fault`. */
  readonly report?: TriggerReport;
  /** Why nothing was ranked: an unknown skill, view, split or commit. */
  readonly fault?: string;
  /** The skills that were ranked, by id: those that models see. */
  readonly skills: readonly TriggerSkill[];
  /** Ids of ranked skills without a query that should or should not trigger them. */
  readonly untested: readonly string[];
  /** Eval files next to the skills that cannot be read; those inside skills are in `diagnostics`. */
  readonly unread: readonly UnreadEval[];
  /** Files in the places of eval files that have no form of one, relative to the working directory, by path. */
  readonly others: readonly string[];
}

interface ExpectedOfRun {
  readonly id: string;
  readonly name: string;
  readonly namespace: string | undefined;
  readonly path: string;
  /** Relative to the working directory. */
  readonly dir: string;
  readonly isHidden: boolean;
  readonly shown: TriggerSkill;
  readonly cases: readonly TriggerCase[];
  readonly others: readonly string[];
}

/**
 * Ranks the queries of eval files against the descriptions of all skills that models see, with the search that ships as
 * `search_skills`. No model runs: ranks show overlap of words, not what a model would choose. Writes nothing.
 *
 * @returns ranks from 1, as JSON; it never throws for bad input.
 * @example
 * const { report } = await testTriggers({ sources: [{ dir: "skills" }] });
 * console.log(report?.summary.rank1, "of", report?.summary.shouldTrigger);
 */
export async function testTriggers(options: TriggerTestOptions = {}): Promise<TriggerTestResult> {
  const session = { search: true, ...options };
  const paths = pathsOf(session);
  const snapshot = await createCachingCompiler({ ...session, buildsOnce: true }).check();
  const outcome = { exitCode: snapshot.exitCode, summary: snapshot.summary, diagnostics: snapshot.diagnostics() };
  const nothing = { ...outcome, skills: [], untested: [], unread: [], others: [] };
  const { first } = factsOf(snapshot);
  if (first === undefined) return nothing;
  const all = expectedSkills(first, paths);
  const outside = readSourceEvals(first.run.config, all, paths);
  const chosen = choose(all, first, options, paths);
  if ("fault" in chosen) return { ...nothing, fault: chosen.fault };
  const resolve = createResolver(all);
  const cases = [
    ...all.flatMap((skill) => skill.cases.map((one) => ({ ...one, skill: resolve(one.skill, skill) }))),
    ...outside.cases.map((one) => ({ ...one, skill: resolve(one.skill) })),
  ];
  const own = cases.filter(({ skill }) => chosen.tested === undefined || chosen.tested.has(skill));
  const { split } = options;
  const selected = split === undefined ? own : own.filter((one) => one.split === split);
  if (split !== undefined && selected.length === 0 && own.length > 0)
    return { ...nothing, fault: unknown("split", split, [...new Set(own.flatMap((one) => one.split ?? []))]) };
  const skills = chosen.ranked.filter(({ isHidden }) => !isHidden).map(({ shown }) => shown);
  const tested = new Set(selected.flatMap(({ kind, skill }) => (kind === "prompt" ? [] : skill)));
  return {
    ...outcome,
    report: rankTriggers(skills, selected),
    skills,
    untested: skills.flatMap(({ id }) => (tested.has(id) ? [] : id)),
    unread: outside.unread,
    others: [...all.flatMap(({ others }) => others), ...outside.others].sort(),
  };
}

/** Returns the skills of a run by id. Of skills that share one, the one that the catalog has. */
function expectedSkills({ admitted, ids, run }: LinkedRun, paths: ProjectPaths): readonly ExpectedOfRun[] {
  const keepsLast = (run.config.duplicates ?? run.profile.duplicates) === "last";
  const byId = new Map<string, ExpectedOfRun>();
  for (const { number, place, unit } of admitted) {
    const id = ids.get(number);
    if (id === undefined || (byId.has(id) && !keepsLast)) continue;
    const { name, description, tags, whenToUse, disableModelInvocation } = unit.facts.fields;
    const fileOf = (path: string): string => fromWorkingDirectory(joinPath(place.dir, path), paths);
    byId.set(id, {
      id,
      name,
      namespace: id.includes(":") ? id.slice(0, id.indexOf(":")) : undefined,
      path: place.path,
      dir: place.dir === "" ? "" : fromWorkingDirectory(place.dir, paths),
      isHidden: disableModelInvocation,
      shown: { id, name, description, tags, ...(whenToUse !== undefined && { whenToUse }) },
      others: (unit.bulk?.otherEvals ?? []).map(fileOf),
      cases: (unit.bulk?.evals ?? []).flatMap(({ path, cases }) => cases.map((one) => toCase(one, fileOf(path), id))),
    });
  }
  return [...byId.values()].sort((one, two) => (one.id < two.id ? -1 : 1));
}

function toCase({ skill, ...one }: EvalCase, file: string, own: string): TriggerCase {
  return { file, skill: skill ?? own, ...one };
}

/** Returns what turns a name in an eval file into an id: an id, a name in the own namespace, a name that one skill has. */
function createResolver(skills: readonly ExpectedOfRun[]): (written: string, from?: ExpectedOfRun) => string {
  const ids = new Set(skills.map(({ id }) => id));
  const byName = new Map<string, readonly string[]>();
  for (const { id, name } of skills) byName.set(name, [...(byName.get(name) ?? []), id]);
  return (written, from) => {
    if (from !== undefined && (written === from.id || written === from.name)) return from.id;
    const near = from?.namespace === undefined ? written : `${from.namespace}:${written}`;
    if (ids.has(near)) return near;
    const named = byName.get(written) ?? [];
    return ids.has(written) || named.length !== 1 ? written : (named[0] as string);
  };
}

/** The skills that are ranked, and ids of those whose queries are; undefined for all. */
interface Chosen {
  readonly ranked: readonly ExpectedOfRun[];
  readonly tested?: ReadonlySet<string>;
}

function choose(
  all: readonly ExpectedOfRun[],
  { run }: LinkedRun,
  { skill, view, since }: TriggerTestOptions,
  { cwd }: ProjectPaths,
): Chosen | { readonly fault: string } {
  const { views } = run.config;
  const patterns = views.find(([name]) => name === view)?.[1];
  if (view !== undefined && patterns === undefined)
    return {
      fault: unknown(
        "view",
        view,
        views.map(([name]) => name),
      ),
    };
  const filter = patterns && compileFilter(patterns);
  const ranked = filter ? all.filter(({ path }) => filter.matches(path)) : all;
  const only: (readonly string[])[] = filter ? [ranked.map(({ id }) => id)] : [];
  if (skill !== undefined) {
    const id = createResolver(ranked)(skill);
    if (!ranked.some((one) => one.id === id))
      return {
        fault: unknown(
          "skill",
          skill,
          ranked.map((one) => one.id),
        ),
      };
    only.push([id]);
  }
  if (since !== undefined) {
    const changed = changedSince(since, cwd);
    if ("fault" in changed) return { fault: `git cannot compare with "${since}": ${changed.fault}` };
    const dirs = new Set(
      changedDirectories(
        ranked.map(({ dir }) => dir),
        changed,
      ),
    );
    only.push(ranked.flatMap(({ id, dir }) => (dirs.has(dir) ? id : [])));
  }
  if (only.length === 0) return { ranked };
  const [first = [], ...rest] = only;
  return { ranked, tested: new Set(first.filter((id) => rest.every((ids) => ids.includes(id)))) };
}

function unknown(what: string, name: string, names: readonly string[]): string {
  const [nearest] = nearestNames(name, names);
  const known = names.length === 0 ? "there is none" : `known: ${names.slice(0, 10).join(", ")}`;
  return `unknown ${what} "${name}" (${nearest === undefined ? known : `did you mean "${nearest}"?`})`;
}
