/** Index texts that fit a budget, by the rules of Claude Code 2.1.330 and OpenAI Codex (033d1d0). */
import type { Skill } from "../access.ts";
import { oneLine } from "./escape.ts";
import { estimateText } from "./token-count.ts";

/**
 * The metadata of a skill that a budget covers.
 *
 * @example
 * const ranked: BudgetedSkill[] = [...skills.listForDir("")].sort(byLastUse);
 */
export type BudgetedSkill = Pick<Skill, "id" | "description"> & Partial<Pick<Skill, "whenToUse">>;

/**
 * The budget of an index.
 *
 * @example
 * fitIndex(skills.listForDir(""), { rule: "codex", budget: { tokens: 4_000 } });
 */
export interface BudgetOptions {
  /**
   * `claude-code`: 1% of the context window at four characters per token, or 8,000 characters without a window; a
   * description with its `when_to_use` has at most 1,536 characters; over the budget, the last skills keep only their
   * names. `codex`: 2%, or 8,000 characters without a window; all descriptions are shortened equally, then the last
   * skills are left out.
   */
  readonly rule: "claude-code" | "codex";
  /** Tokens of the model's context window. */
  readonly contextWindow?: number | undefined;
  /** Overrides the rule's total: characters (UTF-16 units) or estimated tokens. */
  readonly budget?: { readonly characters: number } | { readonly tokens: number } | undefined;
  /** Overrides the rule's maximum characters per description. */
  readonly maxDescription?: number | undefined;
  /** Skills that are never shortened, such as those that ship with the application. */
  readonly keep?: ((skill: BudgetedSkill) => boolean) | undefined;
}

/**
 * An index and what was cut from it.
 *
 * @example
 * const { text, fits }: BudgetedIndex = fitIndex(ranked, { rule: "claude-code" });
 */
export interface BudgetedIndex {
  readonly text: string;
  /** UTF-16 units of `text`. */
  readonly characters: number;
  /** Estimated. */
  readonly tokens: number;
  /** False if even the shortest form is over the budget. */
  readonly fits: boolean;
  /** The cuts, in the order of the skills. */
  readonly shortened: readonly { readonly id: string; readonly how: "description-cut" | "name-only" | "left-out" }[];
}

interface BudgetRule {
  readonly share: number;
  readonly maxDescription: number;
  readonly whenToUse: boolean;
}

const CHARACTERS_PER_TOKEN = 4;
const DEFAULT_CHARACTERS = 8000;
const rules: Readonly<Record<BudgetOptions["rule"], BudgetRule>> = {
  "claude-code": { share: 0.01, maxDescription: 1536, whenToUse: true },
  codex: { share: 0.02, maxDescription: 1024, whenToUse: false },
};

/**
 * Writes `- name: description` lines that fit a budget. The order of the skills is their rank: the last are cut first.
 *
 * @example
 * const { text, shortened } = fitIndex(ranked, { rule: "claude-code", contextWindow: 200_000 });
 */
export function fitIndex(skills: readonly BudgetedSkill[], options: BudgetOptions): BudgetedIndex {
  const rule = rules[options.rule];
  const cap = options.maxDescription ?? rule.maxDescription;
  const budget = options.budget ?? { characters: defaultBudget(rule, options.contextWindow) };
  const sizeOf = (text: string): number => ("tokens" in budget ? estimateText(text) : text.length);
  const total = "tokens" in budget ? budget.tokens : budget.characters;
  const isKept = (skill: BudgetedSkill): boolean => options.keep?.(skill) === true;
  const fullTexts = skills.map((skill) => describe(skill, rule));
  /** Lines with descriptions of at most `limit` characters; `undefined` for a skill that is left out. */
  const linesOf = (limit: number, from: number): (string | undefined)[] =>
    skills.map((skill, at) => {
      const text = cut(fullTexts[at] as string, isKept(skill) ? cap : at < from ? cap : limit);
      return text === "" ? `- ${skill.id}` : `- ${skill.id}: ${text}`;
    });
  const fits = (lines: readonly (string | undefined)[]): boolean => sizeOf(join(lines)) <= total;

  let lines: (string | undefined)[];
  if (options.rule === "claude-code") {
    // The first rank without descriptions, as late as possible.
    lines = linesOf(
      0,
      lastThat((from) => fits(linesOf(0, from)), skills.length),
    );
  } else {
    lines = linesOf(
      lastThat((limit) => fits(linesOf(limit, 0)), cap),
      0,
    );
    for (let at = lines.length - 1; at >= 0 && !fits(lines); at--) {
      if (!isKept(skills[at] as BudgetedSkill)) lines[at] = undefined;
    }
  }
  const text = join(lines);
  const shortened = skills.flatMap(({ id }, at): BudgetedIndex["shortened"] => {
    const full = fullTexts[at] as string;
    if (lines[at] === undefined) return [{ id, how: "left-out" }];
    if (lines[at] === `- ${id}`) return full === "" ? [] : [{ id, how: "name-only" }];
    return lines[at] === `- ${id}: ${full}` ? [] : [{ id, how: "description-cut" }];
  });
  return { text, characters: text.length, tokens: estimateText(text), fits: fits(lines), shortened };
}

function defaultBudget({ share }: BudgetRule, contextWindow: number | undefined): number {
  return contextWindow === undefined ? DEFAULT_CHARACTERS : Math.floor(contextWindow * share * CHARACTERS_PER_TOKEN);
}

function describe({ description, whenToUse = "" }: BudgetedSkill, rule: BudgetRule): string {
  const parts = [oneLine(description), rule.whenToUse ? oneLine(whenToUse) : ""];
  return parts.filter((part) => part !== "").join(" - ");
}

/** Cuts a text to at most `limit` characters, with an ellipsis at the end; never splits a surrogate pair. */
function cut(text: string, limit: number): string {
  if (text.length <= limit) return text;
  if (limit === 0) return "";
  const end = /[\uD800-\uDBFF]/.test(text.charAt(limit - 2)) ? limit - 2 : limit - 1;
  return `${text.slice(0, Math.max(0, end))}…`;
}

function join(lines: readonly (string | undefined)[]): string {
  return lines.filter((line) => line !== undefined).join("\n");
}

/** Returns the largest number up to `most` that a test accepts, or 0. The test turns false once. */
function lastThat(accepts: (candidate: number) => boolean, most: number): number {
  let low = 0;
  let high = most;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (accepts(middle)) low = middle;
    else high = middle - 1;
  }
  return low;
}
