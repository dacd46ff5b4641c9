/** The metadata of a skill as a row of the index, without values that are defaults. */
import { fieldDefaults } from "../../model/field-table.ts";
import type { FileRow, SkillRow } from "../../runtime/access.ts";
import type { LinkedSkill } from "../../model/linked.ts";
import { literal } from "./literals.ts";
import { contentKey, type Placement } from "./placement.ts";
import type { ScriptPlan } from "./script-files.ts";

/** Where the index of a row points to. */
export interface RowPlaces {
  readonly placement: Placement;
  readonly scripts: ScriptPlan | undefined;
}

export function rowLiteral(skill: LinkedSkill, places: RowPlaces): string {
  return literal(toRow(skill, places));
}

function toRow(
  { entry, document, files: contents }: LinkedSkill,
  { placement: { moduleOf }, scripts }: RowPlaces,
): SkillRow {
  const pointer = (sha256: string, encoding: "text" | "binary"): { key: string; at?: number } => {
    const key = contentKey(sha256, encoding);
    const at = moduleOf.get(key);
    return at === undefined ? { key } : { key, at };
  };
  const { id, name, source: _source, body, files: _files, description, ...rest } = entry;
  const { hash: _hash, placeholders, ...figures } = body;
  const { start, places } = document;
  const files = contents.map((file): FileRow => ({
    path: file.path,
    bytes: file.bytes,
    mediaType: file.mediaType,
    ...(file.encoding === "binary" ? { encoding: file.encoding } : {}),
    ...(file.kind === "file" ? {} : { kind: file.kind }),
    ...(file.description === undefined ? {} : { description: file.description }),
    ...pointer(file.sha256, file.encoding),
    ...scriptOf(scripts?.indexOf(file)),
  }));
  return {
    id,
    ...(name === id ? {} : { name }),
    description,
    ...withoutDefaults(rest),
    body: placeholders.length === 0 ? figures : { ...figures, placeholders },
    document: {
      ...pointer(document.sha256, "text"),
      ...(start === 0 ? {} : { start }),
      ...(places === undefined || places.length === 0 ? {} : { places }),
    },
    ...(files.length === 0 ? {} : { files }),
  };
}

function scriptOf(script: number | undefined): { readonly script?: number } {
  return script === undefined ? {} : { script };
}

function withoutDefaults(rest: Partial<SkillRow>): Partial<SkillRow> {
  return Object.fromEntries(
    Object.entries(rest)
      .filter(([key, value]) => !isDefault(key, value))
      .sort(([one], [two]) => (one < two ? -1 : 1)),
  );
}

/** Values that the access layer fills in, by key. */
const DEFAULTS: ReadonlyMap<string, unknown> = new Map<string, unknown>([
  ...Object.entries(fieldDefaults),
  ["path", ""],
  ["preload", false],
  ["requires", []],
  ["extra", {}],
]);

function isDefault(key: string, value: unknown): boolean {
  const fallback = DEFAULTS.get(key);
  if (value === undefined || fallback === undefined) return value === undefined;
  const isCollection = typeof fallback === "object" && typeof value === "object" && value !== null;
  return isCollection ? Object.keys(value).length === 0 : value === fallback;
}
