/** One skill as linking takes it in: what its unit and its place decide, before any other skill is looked at. */
import type { AdmittedSkill } from "../model/admitted.ts";
import type { Config } from "../model/config.ts";
import { isFailure, type Host } from "../model/host.ts";
import type { LinkedSkill } from "../model/linked.ts";
import type { KeptJoin, PiecePolicy } from "../model/piece.ts";
import type { FoundSkill, SkillPlace } from "../model/skill.ts";
import type { SkillUnit, UsableUnit } from "../model/unit.ts";
import { createEncoder, linkSkill, type NamedSkill, type PieceTools } from "../piece/index.ts";
import { estimateIndexTokens } from "../runtime/prompt/token-count.ts";

/** Skills of earlier builds as they were linked. */
export interface LinkedStore {
  /** Returns what a unit was linked as at a place; undefined if that is not known. */
  get(unit: SkillUnit, place: SkillPlace): LinkedSkill | undefined;
  set(unit: SkillUnit, place: SkillPlace, linked: LinkedSkill): void;
}

export interface Linking {
  readonly policy: PiecePolicy;
  readonly tools: PieceTools;
  readonly known?: LinkedStore | undefined;
}

/** Skills as they were linked, by the policy. */
export interface LinkedSkills {
  of(policy: PiecePolicy): LinkedStore;
  /** Returns what an earlier build has joined of skills that are linked; undefined for nothing. */
  join?(skills: readonly LinkedSkill[]): KeptJoin | undefined;
}

/** Returns what the outputs of a config want of pieces. */
export function piecePolicyOf({ outputs }: Pick<Config, "outputs">): PiecePolicy {
  const modules = outputs.filter(({ emit }) => emit.includes("module"));
  return { assets: [...new Set(modules.map(({ module }) => module.assets))].sort() };
}

/** Returns how the skills of one build are linked. */
export function linkingOf(policy: PiecePolicy, { sha256 }: Pick<Host, "sha256">, known?: LinkedSkills): Linking {
  return { policy, tools: { sha256, encode: createEncoder() }, known: known?.of(policy) };
}

/** A skill with its unit. */
interface CompiledSkill extends Pick<FoundSkill, "input" | "place"> {
  readonly number: number;
  readonly unit?: SkillUnit;
}

/** Returns what of a skill can be admitted; undefined if it cannot be used. */
export function admitSkill(
  { number, place, input, unit }: CompiledSkill,
  linking?: Linking,
): AdmittedSkill | undefined {
  if (unit === undefined || !isUsable(unit)) return undefined;
  const read = input.inline === undefined ? undefined : input.read(input.document);
  const text =
    read === undefined || isFailure(read)
      ? undefined
      : new TextDecoder("utf-8", { ignoreBOM: true }).decode(read.bytes);
  const id = skillId(place, unit);
  const { preload } = place;
  const named = { place, unit, text, isPrepared: false, id, preload };
  const linked = linking && linkAlone(named, linking);
  const { description } = unit.link;
  const indexTokens = linked?.indexTokens ?? linked?.piece.tokens.index ?? estimateIndexTokens([{ id, description }]);
  // Without a spread, because there are thousands (CONTRIBUTING, "What V8 does to us").
  return { linked, number, indexTokens, place, unit, text, isPrepared: false, id, preload };
}

function linkAlone(skill: NamedSkill & { readonly unit: UsableUnit }, { policy, tools, known }: Linking): LinkedSkill {
  const { unit, place } = skill;
  // The text of an inline skill is not part of its unit.
  const kept = skill.text === undefined ? known?.get(unit, place) : undefined;
  if (kept !== undefined) return kept;
  const linked = linkSkill(skill, policy, tools);
  if (skill.text === undefined) known?.set(unit, place, linked);
  return linked;
}

/** Returns `namespace:name`, or the name alone. */
export function skillId(place: SkillPlace, { link }: UsableUnit): string {
  const namespace = link.namespace ?? place.namespace;
  return namespace === undefined ? link.name : `${namespace}:${link.name}`;
}

/** Whether a skill can be used; its facts need not be read for that. */
export function isUsable(unit: SkillUnit): unit is UsableUnit {
  return unit.link.description !== undefined;
}
