/** Eval files next to the skills of a source: `evals/<skill>/*.json` and `evals/*.csv`. */
import { MOST_EVAL_BYTES, readEvals } from "../check/index.ts";
import type { Config } from "../model/config.ts";
import { isFailure, type DirectoryEntry, type Host } from "../model/host.ts";
import { createSourceText, locate } from "../model/source.ts";
import { joinPath, parentPath } from "../paths/index.ts";
import type { TriggerCase } from "../triggers/index.ts";
import { hostOf, type ProjectPaths } from "./session.ts";
import { fromWorkingDirectory } from "./snapshot-skills.ts";

/**
 * An eval file with a fault.
 *
 * @example
 * for (const { file, line, fault } of result.unread) console.warn(`${file}:${line}: ${fault}`);
 */
export interface UnreadEval {
  /** Relative to the working directory. */
  readonly file: string;
  /** From 1. */
  readonly line: number;
  readonly fault: string;
}

interface SourceEvals {
  readonly cases: readonly TriggerCase[];
  readonly unread: readonly UnreadEval[];
  /** Those that have no form of an eval file. */
  readonly others: readonly string[];
}

/** Reads the eval files of all sources. A directory below `evals` counts only if a skill has its name. */
export function readSourceEvals(
  { sources }: Pick<Config, "sources">,
  skills: readonly { readonly id: string; readonly name: string; readonly dir: string }[],
  paths: ProjectPaths,
): SourceEvals {
  const host = hostOf(paths);
  const names = new Set(skills.flatMap(({ id, name }) => [id, name]));
  const dirs = new Set(skills.map(({ dir }) => dir));
  const found: FoundEval[] = [];
  // A project that is searched has skills in several directories.
  const roots = sources.flatMap((source) => {
    if (source.kind !== "directory") return [];
    return source.isSearched === true
      ? [...dirs].filter((dir) => dir !== "" && dir !== ".").map(parentPath)
      : source.dir;
  });
  for (const root of new Set(roots)) {
    if (dirs.has(fromWorkingDirectory(root, paths))) continue;
    const top = joinPath(root, "evals");
    for (const { name, kind } of listed(host.readDirectory(top))) {
      const path = joinPath(top, name);
      if (kind === "file" && name.endsWith(".csv")) found.push({ path });
      else if (kind === "directory" && names.has(name) && !dirs.has(fromWorkingDirectory(path, paths)))
        for (const file of listed(host.readDirectory(path)))
          if (file.kind === "file" && /\.(?:json|csv)$/.test(file.name))
            found.push({ path: joinPath(path, file.name), skill: name });
    }
  }
  const read = [...new Map(found.map((one) => [one.path, one])).values()]
    .sort((one, two) => (one.path < two.path ? -1 : 1))
    .map((one) => readOne(one, host, paths));
  return {
    cases: read.flatMap(({ cases }) => cases),
    unread: read.flatMap(({ unread }) => unread),
    others: read.flatMap(({ others }) => others),
  };
}

/** An eval file, and the skill that its directory names. */
interface FoundEval {
  readonly path: string;
  readonly skill?: string;
}

function listed(entries: ReturnType<Host["readDirectory"]>): readonly DirectoryEntry[] {
  return isFailure(entries) ? [] : entries.toSorted((one, two) => (one.name < two.name ? -1 : 1));
}

function readOne({ path, skill: own }: FoundEval, host: Host, paths: ProjectPaths): SourceEvals {
  const real = host.realPath(path);
  const bytes = isFailure(real) ? real : host.readFile(path, real, MOST_EVAL_BYTES);
  const file = fromWorkingDirectory(path, paths);
  if (isFailure(bytes)) return { cases: [], unread: [{ file, line: 1, fault: bytes.detail }], others: [] };
  const source = createSourceText(file, new TextDecoder().decode(bytes));
  const { cases, faults } = readEvals(path, source.text);
  const lineOf = (span: Parameters<typeof locate>[1] | undefined): number =>
    span === undefined ? 1 : locate(source, span).start.line;
  return {
    others: cases === undefined && faults.length === 0 ? [file] : [],
    cases: (cases ?? []).flatMap(({ skill = own, span, query, kind, split }) =>
      skill === undefined
        ? []
        : [{ file, line: lineOf(span), skill, query, kind, ...(split !== undefined && { split }) }],
    ),
    unread: faults.map(({ fault, span }) => ({ file, line: lineOf(span), fault })),
  };
}
