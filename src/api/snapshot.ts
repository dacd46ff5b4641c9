/** The result of one build: its findings, its catalog and its output files. */
import type { Compiled } from "../phases/compiled.ts";
import { openLibrary } from "../host/index.ts";
import type { Config } from "../model/config.ts";
import type { Diagnostic } from "../model/diagnostic.ts";
import type { OutputFile } from "../model/output.ts";
import type { PieceSums } from "../piece/index.ts";
import type { Searched } from "../model/searched.ts";
import type { LinkedRun } from "../phases/link-run.ts";
import type { CompiledOutput } from "../phases/open-outputs.ts";
import type { Catalog } from "../runtime/catalog/catalog.ts";
import type { EditedRun } from "./kept/edit-trail.ts";
import { type ExitCode, type Outcome, type Summary } from "./outcome.ts";
import type { SnapshotSkill } from "./snapshot-skills.ts";

/** Selects diagnostics. */
export interface DiagnosticQuery {
  /** Relative to `cwd`, as in a diagnostic. */
  readonly file?: string;
  /** Only those of one profile, if several are checked. */
  readonly profile?: string;
}

/** A build that is not written. It does not change when the compiler builds again. */
export interface Snapshot {
  /** Counts the builds of a compiler, from 1. */
  readonly id: number;
  readonly exitCode: ExitCode;
  readonly summary: Summary;
  /** Undefined if the configuration is invalid. */
  readonly config?: Config;
  /** By file, offset and code; files relative to `cwd`. */
  diagnostics(query?: DiagnosticQuery): readonly Diagnostic[];
  /**
   * All skills, or those of one output; undefined if the configuration is invalid, and after a check. With errors it
   * contains the valid skills.
   */
  catalog(outDir?: string): Catalog | undefined;
  /** Returns the instructions of a skill; undefined for an unknown id, or if the file has changed. */
  instructions(id: string): string | undefined;
  /** Returns the files of an output, by default the first, in the order of writing; none if there is an error. */
  outputs(outDir?: string): Iterable<OutputFile>;
  /** Returns one file of an output, by its path relative to the config: `generated/skills/index.js`. */
  output(path: string): OutputFile | undefined;
  /** Where the skills were looked for; undefined if a config or the caller says it. */
  readonly searched?: Searched;
  /** The skills that were found, valid or not. */
  readonly skills: readonly SnapshotSkill[];
  /** Differences from the previous build. */
  readonly changed: SnapshotChanges;
}

/**
 * Differences between two builds.
 *
 * @example
 * if (snapshot.changed.outputs.length > 0) server.reload();
 */
export interface SnapshotChanges {
  /** Ids of skills that were added, removed or compiled again. */
  readonly skills: readonly string[];
  /** Output files with different inputs, and those that no longer exist; paths as for `output`. */
  readonly outputs: readonly string[];
}

export interface SnapshotInput {
  readonly id: number;
  /** Its diagnostics may be read when they are asked for. */
  readonly outcome: Outcome;
  readonly config?: Config | undefined;
  readonly compiled?: Omit<Compiled, "diagnostics"> | undefined;
  readonly skills: () => readonly SnapshotSkill[];
  readonly searched: Searched | undefined;
  readonly instructions: (compiled: Omit<Compiled, "diagnostics">, id: string) => string | undefined;
  readonly before?: Snapshot | undefined;
  readonly unitsBefore?: AdmittedUnits | undefined;
}

export function createSnapshot(input: SnapshotInput): Snapshot {
  // Not `input` itself: it has the build before, which must not stay in memory.
  const { id, outcome, config, compiled, searched, instructions, skills: findSkills } = input;
  let { before, unitsBefore } = input;
  // Computes the changes of the previous snapshot now, so that it releases the one before it.
  void before?.changed;
  const { exitCode, summary } = outcome;
  const opened = (outDir?: string): CompiledOutput | undefined =>
    compiled?.outputs.find(({ output }) => outDir === undefined || output.outDir === outDir);
  const keys = new Map<CompiledOutput, ReadonlyMap<string, string>>();
  const filesOf = (output: CompiledOutput | undefined): Iterable<OutputFile> =>
    exitCode === 0 && output !== undefined
      ? noteKeys(output.files(openLibrary()), (all) => void keys.set(output, all))
      : [];
  let keysOfAll: ReadonlyMap<string, string> | undefined;
  let changes: SnapshotChanges | undefined;
  let skills: readonly SnapshotSkill[] | undefined;
  const snapshot: Snapshot = {
    id,
    exitCode,
    summary,
    ...(config && { config }),
    diagnostics: ({ file, profile } = {}) =>
      outcome.diagnostics.flatMap((one) =>
        file === undefined || one.file === file ? (profile === undefined ? [one] : underProfile(one, profile)) : [],
      ),
    catalog: (outDir) => (outDir === undefined ? compiled?.catalog : opened(outDir)?.catalog),
    instructions: (skill) => compiled && instructions(compiled, skill),
    outputs: (outDir) => filesOf(opened(outDir)),
    ...(searched && { searched }),
    get skills() {
      return (skills ??= findSkills());
    },
    output(path) {
      for (const output of compiled?.outputs ?? [])
        for (const file of filesOf(output)) if (`${output.output.outDir}/${file.path}` === path) return file;
      return undefined;
    },
    get changed() {
      changes ??= {
        skills: changedSkills(unitsOf(compiled), unitsBefore),
        outputs: differences(keysOf(snapshot), before === undefined ? new Map() : keysOf(before)),
      };
      before = undefined;
      unitsBefore = undefined;
      return changes;
    },
  };
  facts.set(snapshot, () => toFacts(compiled));
  sums.set(snapshot, (outDir) => opened(outDir)?.sums());
  inputKeys.set(snapshot, () => (keysOfAll ??= collectKeys(compiled?.outputs ?? [], keys, filesOf)));
  return snapshot;
}

/** Returns the result of a build that has done nothing but an edit; what it does not say is as it was. */
export function editedSnapshot(
  id: number,
  config: Config | undefined,
  { compiled, outcome }: Pick<EditedRun, "compiled" | "outcome">,
): Snapshot {
  const instructions = (): undefined => undefined;
  return createSnapshot({ id, outcome, config, compiled, skills: () => [], searched: undefined, instructions });
}

/** Returns the outcome of a build that is not written. */
export function outcomeOfSnapshot(snapshot: Snapshot): Outcome {
  const { exitCode, summary } = snapshot;
  let known: readonly Diagnostic[] | undefined;
  return {
    exitCode,
    summary,
    get diagnostics() {
      return (known ??= snapshot.diagnostics());
    },
  };
}

/** What callers inside skillc decide by. */
export interface SnapshotFacts {
  /** Skills that could not be compiled because of a bug. */
  readonly crashes: number;
  /** Whether a skill has a file that is larger than what is embedded without being asked for. */
  readonly hasOversized: boolean;
  /** Name of the profile of the system that the skills were probably written for. */
  readonly system?: string | undefined;
  /** The skills of the first profile; undefined if the configuration is invalid. */
  readonly first?: LinkedRun | undefined;
}

const facts = new WeakMap<Snapshot, () => SnapshotFacts>();

export function factsOf(snapshot: Snapshot): SnapshotFacts {
  return facts.get(snapshot)?.() ?? toFacts(undefined);
}

/** Returns the ids of skills that Codex does not offer to its model, as their `agents/openai.yaml` says. */
export function hiddenInCodex(snapshot: Snapshot): ReadonlySet<string> {
  const { kept = [] } = factsOf(snapshot).first ?? {};
  return new Set(kept.flatMap(({ id, unit }) => (unit.link.hiddenInCodex === true ? id : [])));
}

function toFacts(compiled: Pick<Compiled, "runs"> | undefined): SnapshotFacts {
  const runs = compiled?.runs ?? [];
  return {
    crashes: runs.reduce((sum, { crashes }) => sum + crashes, 0),
    hasOversized: runs.some(({ run }) => run.discovered.skills.some((skill) => skill.isOversized === true)),
    system: runs[0]?.system?.name,
    first: runs[0],
  };
}

const sums = new WeakMap<Snapshot, (outDir: string) => PieceSums | undefined>();

/** Returns what is counted of the skills of an output. */
export function countSkills(snapshot: Snapshot, outDir: string): PieceSums {
  return sums.get(snapshot)?.(outDir) ?? { skills: 0, files: 0, indexTokens: 0, preloadTokens: 0 };
}

/** What the files of a snapshot are made from, by path; it is known without another look once they have been written. */
const inputKeys = new WeakMap<Snapshot, () => ReadonlyMap<string, string>>();

function keysOf(snapshot: Snapshot): ReadonlyMap<string, string> {
  return inputKeys.get(snapshot)?.() ?? new Map<string, string>();
}

/** The skills of a build that can be used, with their ids. */
export type AdmittedUnits = Pick<LinkedRun, "admitted" | "ids">;

export function unitsOf(compiled: Pick<Compiled, "runs"> | undefined): AdmittedUnits | undefined {
  const [first] = compiled?.runs ?? [];
  return first && { admitted: first.admitted, ids: first.ids };
}

/** Returns the ids of skills with other units than before. */
function changedSkills(now: AdmittedUnits | undefined, before: AdmittedUnits | undefined): readonly string[] {
  if (now === undefined || now.ids !== before?.ids) return differences(unitsById(now), unitsById(before));
  const changed = now.admitted.filter(({ unit }, at) => unit !== before.admitted[at]?.unit);
  return changed.length === 0 ? [] : differences(unitsById({ ...now, admitted: changed }), new Map());
}

function unitsById(of: AdmittedUnits | undefined): ReadonlyMap<string, unknown> {
  return new Map(of?.admitted.map(({ number, unit }) => [of.ids.get(number) ?? "", unit]));
}

/** Passes files on, and tells their keys once all are. */
function* noteKeys(
  files: Iterable<OutputFile>,
  note: (keys: ReadonlyMap<string, string>) => void,
): Generator<OutputFile> {
  const keys = new Map<string, string>();
  for (const file of files) {
    keys.set(file.path, file.inputsKey);
    yield file;
  }
  note(keys);
}

function collectKeys(
  outputs: readonly CompiledOutput[],
  known: ReadonlyMap<CompiledOutput, ReadonlyMap<string, string>>,
  filesOf: (output: CompiledOutput) => Iterable<OutputFile>,
): ReadonlyMap<string, string> {
  const all = new Map<string, string>();
  for (const output of outputs) {
    const keys = known.get(output) ?? Array.from(filesOf(output), ({ path, inputsKey }) => [path, inputsKey] as const);
    for (const [path, key] of keys) all.set(`${output.output.outDir}/${path}`, key);
  }
  return all;
}

function differences(now: ReadonlyMap<string, unknown>, before: ReadonlyMap<string, unknown>): readonly string[] {
  const changed: string[] = [];
  for (const [name, value] of now) if (before.get(name) !== value) changed.push(name);
  for (const name of before.keys()) if (!now.has(name)) changed.push(name);
  return changed.sort();
}

/** Returns a finding with its severity under one profile; none if it does not occur under it. */
function underProfile({ profiles = [], ...found }: Diagnostic, name: string): readonly Diagnostic[] {
  if (profiles.length === 0) return found.profile === name ? [found] : [];
  return profiles.flatMap((one) => (one.name === name ? [{ ...found, profile: name, severity: one.severity }] : []));
}
