/**
 * A compiled skill: everything that its own bytes decide, as one JSON value. No host path, no neighbor, no level. What
 * is keyed can be kept, made in another process or on another machine, and linked later.
 */
import type { Skill, SkillFileKind } from "../runtime/access.ts";
import type { JsonValue } from "./fields.ts";
import type { FindingGroup, LineRef, SuppressionComment } from "./finding.ts";

/** What frontmatter says about a skill; the rest of a `Skill` comes from its place, its body and its files. */
type WrittenFields = Omit<Skill, "id" | "path" | "preload" | "requires" | "body" | "files">;

/**
 * The typed fields of a valid skill. Everything unknown is in `extra`, lossless; `namespace` is the one that the name
 * itself contains, where the profile supports such names.
 *
 * @example
 * const fields: SkillFields | undefined = parseSkill(bytes).skill;
 */
export interface SkillFields extends WrittenFields {
  readonly metadata: Readonly<Record<string, JsonValue>>;
  readonly hooks: Readonly<Record<string, JsonValue>>;
  readonly extra: Readonly<Record<string, JsonValue>>;
}

/** What is known of a file's bytes. */
export interface FileDigest {
  readonly bytes: number;
  /** Lower-case hexadecimal SHA-256 of the raw bytes; "" where nothing is hashed. */
  readonly sha256: string;
}

export interface FileFacts extends FileDigest {
  /** Relative to the skill. */
  readonly path: string;
  /** Text is valid UTF-8 without NUL; everything else is binary. */
  readonly encoding: "text" | "binary";
  readonly kind: SkillFileKind;
  readonly mediaType: string;
  readonly description?: string;
  /** Estimated tokens; text only. */
  readonly tokens?: number;
}

export interface BodyFacts extends FileDigest {
  /** Offset in UTF-16 units in the document. */
  readonly start: number;
  readonly byteOffset: number;
  readonly line: number;
  readonly lines: number;
  readonly tokens: number;
  readonly placeholders: readonly string[];
}

/** What the bytes of a usable skill decide. */
export interface SkillFacts {
  readonly fields: SkillFields;
  readonly document: FileDigest;
  readonly body: BodyFacts;
  readonly requires: readonly string[];
  readonly files: readonly FileFacts[];
}

/** Facts that only a target reads, and that can be long. */
export interface UnitBulk {
  /** Where substitution tokens may start: `BodyTokens` of the runtime. */
  readonly places?: readonly number[];
}

/** A name in a list of the frontmatter, and where it is. */
export interface WrittenName {
  readonly name: string;
  readonly at?: LineRef;
}

/** The part of a unit that linking reads for every skill. */
export interface LinkRow {
  readonly name?: string;
  readonly namespace?: string;
  readonly description?: string;
  readonly toolsets: readonly WrittenName[];
}

export interface SkillUnit extends FindingGroup {
  readonly format: 1;
  /** Hash of everything that the unit was made of; "" where nothing is hashed. */
  readonly key: string;
  readonly link: LinkRow;
  /** Undefined when the skill cannot be used. */
  readonly facts?: SkillFacts;
  readonly comments: readonly SuppressionComment[];
  /** Where the name and the description are written. */
  readonly at: { readonly name?: LineRef; readonly description?: LineRef };
  readonly bulk?: UnitBulk;
}
