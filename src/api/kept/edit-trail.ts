/** Follows the last run of a command where nothing has changed since but texts of a few skills. */
import { inMemory, NO_BYTES, readStored } from "../../engine/stored-bytes.ts";
import type { InputChanges } from "../../engine/index.ts";
import type { Compilation, Making } from "../../phases/compilation.ts";
import type { Diagnostic } from "../../model/diagnostic.ts";
import { openRun } from "../../phases/kept-runs.ts";
import { findOwners, isContent } from "./edited-paths.ts";
import { compileEdits, readBase, type Edited, type EditInput } from "./edited-skills.ts";
import { readColumns, writeColumns } from "./kept-columns.ts";
import { readDiscovery } from "./kept-discovery.ts";
import { readFindings, startsOf, type KeptFindings } from "./kept-findings.ts";
import { summarize, type Outcome, type Summary } from "../outcome.ts";
import { toJson } from "./kept-sections.ts";
import type { LeavesBehind, LeftBehind, TrailNow } from "./left-behind.ts";

/** A run in which only texts of a few skills were others than in the one before. */
export interface EditedRun {
  readonly compiled: Edited["compiled"];
  /** All findings, which are read when they are asked for. */
  readonly outcome: Outcome;
  readonly findings: KeptFindings;
  /** What is left for the next run: nothing else is another one than it was. */
  readonly leaves: LeavesBehind;
}

/** What an edit is compiled with. */
export interface EditGiven {
  readonly given: Compilation;
  readonly making: Making;
  readonly mark: EditInput["mark"];
}

/** Returns what an edit comes to; undefined if there may be more to it. */
export async function followEdit(
  { config, saved, host, contents, base: project }: TrailNow,
  { changed, gone }: InputChanges,
  left: LeftBehind,
  given: EditGiven,
): Promise<EditedRun | undefined> {
  const isOfTexts = config !== undefined && gone.size === 0 && changed.every((path) => isContent(path, config, host));
  const base = isOfTexts ? readBase(left.edits) : undefined;
  const discovery = base && config && readDiscovery(left, config);
  const [blocks, ...others] = discovery?.blocks ?? [];
  const opened = discovery && config && openRun(discovery.runs, config, { host, contents });
  if (!base || !discovery || !saved || !blocks || !opened || others.length > 0) return undefined;
  const numbers = findOwners(opened.dirs, (number) => opened.skillAt(number).input, changed);
  const findings = numbers && readKept(left);
  if (!numbers || !findings) return undefined;
  const columns = given.making.linking && readColumns(left.columns);
  const from = { base, opened, blocks, numbers, findings, columns, project };
  const edited = await compileEdits({ ...from, saved, contents, ...given });
  const leaves = edited && {
    discovery: discovery.bytes,
    units: inMemory(toJson([edited.blocks])),
    edits: left.edits,
    columns: edited.columns === undefined ? NO_BYTES : writeColumns(edited.columns),
  };
  return leaves && { ...edited, outcome: outcomeOf(left, edited), leaves };
}

function readKept(left: LeftBehind): KeptFindings | undefined {
  const starts = readStored(left.starts);
  return starts && { json: left.findings, starts: startsOf(starts) };
}

/** The outcome of the last run, with other findings about what was edited, none of which is an error. */
function outcomeOf({ result }: LeftBehind, { edits, findings }: Edited): Outcome {
  const { exitCode, summary } = result as Pick<Outcome, "exitCode" | "summary">;
  let known: readonly Diagnostic[] | undefined;
  return {
    exitCode,
    summary: edits.reduce((sum, { removed, added }) => plus(plus(sum, removed, -1), added, 1), summary),
    get diagnostics() {
      return (known ??= readFindings(findings.json));
    },
  };
}

function plus(sum: Summary, found: readonly Diagnostic[], times: 1 | -1): Summary {
  const own = summarize(0, found);
  const names = ["errors", "warnings", "infos", "fixable", "suppressed"] as const;
  return { ...sum, ...Object.fromEntries(names.map((name) => [name, sum[name] + times * own[name]])) };
}
