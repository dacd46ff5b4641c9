/** Writes the metadata of a skill as a row of the index, without default values. */
import type { FileRow, SkillRow } from "../../runtime/access.ts";
import type { LinkedSkill } from "../../model/linked.ts";
import { literal } from "./literals.ts";
import { contentKey, type Placement } from "./placement.ts";

export function rowLiteral(skill: LinkedSkill, placement: Placement): string {
  return literal(toRow(skill, placement));
}

function toRow({ entry, record }: LinkedSkill, { moduleOf }: Placement): SkillRow {
  const pointer = (sha256: string, encoding: "text" | "binary"): { key: string; at?: number } => {
    const key = contentKey(sha256, encoding);
    const at = moduleOf.get(key);
    return at === undefined ? { key } : { key, at };
  };
  const { id, name, source: _source, body, files: _files, description, ...rest } = entry;
  const { hash: _hash, placeholders, ...figures } = body;
  const { places } = record.body;
  const files = record.files.map((file): FileRow => ({
    path: file.path,
    bytes: file.bytes,
    mediaType: file.mediaType,
    ...(file.encoding === "binary" ? { encoding: file.encoding } : {}),
    ...(file.kind === "file" ? {} : { kind: file.kind }),
    ...(file.description === undefined ? {} : { description: file.description }),
    ...pointer(file.sha256, file.encoding),
  }));
  return {
    id,
    ...(name === id ? {} : { name }),
    description,
    ...withoutDefaults(rest),
    body: placeholders.length === 0 ? figures : { ...figures, placeholders },
    document: {
      ...pointer(record.document.sha256, "text"),
      ...(record.body.start === 0 ? {} : { start: record.body.start }),
      ...(places === undefined || places.length === 0 ? {} : { places }),
    },
    ...(files.length === 0 ? {} : { files }),
  };
}

function withoutDefaults(rest: Partial<SkillRow>): Partial<SkillRow> {
  return Object.fromEntries(
    Object.entries(rest)
      .filter(([key, value]) => !isDefault(key, value))
      .sort(([one], [two]) => (one < two ? -1 : 1)),
  );
}

function isDefault(key: string, value: unknown): boolean {
  if (value === undefined || value === "" || value === (key === "userInvocable")) return true;
  if (typeof value !== "object" || value === null) return false;
  // An empty list is meaningful only in an optional field: a skill that disallows no tools has no list.
  return Object.keys(value).length === 0;
}
