/** Creates the record for linking: everything except the bytes. */
import type { CheckedSkill, DocumentDigest, FileDigest, FileRecord, SkillRecord } from "../../model/skill.ts";
import { countLineEnds, createSourceText, detach, type SourceText, type TextSpan } from "../../model/source.ts";
import { estimateTokens } from "../../runtime/prompt/token-count.ts";
import type { SkillFileKind } from "../../runtime/access.ts";
import { tokenizeBody } from "../../runtime/render/tokenize.ts";
import { mediaTypeOf } from "./media-types.ts";

export interface RecordInput {
  readonly skill: CheckedSkill;
  /** Digest of the whole SKILL.md. */
  readonly document: DocumentDigest;
  readonly sha256: (data: Uint8Array) => string;
  /** Digests by file path; a file without a digest is left out. */
  readonly digests: ReadonlyMap<string, FileDigest>;
}

export function toRecord({ skill, document, sha256, digests }: RecordInput): SkillRecord {
  const { typed } = skill;
  const namespace = typed.namespace ?? skill.namespace;
  const bodyBytes = skill.bytes.subarray(skill.body.byteOffset);
  const spanOf = (field: "name" | "description"): TextSpan | undefined =>
    skill.inline === undefined
      ? skill.fields?.entries.findLast(({ key }) => key === field)?.value.span
      : skill.inline.place?.(field).span;
  const nameSpan = spanOf("name");
  const descriptionSpan = spanOf("description");
  return {
    typed,
    ...(namespace === undefined ? {} : { namespace }),
    origin: skill.origin,
    realDir: skill.realDir,
    file: skill.file,
    catalogFile: skill.catalogFile,
    path: skill.path,
    preload: skill.preload,
    location: skill.inline === undefined ? skill.file : "",
    ...(skill.inline === undefined ? {} : { inlineText: skill.source.text }),
    ...(skill.prepared === undefined ? {} : { preparedText: skill.source.text }),
    document,
    body: {
      start: skill.body.start,
      byteOffset: skill.body.byteOffset,
      line: skill.body.line,
      bytes: bodyBytes.length,
      lines: countLines(skill.body.text),
      tokens: estimateTokens(bodyBytes),
      sha256: sha256(bodyBytes),
      placeholders: skill.placeholders,
      ...placesOf(skill),
    },
    requires: requirements(skill),
    files: skill.files.flatMap((file): FileRecord[] => {
      const digest = digests.get(file.path);
      if (digest === undefined) return [];
      const description = typed.fileDescriptions?.get(file.path);
      return [
        {
          ...file,
          ...digest,
          kind: fileKind(file.path),
          mediaType: mediaTypeOf(file.path, digest.encoding),
          ...(description === undefined || description === "" ? {} : { description }),
        },
      ];
    }),
    ...(nameSpan === undefined ? {} : { nameSpan }),
    ...(descriptionSpan === undefined ? {} : { descriptionSpan }),
    source: skill.inline?.place?.().source ?? headOf(skill),
  };
}

/** Keeps only the part with the name, instead of 10,000 documents. */
function headOf({ file, source, body }: CheckedSkill): SourceText {
  return createSourceText(file, detach(source.text.slice(0, body.start)));
}

/** The directories that the standard recommends, and `examples` from instructor-php. */
const KINDS: ReadonlyMap<string, SkillFileKind> = new Map([
  ["scripts", "script"],
  ["references", "reference"],
  ["assets", "asset"],
  ["examples", "example"],
]);

function fileKind(path: string): SkillFileKind {
  return KINDS.get(path.slice(0, Math.max(0, path.indexOf("/")))) ?? "file";
}

function requirements({ typed, hasShellCommands }: CheckedSkill): readonly string[] {
  const needs: string[] = [];
  if (typed.context === "fork") needs.push("fork");
  if (Object.keys(typed.hooks).length > 0) needs.push("hooks");
  if (hasShellCommands) needs.push("shell");
  return needs;
}

/** An output that looks like a token needs the list, even an empty one, so that nothing in it is replaced. */
function placesOf({ body, prepared }: CheckedSkill): { readonly places?: readonly number[] } {
  const places = tokenizeBody(body.text, prepared?.inert);
  return places.length === 0 && prepared === undefined ? {} : { places };
}

function countLines(text: string): number {
  if (text === "") return 0;
  const ends = countLineEnds(text);
  return text.endsWith("\n") || text.endsWith("\r") ? ends : ends + 1;
}
