/** How the index of an agent fits its budget: five steps, from whole descriptions to some of the names. */
import type { Skill } from "../access.ts";
import { oneLine } from "../prompt/escape.ts";
import { cut, lastThat } from "../prompt/index-budget.ts";
import { estimateTokens } from "../prompt/token-count.ts";

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
export function planIndex(skills: readonly Skill[], plan: IndexPlan): AgentIndex {
  const texts = skills.map(({ description }) => oneLine(description));
  let draft: Draft = { step: 1, lines: skills.map(({ id }, at) => line(id, texts[at] as string)) };
  if (skills.length > MAX_LISTED_IDS || !fits(draft, plan)) draft = { ...draft, step: 2 };
  if (!fits(draft, plan)) draft = cutAlike(skills, texts, plan);
  if (!fits(draft, plan)) draft = namesOnly(skills, texts, plan);
  if (!fits(draft, plan)) draft = someNames(skills, plan);
  return finish(draft, plan);
}

/** An attempt: the lines, and what they leave out. */
interface Draft {
  readonly step: AgentIndexReport["step"];
  readonly lines: readonly string[];
  readonly cutAt?: number;
  readonly nameOnly?: readonly string[];
  readonly leftOut?: readonly string[];
}

function line(id: string, description: string): string {
  return description === "" ? `- ${id}` : `- ${id}: ${description}`;
}

/** Step 3: the largest length at which all descriptions fit. */
function cutAlike(skills: readonly Skill[], texts: readonly string[], plan: IndexPlan): Draft {
  const draft = (cutAt: number): Draft => ({
    step: 3,
    cutAt,
    lines: skills.map(({ id }, at) => line(id, cut(texts[at] as string, cutAt))),
  });
  return draft(
    Math.max(
      MIN_DESCRIPTION,
      lastThat((limit) => fits(draft(limit), plan), plan.budget * 5),
    ),
  );
}

/** Step 4: names, and the descriptions of the skills to keep while they fit. */
function namesOnly(skills: readonly Skill[], texts: readonly string[], plan: IndexPlan): Draft {
  const lines = skills.map(({ id }) => line(id, ""));
  const nameOnly = new Set(skills.flatMap(({ id }, at) => (texts[at] === "" ? [] : [id])));
  const draft = (): Draft => ({ step: 4, lines, nameOnly: [...nameOnly] });
  if (!fits(draft(), plan)) return draft();
  const positions = new Map(skills.map(({ id }, at) => [id, at]));
  for (const id of plan.keep) {
    const at = positions.get(id);
    if (at === undefined || !nameOnly.delete(id)) continue;
    const short = lines[at] as string;
    lines[at] = line(id, texts[at] as string);
    if (fits(draft(), plan)) continue;
    lines[at] = short;
    nameOnly.add(id);
    break;
  }
  return draft();
}

/** Step 5: the names to keep, then the first ones, as many as fit; in catalog order. */
function someNames(skills: readonly Skill[], plan: IndexPlan): Draft {
  const ids = skills.map(({ id }) => id);
  const known = new Set(ids);
  const order = [...new Set([...plan.keep.filter((id) => known.has(id)), ...ids])];
  const draft = (count: number): Draft => {
    const listed = new Set(order.slice(0, count));
    const nameOnly = ids.filter((id) => listed.has(id));
    const leftOut = ids.filter((id) => !listed.has(id));
    const lines = [...nameOnly.map((id) => line(id, "")), `and ${leftOut.length} more: search_skills`];
    return { step: 5, lines, nameOnly, leftOut };
  };
  return draft(lastThat((count) => fits(draft(count), plan), order.length - 1));
}

function textOf({ step, lines }: Draft): string {
  return lines.length === 0 ? "" : `${HEAD}${step > 2 ? SEARCH : ""}\n\n${lines.join("\n")}`;
}

function toolsOf({ step }: Draft): Pick<AgentIndex, "listsIds" | "needsSearch"> {
  return { listsIds: step === 1, needsSearch: step > 2 };
}

function fits(draft: Draft, { budget, toolTokens }: IndexPlan): boolean {
  const forText = budget - toolTokens(toolsOf(draft));
  // A character costs more than a fifth of a token: most texts that do not fit are not even written.
  const characters = draft.lines.reduce((sum, { length }) => sum + length + 1, 0);
  return characters / 5 <= forText && textTokens(draft) <= forText;
}

/**
 * Estimates the text. Against tokenizers, descriptions are estimated a sixth too high or more (they are plain prose), and each
 * separator or number in an id 0.6 tokens too low, also where `load_skill` lists the ids.
 */
function textTokens(draft: Draft): number {
  const names = draft.lines.map((text) => text.split(": ", 1)[0] as string).join("\n");
  const parts = names.split(ID_PART).length - 1;
  const whole = estimateTokens(textOf(draft));
  const prose = whole - estimateTokens(names);
  return Math.ceil(whole - prose / 5.8 + parts * (draft.step === 1 ? 1.2 : 0.6));
}

function finish(draft: Draft, { budget, toolTokens }: IndexPlan): AgentIndex {
  const text = textOf(draft);
  const tools = toolsOf(draft);
  const { step, cutAt, nameOnly = [], leftOut = [] } = draft;
  const tokens = textTokens(draft) + toolTokens(tools);
  return { text, ...tools, report: { step, tokens, budget, ...(cutAt && { cutAt }), nameOnly, leftOut } };
}
