/** How the index of an agent fits its budget: five steps, from whole descriptions to groups of names. */
import type { Skill } from "../access.ts";
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
}

/** An index, and what the tools must have because of it. */
export interface AgentIndex {
  readonly text: string;
  /** Whether `load_skill` lists the ids in its schema. */
  readonly listsIds: boolean;
  readonly needsSearch: boolean;
  readonly report: AgentIndexReport;
}

/** What planning needs to know besides the skills. */
export interface IndexPlan {
  /** In tokens. */
  readonly budget: number;
  /** Ids whose descriptions come first, the most important first. */
  readonly keep: readonly string[];
  /** Estimated tokens of the tool definitions. */
  readonly toolTokens: (tools: Pick<AgentIndex, "listsIds" | "needsSearch">) => number;
}

type Step = AgentIndexReport["step"];

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

/** Writes the index of some skills, in their order. Without a skill it is empty. */
export function planIndex(skills: readonly Skill[], { budget, keep, toolTokens }: IndexPlan): AgentIndex {
  const texts = skills.map(({ description }) => oneLine(description));
  const names = skills.map(({ id }) => `- ${id}`);
  const nameText = names.join("\n");
  const parts = (nameText.split(ID_PART).length - 1) * ID_PART_TOKENS;
  const nameTokens = estimateText(nameText) + parts;
  const headOf = (step: Step): string =>
    skills.length === 0 ? "" : `${HEAD + (["", SEARCH, GROUPS][(step - 1) >> 1] as string)}\n\n`;
  const needsOf = (step: Step) => ({ listsIds: step === 1, needsSearch: step > 2 });
  const fixedTokens = (step: Step): number => toolTokens(needsOf(step)) + estimateText(headOf(step));

  /** Makes an index of lines; a skill is shown with a text, with its name only (""), or not at all. */
  const write = (
    step: Step,
    lines: readonly string[],
    lineTokens: number,
    shown: readonly (string | undefined)[],
  ): AgentIndex => {
    const idsOf = (isOne: (text: string | undefined, at: number) => boolean): string[] =>
      skills.filter((_, at) => isOne(shown[at], at)).map(({ id }) => id);
    const cutAt = shown.reduce((most, text = "", at) => (text === texts[at] ? most : Math.max(most, text.length)), 0);
    const report = {
      step,
      tokens: Math.ceil(fixedTokens(step) + lineTokens),
      budget,
      ...(cutAt > 0 && { cutAt }),
      nameOnly: idsOf((text, at) => text === "" && texts[at] !== ""),
      leftOut: idsOf((text) => text === undefined),
    };
    return { text: headOf(step) + lines.join("\n"), ...needsOf(step), report };
  };
  /** Lists all skills, each with a text. */
  const list = (step: Step, shown: readonly string[]): AgentIndex => {
    const lines = names.map((name, at) => (shown[at] === "" ? name : `${name}: ${shown[at]}`));
    const prose = shown.reduce((sum, text) => sum + costOf(text), 0);
    return write(step, lines, nameTokens + (step === 1 ? parts : 0) + (prose / 4) * PROSE, shown);
  };

  for (const step of [1, 2] as const) {
    const index = list(step, texts);
    if (index.report.tokens <= budget && (step === 2 || skills.length <= MAX_LISTED_IDS)) return index;
  }
  const positions = new Map(skills.map(({ id }, at) => [id, at]));
  const first = keep.flatMap((id) => positions.get(id) ?? []);
  const room = Math.floor(budget - fixedTokens(4) - nameTokens);
  if (room >= 0) {
    const shown = fillTexts(texts, first, (room * 4) / PROSE);
    return list(shown.some((text) => text !== "") ? 3 : 4, shown);
  }
  const { lines, listed, tokens } = groupNames(skills, first, budget - fixedTokens(5));
  return write(
    5,
    lines,
    tokens,
    texts.map((_, at) => (listed.has(at) ? "" : undefined)),
  );
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
