/** The listing of Codex: descriptions share what names leave, one character at a time. */
import { codexFacts } from "./clients.ts";
import { directoryName, localName } from "./listed-names.ts";
import type { ListedSkill, ShownSkills } from "./listing.ts";

/** Tokens of four bytes, or code points where the window is unknown. */
export interface CodexBudget {
  readonly unit: "characters" | "tokens";
  readonly limit: number;
}

interface SkillLine {
  readonly id: string;
  /** `- name:` and ` (file: …)`. */
  readonly head: string;
  readonly tail: string;
  readonly description: string;
  /** Code points. */
  readonly length: number;
  /** Code points of the description as it is written. */
  readonly from: number;
  /** Bytes or code points of the description. */
  readonly size: number;
  /** Size of the line without a description, its line break included, in bytes or code points. */
  readonly bare: number;
}

export function codexBudget(window: number): number {
  const { percent, leastBudget } = codexFacts;
  return Math.max(leastBudget.value, Math.floor((window * percent.value) / 100));
}

/** Returns a description as the client reads it: on one line, cut at its own limit. */
function codexDescription(description: string): string {
  const folded = fold(description);
  const { value } = codexFacts.maxDescription;
  // A string has at least as many units as code points.
  if (folded.length <= value) return folded;
  const points = Array.from(folded);
  return points.length <= value ? folded : `${points.slice(0, value - ELLIPSIS.length).join("")}${ELLIPSIS}`;
}

export function codexLength(description: string): number {
  return codePointsOf(fold(description));
}

function fold(text: string): string {
  return UNFOLDED.test(text) ? text.split(WHITE_SPACE).filter(Boolean).join(" ") : text;
}

const ELLIPSIS = "...";
/** White space of Unicode, which Rust splits at; not the byte order mark, which JavaScript counts. */
const WHITE_SPACE = /[\t-\r \u0085\u00A0\u1680\u2000-\u200A\u2028\u2029\u202F\u205F\u3000]+/;
/** Anything but single spaces between words. */
const UNFOLDED = /[\t-\r\u0085\u00A0\u1680\u2000-\u200A\u2028\u2029\u202F\u205F\u3000]|^ | {2}| $/;

/** Where the skills are: the client names each root by its place among those that it lists. */
export interface CodexRoot {
  readonly directory: string;
  readonly alias: "r0" | "r1";
}

/** Returns the listing of skills below one root. The lines of roots cost nothing. */
export function listForCodex(skills: readonly ListedSkill[], budget: CodexBudget, root: CodexRoot): ShownSkills {
  const lines = linesOf(skills, budget, root);
  const cost = costIn(budget);
  const whole = lines.map(({ length }) => length);
  const total = (lengths: readonly number[]): number =>
    lines.reduce((sum, line, at) => sum + cost(sizeAt(line, lengths[at] as number, budget)), 0);
  const needed = total(whole);
  const none = whole.map(() => 0);
  const least = total(none);
  const shown =
    needed <= budget.limit
      ? whole
      : least <= budget.limit
        ? dealOut(lines, budget, budget.limit - least)
        : firstThatFit(lines, budget);
  const written = lines.flatMap((line, at) => (shown[at] === undefined ? [] : [textOf(line, shown[at])]));
  return {
    lines: written.length === 0 ? [] : [`- \`${root.alias}\` = \`${root.directory}\``, ...written],
    shown: lines.map(({ id, from, length }, at) => ({
      id,
      from,
      to: shown[at] === length && length < from ? length - ELLIPSIS.length : shown[at],
    })),
    used: lines.reduce((sum, line, at) => {
      const length = shown[at];
      return length === undefined ? sum : sum + cost(sizeAt(line, length, budget));
    }, 0),
    needed,
    costAt: (length) => total(whole.map((all) => Math.min(all, length))),
  };
}

/** A skill without a description is not one for Codex; it reads its own file, and not `disable-model-invocation`. */
function linesOf(
  skills: readonly ListedSkill[],
  budget: CodexBudget,
  { alias }: Pick<CodexRoot, "alias">,
): readonly SkillLine[] {
  return skills
    .filter(({ allowsImplicit }) => allowsImplicit !== false)
    .map((skill) => ({ skill, name: localName(skill), path: `${alias}/${directoryName(skill)}/SKILL.md` }))
    .sort((one, two) => compareCodePoints(one.name, two.name) || compareCodePoints(one.path, two.path))
    .flatMap(({ skill, name, path }) => {
      const description = codexDescription(skill.description);
      if (description === "") return [];
      const [head, tail] = [`- ${name}:`, ` (file: ${path})`];
      const length = codePointsOf(description);
      return {
        id: skill.id,
        head,
        tail,
        description,
        length,
        from: length < codexFacts.maxDescription.value ? length : codexLength(skill.description),
        size: measure(description, budget),
        bare: measure(head, budget) + measure(tail, budget) + 1,
      };
    });
}

/** UTF-8 has the order of code points. */
function compareCodePoints(one: string, two: string): number {
  if (one === two) return 0;
  if (!SURROGATE.test(one + two)) return one < two ? -1 : 1;
  const [left, right] = [Array.from(one), Array.from(two)];
  const at = left.findIndex((point, index) => point !== right[index]);
  return at < 0 ? -1 : (left[at]?.codePointAt(0) ?? 0) - (right[at]?.codePointAt(0) ?? -1);
}

const SURROGATE = /[\uD800-\uDFFF]/;

function textOf({ head, tail, description, length }: SkillLine, shown: number): string {
  if (shown === 0) return head + tail;
  return `${head} ${shown === length ? description : Array.from(description).slice(0, shown).join("")}${tail}`;
}

/** Bytes or code points of a line with a part of its description. */
function sizeAt({ bare, description, length, size }: SkillLine, shown: number, budget: CodexBudget): number {
  if (shown === 0) return bare;
  // Without a character of several bytes, or where they do not count.
  if (size === length) return bare + 1 + shown;
  return bare + 1 + (shown === length ? size : measure(Array.from(description).slice(0, shown).join(""), budget));
}

function costIn({ unit }: CodexBudget): (size: number) => number {
  const { value } = codexFacts.bytesPerToken;
  return unit === "tokens" ? (size) => Math.ceil(size / value) : (size) => size;
}

function measure(text: string, { unit }: CodexBudget): number {
  return unit === "tokens" ? utf8Length(text) : codePointsOf(text);
}

/** Gives each description one character in turn, as long as its cost fits. A line that is whole, or dear, is passed. */
function dealOut(lines: readonly SkillLine[], budget: CodexBudget, room: number): readonly number[] {
  const cost = costIn(budget);
  const shown = lines.map(() => 0);
  const sizes = lines.map(({ bare }) => bare);
  const points = lines.map(({ description }) => Array.from(description));
  let left = room;
  let open = [...lines.keys()];
  while (open.length > 0) {
    let isChanged = false;
    const next: number[] = [];
    for (const at of open) {
      const taken = shown[at] as number;
      const size = sizes[at] as number;
      const more = size + (taken === 0 ? 1 : 0) + measure(points[at]?.[taken] ?? "", budget);
      const dearer = cost(more) - cost(size);
      if (dearer <= left) {
        left -= dearer;
        shown[at] = taken + 1;
        sizes[at] = more;
        isChanged = true;
      }
      if ((shown[at] as number) < (lines[at] as SkillLine).length) next.push(at);
    }
    if (!isChanged) break;
    open = next;
  }
  return shown;
}

/** Names alone, each that still fits. */
function firstThatFit(lines: readonly SkillLine[], budget: CodexBudget): readonly (number | undefined)[] {
  const cost = costIn(budget);
  let left = budget.limit;
  return lines.map(({ bare }) => {
    if (cost(bare) > left) return undefined;
    left -= cost(bare);
    return 0;
  });
}

function codePointsOf(text: string): number {
  let pairs = 0;
  for (let at = 1; at < text.length; at++) if (isLow(text.charCodeAt(at)) && isHigh(text.charCodeAt(at - 1))) pairs++;
  return text.length - pairs;
}

const isHigh = (unit: number): boolean => unit >= 0xd800 && unit < 0xdc00;
const isLow = (unit: number): boolean => unit >= 0xdc00 && unit < 0xe000;

function utf8Length(text: string): number {
  let bytes = 0;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    // Each half of a pair is two of its four bytes.
    bytes += unit < 0x80 ? 1 : unit < 0x800 || (unit >= 0xd800 && unit < 0xe000) ? 2 : 3;
  }
  return bytes;
}
