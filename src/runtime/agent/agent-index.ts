/** How the index of an agent fits its budget: five steps, from whole descriptions to some of the names. */
import type { Skill } from "../access.ts";
import { oneLine } from "../prompt/escape.ts";
import { cut, lastThat } from "../prompt/index-budget.ts";
import { estimateText } from "../prompt/token-count.ts";

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
   * 1: whole descriptions, ids in the schema of `load_skill`; 2: ids only in the prompt; 3: all descriptions cut at the
   * same length; 4: names only, except for preloaded and ranked skills; 5: as many names as fit.
   */
  readonly step: 1 | 2 | 3 | 4 | 5;
  /** Estimated tokens of the index and the tool definitions. */
  readonly tokens: number;
  /** The limit, in tokens. */
  readonly budget: number;
  /** Step 3: most characters (UTF-16 units) of a description. */
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
  /** Ids that keep their descriptions longest, the most important first. */
  readonly keep: readonly string[];
  /** Estimated tokens of the tool definitions. */
  readonly toolTokens: (tools: Pick<AgentIndex, "listsIds" | "needsSearch">) => number;
}

const DEFAULT_TOKENS = 4000;
const SHARE_OF_WINDOW = 0.02;
/** More ids than this make an enum costlier than a corrected mistake. */
const MAX_LISTED_IDS = 100;
const ID_PART = /\b[-_.:]\d*/;
/** A shorter description says too little to choose by. */
const MIN_DESCRIPTION = 80;

const HEAD = "## Skills\n\nCall load_skill before working on a task that a skill covers.";
const SEARCH = " search_skills finds skills by words.";

/** Returns a budget in tokens. */
export function budgetTokens(budget: AgentBudget = DEFAULT_TOKENS): number {
  return typeof budget === "number" ? budget : Math.floor(budget.contextWindow * SHARE_OF_WINDOW);
}

/** Writes the index of some skills, in their order. Without a skill it is empty. */
export function planIndex(skills: readonly Skill[], { budget, keep, toolTokens }: IndexPlan): AgentIndex {
  const ids = skills.map(({ id }) => id);
  const texts = skills.map(({ description }) => oneLine(description));

  /** Makes an index with a text for each skill: empty for its name only, undefined to leave it out. */
  const attempt = (
    step: AgentIndexReport["step"],
    textOf: (text: string, id: string) => string | undefined,
    cutAt?: number,
  ): AgentIndex => {
    const shown = ids.map((id, at) => textOf(texts[at] as string, id));
    const names = ids.flatMap((id, at) => (shown[at] === undefined ? [] : `- ${id}`));
    const leftOut = ids.filter((_, at) => shown[at] === undefined);
    const lines = ids.flatMap((id, at) => (shown[at] === undefined ? [] : `- ${id}${shown[at] && `: ${shown[at]}`}`));
    if (leftOut.length > 0) lines.push(`and ${leftOut.length} more: search_skills`);
    const needs = { listsIds: step === 1, needsSearch: step > 2 };
    const text = lines.length === 0 ? "" : `${HEAD}${step > 2 ? SEARCH : ""}\n\n${lines.join("\n")}`;
    const tokens = toolTokens(needs) + textTokens(text, names.join("\n"), step === 1, budget);
    const nameOnly = ids.filter((_, at) => shown[at] === "" && texts[at] !== "");
    return { text, ...needs, report: { step, tokens, budget, ...(cutAt && { cutAt }), nameOnly, leftOut } };
  };
  const fits = ({ report }: AgentIndex): boolean => report.tokens <= budget;
  const most = (upTo: (count: number) => AgentIndex, limit: number, least = 0): AgentIndex => {
    const count = lastThat((candidate) => fits(upTo(candidate)), limit);
    return upTo(Math.max(least, count));
  };
  const steps = [
    () => attempt(1, (text) => text),
    () => attempt(2, (text) => text),
    () => most((limit) => attempt(3, (text) => cut(text, limit), limit), budget * 5, MIN_DESCRIPTION),
    () =>
      most((count) => {
        const kept = new Set(keep.slice(0, count));
        return attempt(4, (text, id) => (kept.has(id) ? text : ""));
      }, keep.length),
  ];
  for (const step of skills.length > MAX_LISTED_IDS ? steps.slice(1) : steps) {
    const index = step();
    if (fits(index)) return index;
  }
  // The names to keep come first.
  const order = [...new Set([...keep.filter((id) => ids.includes(id)), ...ids])];
  return most((count) => {
    const listed = new Set(order.slice(0, count));
    return attempt(5, (_, id) => (listed.has(id) ? "" : undefined));
  }, order.length - 1);
}

/**
 * Estimates a text. Against tokenizers, descriptions are estimated a sixth too high or more (they are plain prose), and each
 * separator or number in an id 0.6 tokens too low, also where `load_skill` lists the ids.
 */
function textTokens(text: string, names: string, listsIds: boolean, budget: number): number {
  // A character costs more than a fifth of a token: what is far too long is not worth an estimate.
  if (text.length / 5 > budget) return Math.ceil(text.length / 5);
  const parts = names.split(ID_PART).length - 1;
  const whole = estimateText(text);
  return Math.ceil(whole - (whole - estimateText(names)) / 5.8 + parts * (listsIds ? 1.2 : 0.6));
}
