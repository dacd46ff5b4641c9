/** Skills as placing sees them: an id, sizes and hashes. Nothing is read. */
import { createHash } from "node:crypto";
import type { LinkedSkill } from "../../src/model/linked.ts";
import { oncePer } from "../../src/model/once-per.ts";
import { contentKey, pieceOf } from "../../src/piece/index.ts";
import type { ContentPlacement } from "../../src/targets/module/placement.ts";

/** A content: its seed stands for its bytes, so that equal seeds are identical contents. */
export interface SketchedContent {
  readonly seed: string;
  readonly bytes: number;
  readonly encoding?: "text" | "binary";
}

export interface SketchedSkill {
  readonly id: string;
  readonly preload?: boolean;
  readonly document: SketchedContent;
  readonly files: readonly SketchedContent[];
}

export function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

/** Skills in catalog order. */
export function linkSketches(skills: readonly SketchedSkill[]): LinkedSkill[] {
  return skills.map(linkSketch).sort((one, two) => (one.entry.id < two.entry.id ? -1 : 1));
}

const linked = new WeakMap<SketchedSkill, LinkedSkill>();

function linkSketch(sketch: SketchedSkill): LinkedSkill {
  const known = linked.get(sketch);
  if (known !== undefined) return known;
  const { id, preload = false, document, files } = sketch;
  const skill = {
    entry: { id, description: "", preload, body: { tokens: 0 }, files: [] },
    document: measured(document),
    files: files.map((file, index) => ({ path: `files/${index}`, mediaType: "text/plain", ...measured(file) })),
  } as unknown as LinkedSkill;
  const piece = pieceOf(skill, { assets: [] }, { sha256, encode: (text) => encoder.encode(text) });
  const made = { ...skill, piece };
  linked.set(sketch, made);
  return made;
}

const encoder = new TextEncoder();

function measured({ seed, bytes, encoding = "text" }: SketchedContent): object {
  const digest = sha256(`${seed}/${bytes}/${encoding}`);
  return { key: contentKey({ sha256: digest, encoding }), bytes, encoding, sha256: digest, location: seed };
}

/** Content modules of which the contents differ, or that only one side has. */
export function changedModules(before: ContentPlacement, after: ContentPlacement): readonly string[] {
  const [one, two] = [contentsOf(before), contentsOf(after)];
  return [...new Set([...one.keys(), ...two.keys()])].filter((path) => one.get(path) !== two.get(path));
}

/** The keys of the contents of each module; the placement before an edit is compared many times. */
const contentsOf = oncePer(
  ({ modules }: ContentPlacement): ReadonlyMap<string, string> =>
    new Map(
      modules.map(({ path, items }) => [
        path,
        items()
          .map(({ key }) => key)
          .join(),
      ]),
    ),
);

/** Numbers from 0 to 1, the same on every call. */
export function seededRandom(seed: string): () => number {
  let turn = 0;
  return () => Number.parseInt(sha256(`${seed}/${turn++}`).slice(0, 8), 16) / 2 ** 32;
}

/** As many skills as wished, in sizes as they are found in public skills: half below 6 KB, some above 60. */
export function sketchSkills(count: number, random: () => number): SketchedSkill[] {
  return Array.from({ length: count }, (_, index) => sketchSkill(`tree-${index.toString(36)}`, random));
}

export function sketchSkill(id: string, random: () => number): SketchedSkill {
  const size = (typical: number): number =>
    Math.round(typical * Math.exp(1.1 * Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(6.28 * random())));
  const files = random() < 0.45 ? Math.ceil(random() * 8) : 0;
  return {
    id,
    document: { seed: `${id}/SKILL.md`, bytes: size(4_000) },
    files: Array.from({ length: files }, (_, index) => ({ seed: `${id}/${index}`, bytes: size(3_000) })),
  };
}
