/** The text of a catalog: canonical JSON, joined from the entries of its skills. */
import type { Host } from "../model/host.ts";
import type { LinkedSkill } from "../model/linked.ts";
import type { KeptJoin } from "../model/piece.ts";
import type { Catalog } from "../runtime/catalog/catalog.ts";
import { canonicalJson } from "../runtime/verify/canonical-json.ts";
import { concat, inChunks } from "./encoder.ts";

const EMPTY_SKILLS = '\n  "skills": []';

/** What a catalog says besides its skills. */
type CatalogHead = Omit<Catalog, "hash" | "skills">;

/** A catalog, and its skills in their order. */
interface CatalogInput {
  readonly catalog: CatalogHead;
  readonly skills: readonly Pick<LinkedSkill, "piece">[];
  readonly kept?: Pick<KeptJoin, "entries"> | undefined;
}

/**
 * Creates the canonical JSON of a catalog in UTF-8 and in chunks, with or without its hash, without a line end. A chunk is only
 * valid until the next one is made.
 *
 * @example
 * for (const chunk of catalogText(linked)) writeSync(descriptor, chunk);
 */
export function* catalogText({ catalog, skills, kept }: CatalogInput): Generator<Uint8Array> {
  const [start, end] = catalogFrame(catalog, skills.length);
  yield encoder.encode(start);
  yield* kept?.entries?.() ?? inChunks(entriesOf(skills));
  yield encoder.encode(end);
}

/** All but the first are after a comma. */
function* entriesOf(skills: CatalogInput["skills"]): Generator<Uint8Array> {
  for (const [at, { piece }] of skills.entries()) yield at === 0 ? piece.entry.subarray(1) : piece.entry;
}

const encoder = new TextEncoder();

/** Returns the hash of a catalog as it is written in it: of its text without the hash. */
export function hashOfCatalog(
  parts: CatalogInput,
  { sha256, sha256OfPieces }: Pick<Host, "sha256" | "sha256OfPieces">,
): string {
  const chunks = catalogText(parts);
  return `sha256:${sha256OfPieces === undefined ? sha256(concat([...chunks])) : sha256OfPieces(chunks)}`;
}

/** Returns what is before and after the skills of a catalog in its canonical JSON; each of them is indented by four. */
export function catalogFrame(catalog: CatalogHead, count: number): readonly [start: string, end: string] {
  // A spread would make the entries of all skills.
  const others = Object.keys(catalog).filter((key) => key !== "skills") as (keyof CatalogHead)[];
  const frame = canonicalJson({ ...Object.fromEntries(others.map((key) => [key, catalog[key]])), skills: [] });
  // Only a key of the outermost object is indented by two: no other text in the frame looks like this.
  const place = frame.indexOf(EMPTY_SKILLS) + EMPTY_SKILLS.length - 1;
  return [frame.slice(0, place), `${count === 0 ? "" : "\n  "}${frame.slice(place)}`];
}
