/** The listing of OpenClaw: all descriptions whole, else cut to one length, else names, and as many as fit. */
import { escapeXml } from "../model/escape-xml.ts";
import { openclawFacts } from "./clients.ts";
import { installedFile, localName } from "./listed-names.ts";
import type { ListedSkill, ShownSkills } from "./listing.ts";

interface SkillEntry {
  readonly id: string;
  readonly name: string;
  readonly location: string;
  readonly description: string;
  readonly folded: string;
  /** UTF-16 units of the entry without a description, its line break included. */
  readonly bare: number;
}

/** How the entries are written: `most` is the length of descriptions, undefined for whole ones, 0 for none. */
interface Form {
  readonly most: number | undefined;
  readonly hasNote: boolean;
}

interface FormPlan {
  readonly kept: readonly SkillEntry[];
  readonly form: Form;
}

/** How much OpenClaw lists, in UTF-16 units of everything that it sends, and where the skills are. */
export interface OpenClawRoom {
  readonly limit: number;
  /** What the context of an agent has room for: descriptions are cut to it afterwards. */
  readonly inContext: number;
  readonly root: string;
}

export function listForOpenClaw(skills: readonly ListedSkill[], { limit, inContext, root }: OpenClawRoom): ShownSkills {
  const { compare } = new Intl.Collator("en");
  const entries = skills
    .filter(({ disableModelInvocation }) => disableModelInvocation !== true)
    .map((skill): SkillEntry => {
      const { id, description } = skill;
      const [name, location] = [localName(skill), installedFile(skill, root)];
      const bare = xmlOf({ name, location }, undefined).length + 1;
      return { id, name, location, description, folded: fold(description), bare };
    })
    .sort((one, two) => compare(one.name, two.name));
  const plan = planOf(entries, limit);
  const { kept } = plan;
  const most = cutInContext(plan, entries.length, inContext);
  const texts = kept.map((entry) => textIn(entry, plan.form.most));
  const shown = most === undefined ? texts : texts.map((text) => text && truncated(text, most));
  return {
    lines: kept.map((entry, at) => xmlOf(entry, shown[at])),
    shown: entries.map(({ id, description }, at) => ({
      id,
      from: description.length,
      to: at < kept.length ? shownLength(shown[at], description) : undefined,
    })),
    used: sizeOf(kept, entries.length, plan.form, most),
    needed: sizeOf(entries, entries.length, WHOLE),
    costAt: (length) => {
      if (entries.length > openclawFacts.maxSkills.value) return Infinity;
      const cut = entries.map((entry) => ({ ...entry, description: entry.description.slice(0, length) }));
      return sizeOf(cut, cut.length, WHOLE);
    },
  };
}

const WHOLE: Form = { most: undefined, hasNote: true };

function planOf(entries: readonly SkillEntry[], limit: number): FormPlan {
  const { maxSkills, leastDescription, mostDescription } = openclawFacts;
  const total = entries.length;
  const first = entries.slice(0, maxSkills.value);
  const fits = (kept: readonly SkillEntry[], form: Form): boolean => sizeOf(kept, total, form) <= limit;
  const names = (hasNote: boolean): Form => ({ most: 0, hasNote });
  if (fits(first, WHOLE)) return { kept: first, form: WHOLE };
  const longest = (hasNote: boolean): number =>
    largest(0, first.length, (count) => fits(first.slice(0, count), names(hasNote)));
  let kept = fits(first, names(true)) ? first : first.slice(0, longest(true));
  if (kept.length === 0) {
    const bare = { ...WHOLE, hasNote: false };
    if (fits(first, bare)) return { kept: first, form: bare };
    kept = first.slice(0, longest(false));
  }
  const hasNote = fits(kept, names(true));
  const isShort = kept.length > 0 && fits(kept, { most: leastDescription.value, hasNote });
  const most = isShort
    ? largest(leastDescription.value, mostDescription.value, (length) => fits(kept, { most: length, hasNote }))
    : 0;
  return { kept, form: { most, hasNote } };
}

/** Returns the largest number that passes; `from` does, or nothing. */
function largest(from: number, to: number, passes: (value: number) => boolean): number {
  let [low, high] = [from, to];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (passes(middle)) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Returns the length to which descriptions are cut for the context of an agent; undefined if they are not. */
function cutInContext({ kept, form }: FormPlan, total: number, target: number): number | undefined {
  const { leastInContext, mostDescription } = openclawFacts;
  const size = sizeOf(kept, total, form);
  if (size <= target) return undefined;
  const most = largest(
    leastInContext.value,
    mostDescription.value,
    (length) => sizeOf(kept, total, form, length) <= target,
  );
  return sizeOf(kept, total, form, most) < size ? most : undefined;
}

/** UTF-16 units of everything that is sent. */
function sizeOf(kept: readonly SkillEntry[], total: number, form: Form, cut?: number): number {
  const note = form.hasNote ? noteSize(kept.length, total, form) : 0;
  // Without an entry the note has no line end.
  if (kept.length === 0) return Math.max(0, note - 1);
  const { frame, frameShort, frameNames } = openclawFacts;
  const around = form.most === undefined ? frame : form.most > 0 ? frameShort : frameNames;
  return kept.reduce((sum, entry) => {
    const text = textIn(entry, form.most);
    if (text === undefined) return sum + entry.bare;
    return sum + entry.bare + DESCRIPTION + escapeXml(cut === undefined ? text : truncated(text, cut)).length;
  }, note + around.value);
}

function noteSize(kept: number, total: number, { most }: Form): number {
  const { noteShort, noteNames, noteCut, noteCutShort, noteCutNames } = openclawFacts;
  const numbers = `${kept}${total}`.length;
  if (kept === total) return most === undefined ? 0 : (most > 0 ? noteShort : noteNames).value;
  return (most === undefined ? noteCut : most > 0 ? noteCutShort : noteCutNames).value + numbers;
}

function textIn({ description, folded }: SkillEntry, most: number | undefined): string | undefined {
  if (most === undefined) return description;
  return most === 0 ? undefined : truncated(folded, most) || undefined;
}

/** UTF-16 units of the line of a description without its text. */
const DESCRIPTION = "    <description></description>\n".length;

function fold(text: string): string {
  return UNFOLDED.test(text) ? text.replace(/\s+/g, " ").trim() : text;
}

/** Anything but single spaces between words. */
const UNFOLDED = /[^\S ]|^ | {2}| $/;

function xmlOf({ name, location }: Pick<SkillEntry, "name" | "location">, description: string | undefined): string {
  return [
    "  <skill>",
    `    <name>${escapeXml(name)}</name>`,
    ...(description === undefined ? [] : [`    <description>${escapeXml(description)}</description>`]),
    `    <location>${escapeXml(location)}</location>`,
    "  </skill>",
  ].join("\n");
}

const ELLIPSIS = "...";

function truncated(text: string, most: number): string {
  const folded = fold(text);
  if (folded.length <= most) return folded;
  return `${sliceWhole(folded, most - ELLIPSIS.length).trimEnd()}${ELLIPSIS}`;
}

/** Cuts before a pair of surrogates rather than through it. */
function sliceWhole(text: string, end: number): string {
  const unit = text.charCodeAt(end - 1);
  return text.slice(0, unit >= 0xd800 && unit < 0xdc00 ? end - 1 : end);
}

function shownLength(text: string | undefined, description: string): number {
  if (text === undefined) return 0;
  if (text === description || !text.endsWith(ELLIPSIS)) return description.length;
  return text.length - ELLIPSIS.length;
}
