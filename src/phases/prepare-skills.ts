/** Runs the shell commands of bodies that the config allows; only when asked for, and never in a check. */
import { createFindings, type PlacedGroup } from "../diagnostics/index.ts";
import type { SkillDocument } from "../model/document.ts";
import { isFailure } from "../model/host.ts";
import { FLAT_DOCUMENT } from "../model/skill.ts";
import type { SkillFacts, UnitBulk } from "../model/unit.ts";
import { parentPath } from "../paths/index.ts";
import { prepareSkill, type PreparedBody } from "../prepare/index.ts";
import { parse, withPreparedBody } from "../parse/index.ts";
import { checkPreparedOutput } from "../check/index.ts";
import { placeUnit } from "./place-units.ts";
import type { Compilation } from "./compilation.ts";
import type { Run, RunSkill } from "./run.ts";
import { toBulk, withPreparedDocument } from "./unit-facts.ts";

export interface PreparedSkill {
  readonly found: PlacedGroup;
  /** Undefined when nothing ran. */
  readonly body?: {
    /** The whole document with the output of the commands. */
    readonly text: string;
    readonly bulk: UnitBulk;
    readonly toFacts: (facts: SkillFacts) => SkillFacts;
  };
}

interface PrepareOptions extends Pick<Compilation, "runCommand" | "findRepository"> {
  readonly hash: (data: Uint8Array) => string;
}

/** Prepares the skills of a run that ask for commands, by number. Commands run for the catalog, and only once. */
export async function prepareSkills(
  { index, config, profile }: Run,
  skills: readonly RunSkill[],
  options: PrepareOptions,
): Promise<ReadonlyMap<number, PreparedSkill>> {
  const prepared = new Map<number, PreparedSkill>();
  if (config.prepare?.shell === undefined) return prepared;
  const shell = { markers: profile.markers, ...config.prepare.shell };
  const { compat } = config;
  for (const { number, place, input, unit } of skills) {
    const read = input.read(input.document);
    if (unit === undefined || input.inline !== undefined || isFailure(read)) continue;
    const { document } = parse(read.bytes, input, profile);
    if (!document.hasShellCommands && compat !== "exact") continue;
    const findings = createFindings();
    const { findRepository } = options;
    const runCommand = index === 0 ? options.runCommand : undefined;
    const ran = await prepareSkill(document, {
      shell,
      cwd: input.document === FLAT_DOCUMENT ? parentPath(place.dir) : place.dir,
      runCommand,
      findRepository,
      compat,
      findings,
    });
    if (ran !== undefined) checkPreparedOutput(document, ran, findings);
    prepared.set(number, {
      found: placeUnit({ ...findings, comments: [] }, place, number),
      ...(ran && { body: toBody(document, ran, options.hash) }),
    });
  }
  return prepared;
}

function toBody(
  document: SkillDocument,
  { text, inert }: PreparedBody,
  hash: (data: Uint8Array) => string,
): NonNullable<PreparedSkill["body"]> {
  const whole = withPreparedBody(document, text, inert);
  return {
    text: whole.source.text,
    bulk: toBulk(whole, inert),
    toFacts: (facts) => withPreparedDocument(facts, whole, hash),
  };
}
