/** The text of a catalog: canonical JSON, put together from the texts of its skills. */
import type { Catalog, CatalogSkill } from "../runtime/catalog/catalog.ts";
import { canonicalJson } from "../runtime/verify/canonical-json.ts";
import type { Host } from "./host.ts";
import { perBlock } from "./once-per.ts";

const SKILL_INDENT = "    ";
const EMPTY_SKILLS = '\n  "skills": []';

/**
 * Creates the canonical JSON of a catalog in UTF-8 and in pieces, with or without its hash, without a line end.
 *
 * @example
 * for (const piece of catalogPieces(catalog)) writeSync(descriptor, piece);
 */
export function* catalogPieces(catalog: Omit<Catalog, "hash">): Generator<Uint8Array> {
  const [start, end] = catalogFrame(catalog);
  yield encoder.encode(start);
  for (const [at, piece] of skillPieces(catalog.skills).entries()) yield at === 0 ? piece.subarray(1) : piece;
  yield encoder.encode(end);
}

const encoder = new TextEncoder();

/** The texts of skills, each after a comma. */
const skillPieces = perBlock((skills: readonly CatalogSkill[]) => {
  const texts = skills.map((entry) => `,\n${SKILL_INDENT}${canonicalJson(entry, SKILL_INDENT)}`);
  return encoder.encode(texts.join(""));
});

/** Returns the hash of a catalog as it is written in it: of its text without the hash. */
export function hashOfCatalog(
  catalog: Omit<Catalog, "hash">,
  { sha256, sha256OfPieces }: Pick<Host, "sha256" | "sha256OfPieces">,
): string {
  const pieces = catalogPieces(catalog);
  return `sha256:${sha256OfPieces === undefined ? sha256(concat([...pieces])) : sha256OfPieces(pieces)}`;
}

function concat(pieces: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}

/** Returns what is before and after the skills of a catalog in its canonical JSON; each of them is indented by four. */
export function catalogFrame(catalog: Omit<Catalog, "hash">): readonly [start: string, end: string] {
  const frame = canonicalJson({ ...catalog, skills: [] });
  // Only a key of the outermost object is indented by two: no other text in the frame looks like this.
  const place = frame.indexOf(EMPTY_SKILLS) + EMPTY_SKILLS.length - 1;
  return [frame.slice(0, place), `${catalog.skills.length === 0 ? "" : "\n  "}${frame.slice(place)}`];
}
