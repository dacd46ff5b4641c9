/** A unit as text, and back. */
import { asBuffer } from "../host/as-buffer.ts";
import type { SkillUnit } from "../model/unit.ts";

/** What only findings need: they quote the skill. */
type Places = Pick<SkillUnit, "lines" | "at">;

type Plain = Omit<SkillUnit, keyof Places>;

/** Returns the JSON of a unit, in two lines. */
export function writeUnit({ lines, at, ...plain }: SkillUnit): string {
  return `${JSON.stringify(plain satisfies Plain)}\n${JSON.stringify({ lines, at } satisfies Places)}`;
}

/**
 * Returns the unit of a text in UTF-8. What quotes the skill is read when it is needed.
 *
 * @throws SyntaxError for anything but the text of a unit.
 */
export function readUnit(bytes: Uint8Array): SkillUnit {
  const text = asBuffer(bytes);
  const end = text.indexOf(LINE_FEED);
  // Copied: the text is a part of a file of many megabytes, which need not stay.
  return new KeptUnit(JSON.parse(text.toString("utf8", 0, end)) as Plain, Buffer.from(text.subarray(end + 1)));
}

const LINE_FEED = 10;

/** With accessors of a class: those of an object of its own take longer than all of the text. */
class KeptUnit implements SkillUnit {
  readonly format;
  readonly key;
  readonly link;
  readonly reading;
  readonly findings;
  readonly comments;
  declare readonly facts?: NonNullable<Plain["facts"]>;
  declare readonly bulk?: NonNullable<Plain["bulk"]>;
  #places: Places | Buffer;

  constructor({ format, key, link, reading, facts, findings, comments, bulk }: Plain, places: Buffer) {
    this.format = format;
    this.key = key;
    this.link = link;
    this.reading = reading;
    this.findings = findings;
    this.comments = comments;
    if (facts !== undefined) this.facts = facts;
    if (bulk !== undefined) this.bulk = bulk;
    this.#places = places;
  }

  get lines(): SkillUnit["lines"] {
    return this.#read().lines;
  }

  get at(): SkillUnit["at"] {
    return this.#read().at;
  }

  #read(): Places {
    if (Buffer.isBuffer(this.#places)) this.#places = JSON.parse(this.#places.toString("utf8")) as Places;
    return this.#places;
  }
}
