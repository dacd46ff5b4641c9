/** The SKILL.md of a skill as it is on disk, for places of findings and for packages that change a part of it. */
import { isFailure } from "../../model/host.ts";
import type { LinkedSkill } from "../../model/linked.ts";
import { bare } from "../../model/restrictions.ts";
import { createSourceText, type SourceText, type TextPlace, type TextSpan } from "../../model/source.ts";
import type { TargetPlace } from "../target.ts";
import { fieldsOf, type FieldLine } from "./frontmatter-lines.ts";

export interface ReadDocument {
  /** As in the catalog. */
  readonly file: string;
  /** Empty where it cannot be read. */
  readonly text: string;
  readonly start: number;
  /** Whether the skill is written in a config, without frontmatter. */
  readonly isInline: boolean;
  /** The fields before the body. */
  readonly fields: readonly FieldLine[];
  /** However the field is spelled; the place of the file if it is not there. */
  placeOf(field: string): TextPlace;
  at(span: TextSpan): TextPlace;
}

/** Returns the documents of skills; the last one is kept, because several things are said about one skill in turn. */
export function documentsOf(place: Pick<TargetPlace, "read">): (skill: LinkedSkill) => ReadDocument {
  let last: { readonly skill: LinkedSkill; readonly document: ReadDocument } | undefined;
  return (skill) => {
    if (last?.skill !== skill) last = { skill, document: openDocument(skill, place) };
    return last.document;
  };
}

function openDocument({ entry, document }: LinkedSkill, { read }: Pick<TargetPlace, "read">): ReadDocument {
  const { file } = entry.source;
  const isInline = entry.source.kind === "inline";
  const bytes = isInline ? undefined : read(document.preparedFrom ?? document.location);
  const text = bytes === undefined || isFailure(bytes) ? "" : decode(bytes);
  const start = document.start;
  const fields = isInline ? [] : fieldsOf(text, start);
  let source: SourceText | undefined;
  const at = (span: TextSpan): TextPlace => ({ file, source: (source ??= createSourceText(file, text)), span });
  return {
    file,
    text: isInline ? (document.text ?? "") : text,
    start: isInline ? 0 : start,
    isInline,
    fields,
    placeOf(field) {
      const found = fields.find(({ key }) => bare(key) === bare(field));
      return found === undefined ? { file } : at(found.at);
    },
    at,
  };
}

function decode(bytes: Uint8Array): string {
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
}
