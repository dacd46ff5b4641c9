/** How the index of an agent fits its budget: five steps, from whole descriptions to groups of names. */
import type { IndexTier, Skill } from "../access.ts";
import { oneLine } from "../prompt/escape.ts";
import { shorten } from "../prompt/shorten.ts";
import { estimateText, tokenQuarters } from "../prompt/token-count.ts";
import { groupNames } from "./name-groups.ts";

/**
 * Limit of the index and the tool definitions together: estimated tokens, or 2% of a context window in tokens.
 *
 * @example
 * await agentSkills(skills, { budget: { contextWindow: 200_000 } }); // 4,000 tokens
 */
export type AgentBudget = number | { readonly contextWindow: number };

/**
 * What was done to keep the index within the budget.
 *
 * @example
 * const { shortened } = await agentSkills(skills);
 * if (shortened.step > 2) console.warn(`The index is shortened: ${shortened.leftOut.length} skills only by search`);
 */
export interface AgentIndexReport {
  /**
   * 1: whole descriptions, ids in the schema of `load_skill`; 2: ids only in the prompt; 3: all names, and the budget
   * filled with descriptions: preloaded and ranked skills first, then the shortest, the long ones cut; 4: names only;
   * 5: ranked and preloaded names, and groups with as many names as fit.
   */
  readonly step: 1 | 2 | 3 | 4 | 5;
  /** Estimated tokens of the index and the tool definitions. */
  readonly tokens: number;
  /** The limit, in tokens. */
  readonly budget: number;
  /** Step 3: most characters (UTF-16 units) of a description that was cut. */
  readonly cutAt?: number;
  /** Ids in the index without their description. */
  readonly nameOnly: readonly string[];
  /** Ids that are not in the index: `search_skills` finds them. */
  readonly leftOut: readonly string[];
  /** Ids that are `deferred`: `search_skills` finds them, and `load_skill` takes them. */
  readonly deferred: readonly string[];
}

/** An index, and what the tools must have because of it. */
export interface AgentIndex {
  readonly text: string;
  /** Whether `load_skill` lists the ids in its schema. */
  readonly listsIds: boolean;
  readonly needsSearch: boolean;
  readonly report: AgentIndexReport;
}

export interface IndexPlan {
  /** In tokens. */
  readonly budget: number;
  /** Ids whose descriptions come first, the most important first. */
  readonly keep: readonly string[];
  /** Returns the tier of a skill; undefined for one that is listed as well. */
  readonly tierOf: (skill: Skill) => IndexTier | "listed" | undefined;
  /** Estimated tokens of the tool definitions. */
  readonly toolTokens: (tools: Pick<AgentIndex, "listsIds" | "needsSearch">) => number;
}

type FittingStep = AgentIndexReport["step"];

const DEFAULT_TOKENS = 4000;
const SHARE_OF_WINDOW = 0.02;
/** More ids than this make an enum costlier than a corrected mistake. */
const MAX_LISTED_IDS = 100;
const ID_PART = /\b[-_.:]\d*/;
/** Each separator or number in an id is estimated 0.6 tokens too low, also where `load_skill` lists the ids. */
const ID_PART_TOKENS = 0.6;
/** Descriptions are estimated a sixth too high or more against tokenizers: they are plain prose. */
const PROSE = 1 - 1 / 5.8;
/** Less of a description, in quarters of a token, says less than the name. */
const MIN_COST = 40;
/** What the start and the ellipsis of a cut description cost, in quarters of a token. */
const CUT_COST = 6;

/** Characters of a pinned description that is cut: less is never shown. */
const MIN_PINNED = 80;
/** The last line, with a number. */
const MORE_TOKENS = 9;

const HEAD = "## Skills\n\nCall load_skill before working on a task that a skill covers.";
const SEARCH = " search_skills finds skills by words.";
const GROUPS = " These are groups, with their sizes and some names: search_skills finds the others by words.";

/**
 * Returns a budget in tokens.
 *
 * @throws TypeError if it is not a positive number.
 */
export function budgetTokens(budget: AgentBudget = DEFAULT_TOKENS): number {
  const tokens = typeof budget === "number" ? budget : Math.floor(budget.contextWindow * SHARE_OF_WINDOW);
  if (!(tokens > 0)) throw new TypeError(`budget must be a positive number of tokens, not ${tokens}`);
  return tokens;
}

/** Writes the index of some skills: the pinned ones, then the others, in their order. Without a skill it is empty. */
export function planIndex(all: readonly Skill[], { budget, keep, toolTokens, tierOf }: IndexPlan): AgentIndex {
  const { pinned, skills, deferred } = splitTiers(all, tierOf);
  const texts = skills.map((skill) => (tierOf(skill) === "name-only" ? "" : oneLine(skill.description)));
  const names = skills.map(({ id }) => `- ${id}`);
  const nameTokens = tokensOf(names.join("\n"));
  const headOf = (step: FittingStep): string =>
    all.length === 0 ? "" : `${HEAD + (["", SEARCH, GROUPS][(step - 1) >> 1] as string)}\n\n`;
  const needsOf = (step: FittingStep) => ({ listsIds: step === 1, needsSearch: step > 2 || deferred.length > 0 });
  const fixedTokens = (step: FittingStep): number =>
    toolTokens(needsOf(step)) + estimateText(headOf(step)) + (deferred.length > 0 ? MORE_TOKENS : 0);

  /** Makes an index of lines; a skill is shown with a text, with its name only (""), or not at all. */
  const write = (
    step: FittingStep,
    lines: readonly string[],
    lineTokens: number,
    shown: readonly (string | undefined)[],
  ): AgentIndex => {
    const tokens = Math.ceil(fixedTokens(step) + lineTokens);
    const report = { step, tokens, budget, ...whatIsShown(skills, texts, shown), deferred };
    const more = deferred.length > 0 ? [`and ${deferred.length + report.leftOut.length} more: search_skills`] : [];
    return { text: headOf(step) + [...lines, ...more].join("\n"), ...needsOf(step), report };
  };
  const linesOf = (shown: readonly string[]): string[] =>
    shown.map((text, at) => (text === "" ? (names[at] as string) : `${names[at]}: ${text}`));
  const list = (step: FittingStep, shown: readonly string[]): AgentIndex =>
    write(step, linesOf(shown), nameTokens + (step === 1 ? partsOf(names.join("\n")) : 0) + proseOf(shown), shown);

  for (const step of [1, 2] as const) {
    const index = list(step, texts);
    // A schema with some of the ids would refuse the others.
    const mayList = skills.length <= MAX_LISTED_IDS && deferred.length === 0;
    if (index.report.tokens <= budget && (step === 2 || mayList)) return index;
  }
  const count = pinned.length;
  const top = texts.slice(0, count);
  const others = skills.slice(count);
  const room = Math.floor(budget - fixedTokens(4) - nameTokens);
  if (room >= 0 && others.length > 0 && proseOf(top) <= room) {
    const first = [...top.keys(), ...positionsIn(skills, keep)];
    const shown = fillTexts(texts, first, (room * 4) / PROSE);
    return list(shown.some((text) => text !== "") ? 3 : 4, shown);
  }
  const step = others.length > 0 ? 5 : 3;
  const free = budget - fixedTokens(step);
  const fixed = free - tokensOf(names.slice(0, count).join("\n"));
  const whole = cutAlike(top, (fixed * 4) / PROSE);
  const left = fixed - proseOf(whole);
  const named = others.filter((skill) => tierOf(skill) === "name-only").map(({ id }) => id);
  const { lines, listed, tokens } = groupNames(others, positionsIn(others, [...keep, ...named]), left);
  return write(step, [...linesOf(whole), ...lines], free - left + tokens, [
    ...whole,
    ...others.map((_, at) => (listed.has(at) ? "" : undefined)),
  ]);
}

/** Returns what of the skills was cut or left out. */
function whatIsShown(
  skills: readonly Skill[],
  texts: readonly string[],
  shown: readonly (string | undefined)[],
): Pick<AgentIndexReport, "cutAt" | "nameOnly" | "leftOut"> {
  const idsOf = (isOne: (text: string | undefined, at: number) => boolean): string[] =>
    skills.filter((_, at) => isOne(shown[at], at)).map(({ id }) => id);
  const cutAt = shown.reduce((most, text = "", at) => (text === texts[at] ? most : Math.max(most, text.length)), 0);
  return {
    ...(cutAt > 0 && { cutAt }),
    nameOnly: idsOf((text, at) => text === "" && skills[at]?.description !== ""),
    leftOut: idsOf((text) => text === undefined),
  };
}

/** Returns the skills of an index, the pinned ones first, and the ids of those that are not in it. */
function splitTiers(all: readonly Skill[], tierOf: IndexPlan["tierOf"]) {
  // The instructions of a preloaded skill are in the prompt: hiding its name there would hide nothing.
  const isDeferred = (skill: Skill): boolean => !skill.preload && tierOf(skill) === "deferred";
  const isPinned = (skill: Skill): boolean => tierOf(skill) === "pinned";
  const pinned = all.filter(isPinned);
  const skills = [...pinned, ...all.filter((skill) => !isPinned(skill) && !isDeferred(skill))];
  return { pinned, skills, deferred: all.filter(isDeferred).map(({ id }) => id) };
}

function positionsIn(skills: readonly Skill[], ids: readonly string[]): number[] {
  const positions = new Map(skills.map(({ id }, at) => [id, at]));
  return ids.flatMap((id) => positions.get(id) ?? []);
}

function partsOf(names: string): number {
  return (names.split(ID_PART).length - 1) * ID_PART_TOKENS;
}

function tokensOf(names: string): number {
  return estimateText(names) + partsOf(names);
}

function proseOf(texts: readonly string[]): number {
  return (texts.reduce((sum, text) => sum + costOf(text), 0) / 4) * PROSE;
}

/** Cuts texts by the same share if they are over a room, in quarters of a token. */
function cutAlike(texts: readonly string[], room: number): readonly string[] {
  const cost = texts.reduce((sum, text) => sum + costOf(text), 0);
  if (cost <= room) return texts;
  return texts.map((text) => shorten(text, Math.max(MIN_PINNED, Math.floor((text.length * room) / cost) - CUT_COST)));
}

/**
 * Returns the texts that fill a room, in quarters of a token: those that come first while they fit, then the shortest; the
 * long ones are cut and share alike what is left. A text without room is empty.
 */
function fillTexts(texts: readonly string[], first: readonly number[], room: number): string[] {
  const lengthOf = (at: number): number => (texts[at] as string).length;
  const order = new Set([...first, ...[...texts.keys()].sort((one, two) => lengthOf(one) - lengthOf(two))]);
  const shown = texts.map(() => "");
  let left = room;
  let turn = 0;
  for (const at of order) {
    const text = texts[at] as string;
    const whole = costOf(text);
    // What a short text, or one cut at a sentence, does not need goes to those after it.
    const share = turn++ < first.length ? left : Math.max(left / (texts.length - turn + 1), MIN_COST);
    const part =
      whole <= share ? text : shorten(text, Math.floor(((share - CUT_COST) / (whole - CUT_COST)) * text.length));
    if (Math.min(whole, MIN_COST) > left || costOf(part) > left) continue;
    shown[at] = part;
    left -= costOf(part);
  }
  return shown;
}

/** What a description adds to its line, in quarters of a token. */
function costOf(text: string): number {
  return text === "" ? 0 : tokenQuarters(text) + 2;
}
