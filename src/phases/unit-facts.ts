/** The facts of a unit: what the bytes of a usable skill decide. */
import { linesOfBody, tokensOfBody, type SkillDocument } from "../model/document.ts";
import { digestNumber, isCompared } from "../model/compared-files.ts";
import { writtenTier } from "../model/index-tiers.ts";
import { detach, type TextSpan } from "../model/source.ts";
import type {
  BodyFacts,
  FileDigest,
  FileFacts,
  LinkRow,
  OpenaiYaml,
  SkillFacts,
  SkillFields,
  UnitBulk,
} from "../model/unit.ts";
import { standardFields } from "../profiles/index.ts";
import { fileKind } from "../runtime/access.ts";
import { mediaTypeOf } from "./media-types.ts";

/** What reading a file showed, whatever the profile. */
export interface ReadFile extends FileDigest {
  readonly path: string;
  readonly encoding: "text" | "binary";
  readonly tokens?: number;
}

/** Samples of files of which there is no digest, by path. */
export type FileSamples = ReadonlyMap<string, number>;

interface FactsInput {
  readonly document: SkillDocument;
  /** SHA-256 of the document. */
  readonly sha256: string;
  readonly fields: SkillFields;
  /** Descriptions by path. */
  readonly descriptions: ReadonlyMap<string, string>;
  readonly files: readonly ReadFile[];
  readonly hash: (data: Uint8Array) => string;
}

export function toFacts({ document, sha256, fields, descriptions, files, hash }: FactsInput): SkillFacts {
  return {
    fields,
    document: { bytes: document.bytes.length, sha256 },
    body: bodyFacts(document, hash),
    requires: requirements(fields, document.hasShellCommands),
    files: inDeclaredOrder(files, descriptions).map((file): FileFacts => {
      const description = descriptions.get(file.path);
      return {
        kind: fileKind(file.path),
        mediaType: mediaTypeOf(file.path, file.encoding),
        ...(description === undefined || description === "" ? {} : { description }),
        ...file,
      };
    }),
  };
}

/** A list `files:` names the most important files first; the others follow by path. */
function inDeclaredOrder(files: readonly ReadFile[], descriptions: ReadonlyMap<string, string>): readonly ReadFile[] {
  if (descriptions.size === 0) return files;
  const rank = new Map([...descriptions.keys()].map((path, index) => [path, index]));
  const rankOf = ({ path }: ReadFile): number => rank.get(path) ?? rank.size;
  return files.toSorted((one, two) => rankOf(one) - rankOf(two));
}

/** Facts of a document whose commands were run: body and document differ from what is on disk. */
export function withPreparedDocument(
  facts: SkillFacts,
  document: SkillDocument,
  hash: (data: Uint8Array) => string,
): SkillFacts {
  return {
    ...facts,
    document: { bytes: document.bytes.length, sha256: hash(document.bytes) },
    body: bodyFacts(document, hash),
    requires: requirements(facts.fields, document.hasShellCommands),
  };
}

function bodyFacts(document: SkillDocument, hash: (data: Uint8Array) => string): BodyFacts {
  const { bytes, body, placeholders } = document;
  const bodyBytes = bytes.subarray(body.byteOffset);
  return {
    start: body.start,
    byteOffset: body.byteOffset,
    line: body.line,
    bytes: bodyBytes.length,
    lines: linesOfBody(document),
    tokens: tokensOfBody(document),
    sha256: hash(bodyBytes),
    placeholders,
  };
}

/**
 * Where substitution tokens may start. An output that looks like a token needs the list too, even an empty one: it says
 * that nothing there is replaced.
 */
export function toBulk({ places }: SkillDocument, inert?: readonly TextSpan[]): UnitBulk {
  // A copy has no room to grow, and is kept for each skill.
  return places.length === 0 && inert === undefined ? {} : { places: places.slice() };
}

function requirements({ context, hooks }: SkillFields, hasShellCommands: boolean): readonly string[] {
  const needs: string[] = [];
  if (context === "fork") needs.push("fork");
  if (Object.keys(hooks).length > 0) needs.push("hooks");
  if (hasShellCommands) needs.push("shell");
  return needs;
}

/** Returns the fields that the standard does not have; nothing without any. */
export function findNonstandard({ fields }: Pick<SkillDocument, "fields">): Pick<SkillFacts, "nonstandard"> {
  const others = (fields?.entries ?? []).filter(
    ({ key, value }) => !standardFields.includes(key) || (key === "allowed-tools" && value.kind === "list"),
  );
  return others.length === 0 ? {} : { nonstandard: [...new Set(others.map(({ key }) => detach(key)))] };
}

/** Returns what linking reads of a skill, without its toolsets. */
export function toLinkRow(fields: SkillFields | undefined, openai: OpenaiYaml = {}): Omit<LinkRow, "toolsets"> {
  if (fields === undefined) return {};
  const { name, namespace, description, whenToUse, disableModelInvocation } = fields;
  const tier = writtenTier(fields);
  return {
    name,
    ...(namespace === undefined ? {} : { namespace }),
    description,
    ...(whenToUse === undefined ? {} : { whenToUse }),
    ...(disableModelInvocation && { hidden: true as const }),
    ...(openai.allowsImplicit === false && { hiddenInCodex: true as const }),
    ...(tier !== undefined && { tier }),
  };
}

/** Returns what linking compares of files with those of other skills. */
export function toComparedFiles({ files }: Pick<SkillFacts, "files">, samples: FileSamples): Pick<LinkRow, "files"> {
  const compared = files.filter(isCompared);
  if (compared.length === 0) return {};
  return {
    files: compared.flatMap(({ path, bytes, sha256 }) => [
      bytes,
      sha256 === "" ? (samples.get(path) ?? 0) : digestNumber(sha256),
    ]),
  };
}
