/**
 * Units that are stored together, as sections: numbers and short texts of all of them, and JSON that is read of a unit when
 * it is asked for. Most of what an edit needs of a skill that has not changed is in the first two.
 */
import type { Block } from "../../engine/index.ts";
import type { LinkRow, ReadingFacts, SkillFacts, SkillUnit, UnitBulk } from "../../model/unit.ts";
import {
  joinParts,
  partsOf as openParts,
  partsOnDemand,
  readCut,
  readSections,
  toJson,
  type ReadRange,
} from "./kept-sections.ts";
import { FILES_END, KEY_LENGTH, NUMBERS, readNumbers, writeNumbers, type UnitNumbers } from "./unit-columns.ts";

/** Bits of the first number of a unit. */
const [IS_THERE, IS_QUALIFIED, HAS_FINDINGS, IS_ODD, IS_HIDDEN, IS_HIDDEN_IN_CODEX] = [1, 2, 4, 8, 16, 32];
/** Above them is the tier, from 1; 0 without one. */
const TIER = 64;
const TIERS: readonly NonNullable<LinkRow["tier"]>[] = ["pinned", "name-only", "deferred"];
/** Texts of each unit. */
const TEXTS = 4;

/** The parts of a unit that have a section each. */
type Found = Pick<SkillUnit, "findings" | "comments">;
interface Facts {
  readonly facts?: SkillFacts | undefined;
  readonly bulk?: UnitBulk | undefined;
  /** Where they are not those of most skills. */
  readonly odd?: { readonly reading: ReadingFacts } & Pick<LinkRow, "toolsets" | "expects" | "references" | "outside">;
}
type Quotes = Pick<SkillUnit, "lines" | "at">;

interface UnitParts {
  readonly key: string;
  readonly bits: number;
  readonly texts: readonly (string | null)[];
  readonly files: LinkRow["files"];
  readonly parts: readonly [found: Uint8Array, quotes: Uint8Array, facts: Uint8Array];
}

/** What was read of a unit. */
interface Kept {
  link?: LinkRow | undefined;
  found?: Found | undefined;
  facts?: Facts | undefined;
  quotes?: Quotes | undefined;
}

/** The sections of a block of units. */
interface UnitSections extends UnitNumbers {
  readonly keys: string;
  readonly texts: readonly (string | null)[];
  readonly parts: readonly [found: ReadRange, quotes: ReadRange, facts: ReadRange];
  /** What was read last, if it can be read again; else each unit keeps it. */
  readonly last: ({ at: number } & Kept) | undefined;
}

/** Units as they were stored, by position; undefined for a skill that has none. */
export interface UnitBlock {
  readonly key: string;
  readonly units: readonly (SkillUnit | undefined)[];
}

/** Returns the sections of a block of units. */
export function writeUnits(units: readonly (SkillUnit | undefined)[]): readonly Uint8Array[] {
  const all = units.map(partsOf);
  const sections = [0, 1, 2].map((part) => joinParts(all.map(({ parts }) => parts[part] as Uint8Array)));
  let filesEnd = 0;
  const numbers = all.map(({ bits, files = [] }, at) => {
    filesEnd += files.length;
    return [bits, ...sections.map(({ ends }) => ends[at] as number), filesEnd];
  });
  const files = Float64Array.from(all.flatMap((unit) => unit.files ?? []));
  return [
    Buffer.from(all.map(({ key }) => key).join(""), "latin1"),
    writeNumbers(all.length, Uint32Array.from(numbers.flat()), files),
    toJson(all.flatMap(({ texts }) => texts)),
    ...sections.map(({ bytes }) => bytes),
  ];
}

/** The opposite; undefined if any of it is not what was written. */
export function readUnits(key: string, block: Block): UnitBlock | undefined {
  const [keys, columns, texts, found, quotes, facts] = readSections(block, 6) ?? [];
  if (!keys || !columns || !texts || !found || !quotes || !facts) return undefined;
  const parts = [openParts(block, 3, found), openParts(block, 4, quotes), openParts(block, 5, facts)] as const;
  return openUnits(key, block, { keys, columns, texts, parts });
}

/**
 * The same, where the run can be done again without it: findings, lines and facts are read when the first of them is asked
 * for.
 *
 * @param find Finds the block again, if it is in another file by then.
 */
export function readUnitsOnDemand(key: string, block: Block, find: () => Block | undefined): UnitBlock | undefined {
  const [keys, columns, texts] = readSections(block, 3) ?? [];
  if (!keys || !columns || !texts) return undefined;
  const open = (at: number): ReadRange => partsOnDemand(block, at, find);
  return openUnits(key, block, { keys, columns, texts, parts: [open(3), open(4), open(5)] });
}

interface OpenedBlock extends Pick<UnitSections, "parts"> {
  readonly keys: Buffer;
  readonly columns: Buffer;
  readonly texts: Buffer;
}

function openUnits(key: string, block: Block, { keys, columns, texts, parts }: OpenedBlock): UnitBlock {
  const sections: UnitSections = {
    keys: keys.toString("latin1"),
    ...readNumbers(columns),
    texts: JSON.parse(texts.toString("utf8")) as UnitSections["texts"],
    parts,
    last: block.part && { at: -1 },
  };
  const count = keys.length / KEY_LENGTH;
  const units: (SkillUnit | undefined)[] = [];
  const stored: UnitBlock = { key, units };
  for (let at = 0; at < count; at++)
    units.push(
      ((sections.numbers[at * NUMBERS] as number) & IS_THERE) === 0 ? undefined : new KeptUnit(stored, sections, at),
    );
  return stored;
}

/** Returns the block that a unit was read from, and where it is in it. */
export function storedAt(unit: SkillUnit | undefined): { readonly block: UnitBlock; readonly at: number } | undefined {
  return unit instanceof KeptUnit ? unit.stored() : undefined;
}

const NO_BYTES = new Uint8Array();
const NO_UNIT: UnitParts = {
  key: " ".repeat(KEY_LENGTH),
  bits: 0,
  texts: [null, null, null, null],
  files: undefined,
  parts: [NO_BYTES, NO_BYTES, NO_BYTES],
};

function partsOf(unit: SkillUnit | undefined): UnitParts {
  if (unit === undefined) return NO_UNIT;
  if (unit instanceof KeptUnit) return unit.parts();
  const { key, link, reading, findings, comments, facts, bulk, lines, at } = unit;
  const { toolsets, expects, references, outside } = link;
  const isOdd = !isPlain(reading) || toolsets.length > 0 || (expects ?? references ?? outside) !== undefined;
  const isFound = findings.length + comments.length > 0;
  const odd = {
    reading,
    toolsets,
    ...(expects && { expects }),
    ...(references && { references }),
    ...(outside && { outside }),
  };
  const rest: Facts = { facts, bulk, ...(isOdd && { odd }) };
  const bits =
    IS_THERE |
    (reading.isQualified ? IS_QUALIFIED : 0) |
    (isFound ? HAS_FINDINGS : 0) |
    (isOdd ? IS_ODD : 0) |
    (link.hidden ? IS_HIDDEN : 0) |
    (link.hiddenInCodex ? IS_HIDDEN_IN_CODEX : 0) |
    (link.tier === undefined ? 0 : TIER * (TIERS.indexOf(link.tier) + 1));
  return {
    key,
    bits,
    texts: [link.name ?? null, link.namespace ?? null, link.description ?? null, link.whenToUse ?? null],
    files: link.files,
    parts: [
      isFound ? toJson({ findings, comments } satisfies Found) : NO_BYTES,
      toJson({ lines, at } satisfies Quotes),
      toJson(rest),
    ],
  };
}

function isPlain({ frontmatter, unusable, restricts, unreadable, openaiYaml, withheld }: ReadingFacts): boolean {
  if (openaiYaml !== undefined || withheld !== undefined) return false;
  return frontmatter.state === "read" && unusable.length + restricts.length + unreadable.length === 0;
}

const NO_FINDINGS: Found = { findings: [], comments: [] };
const PLAIN: ReadingFacts = {
  frontmatter: { state: "read" },
  unusable: [],
  restricts: [],
  isQualified: false,
  unreadable: [],
};
const QUALIFIED: ReadingFacts = { ...PLAIN, isQualified: true };
const NONE: LinkRow["toolsets"] = [];

/** With accessors of a class: those of an object of its own take longer than reading all of it. */
class KeptUnit implements SkillUnit {
  readonly format = 2;
  readonly #block: UnitBlock;
  readonly #sections: UnitSections;
  readonly #at: number;
  #own: Kept | undefined;

  constructor(block: UnitBlock, sections: UnitSections, at: number) {
    this.#block = block;
    this.#sections = sections;
    this.#at = at;
  }

  stored(): NonNullable<ReturnType<typeof storedAt>> {
    return { block: this.#block, at: this.#at };
  }

  parts(): UnitParts {
    const { texts } = this.#sections;
    return {
      key: this.key,
      bits: this.#bits(),
      texts: texts.slice(this.#at * TEXTS, (this.#at + 1) * TEXTS),
      files: this.#files(),
      parts: [this.#bytes(0), this.#bytes(1), this.#bytes(2)],
    };
  }

  get key(): string {
    return this.#sections.keys.slice(this.#at * KEY_LENGTH, (this.#at + 1) * KEY_LENGTH);
  }

  get link(): LinkRow {
    const kept = this.#kept();
    return (kept.link ??= this.#readLink());
  }

  #readLink(): LinkRow {
    const { texts } = this.#sections;
    const start = this.#at * TEXTS;
    const [name, namespace, description, whenToUse] = texts.slice(start, start + TEXTS);
    const { toolsets = NONE, expects, references, outside } = this.#has(IS_ODD) ? (this.#readFacts().odd ?? {}) : {};
    const row: { -readonly [Key in keyof LinkRow]: LinkRow[Key] } = { toolsets };
    if (typeof name === "string") row.name = name;
    if (typeof namespace === "string") row.namespace = namespace;
    if (typeof description === "string") row.description = description;
    if (typeof whenToUse === "string") row.whenToUse = whenToUse;
    if (this.#has(IS_HIDDEN)) row.hidden = true;
    if (this.#has(IS_HIDDEN_IN_CODEX)) row.hiddenInCodex = true;
    const tier = TIERS[Math.floor(this.#bits() / TIER) - 1];
    if (tier !== undefined) row.tier = tier;
    if (expects !== undefined) row.expects = expects;
    if (references !== undefined) row.references = references;
    if (outside !== undefined) row.outside = outside;
    const files = this.#files();
    if (files !== undefined) row.files = files;
    return row;
  }

  #files(): LinkRow["files"] {
    const { numbers, files } = this.#sections;
    const end = this.#at * NUMBERS + FILES_END;
    const own = files.subarray(numbers[end - NUMBERS] ?? 0, numbers[end]);
    return own.length === 0 ? undefined : [...own];
  }

  get reading(): ReadingFacts {
    if (this.#has(IS_ODD)) return this.#readFacts().odd?.reading ?? PLAIN;
    return this.#has(IS_QUALIFIED) ? QUALIFIED : PLAIN;
  }

  get findings(): SkillUnit["findings"] {
    return this.#readFound().findings;
  }

  get comments(): SkillUnit["comments"] {
    return this.#readFound().comments;
  }

  get facts(): SkillFacts | undefined {
    return this.#readFacts().facts;
  }

  get bulk(): UnitBulk | undefined {
    return this.#readFacts().bulk;
  }

  get lines(): SkillUnit["lines"] {
    return this.#readQuotes().lines;
  }

  get at(): SkillUnit["at"] {
    return this.#readQuotes().at;
  }

  #bits(): number {
    return this.#sections.numbers[this.#at * NUMBERS] as number;
  }

  #has(bit: number): boolean {
    return (this.#bits() & bit) !== 0;
  }

  #bytes(part: 0 | 1 | 2): Buffer {
    const { numbers, parts } = this.#sections;
    return readCut(parts[part], numbers, this.#at * NUMBERS + 1 + part, NUMBERS);
  }

  #readFound(): Found {
    if (!this.#has(HAS_FINDINGS)) return NO_FINDINGS;
    const kept = this.#kept();
    return (kept.found ??= JSON.parse(this.#bytes(0).toString("utf8")) as Found);
  }

  #readFacts(): Facts {
    const kept = this.#kept();
    return (kept.facts ??= JSON.parse(this.#bytes(2).toString("utf8")) as Facts);
  }

  #readQuotes(): Quotes {
    const kept = this.#kept();
    return (kept.quotes ??= JSON.parse(this.#bytes(1).toString("utf8")) as Quotes);
  }

  /** Returns where what is read of the unit is kept. */
  #kept(): Kept {
    const { last } = this.#sections;
    if (last === undefined) return (this.#own ??= {});
    if (last.at !== this.#at)
      Object.assign(last, { at: this.#at, link: undefined, found: undefined, facts: undefined, quotes: undefined });
    return last;
  }
}
