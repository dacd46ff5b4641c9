/**
 * A compiled skill: everything that its own bytes decide, as one JSON value. No host path, no neighbor, no level. What
 * is keyed can be kept, made in another process or on another machine, and linked later.
 */
import type { IndexTier, Skill, SkillFileKind } from "../runtime/access.ts";
import type { EvalFile } from "./evals.ts";
import type { JsonValue } from "./fields.ts";
import type { FindingGroup, LineRef, SuppressionComment } from "./finding.ts";
import type { SkillReference } from "./references.ts";
import type { RestrictingField } from "./restrictions.ts";

/** What frontmatter says about a skill; the rest of a `Skill` comes from its place, its body and its files. */
type WrittenFields = Omit<
  Skill,
  "id" | "path" | "preload" | "index" | "requires" | "dependencies" | "links" | "body" | "files"
>;

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

/**
 * Why frontmatter cannot be used: there is none in a text, or in no text; it is `elsewhere`, such as below other lines; a
 * profile refuses the byte order mark before it; it is never closed, no mapping, no YAML, or its aliases are too many.
 */
export type FrontmatterFault =
  | "absent"
  | "empty"
  | "elsewhere"
  | "bom"
  | "unterminated"
  | "not-mapping"
  | "invalid"
  | "aliases"
  | "too-large"
  | "encoding";

/** What reading frontmatter came to. */
export type FrontmatterState =
  | { readonly state: "read" }
  /** `isByLine`: only what single lines say is read. */
  | { readonly state: "repaired"; readonly isByLine?: true }
  | { readonly state: "unread"; readonly faults: readonly FrontmatterFault[] };

export interface UnreadableFile {
  /** Relative to the skill. */
  readonly path: string;
  readonly detail: string;
}

export interface OpenaiYaml {
  /** Whether Codex offers the skill to its model; absent if the file does not say. */
  readonly allowsImplicit?: boolean;
  /** Codex ignores the whole file. */
  readonly isInvalid?: true;
}

/** What the bytes of any skill decide, whether it can be used or not. */
export interface ReadingFacts {
  readonly frontmatter: FrontmatterState;
  /** Restrictions that are written and cannot be applied, in the order of being found, each once. */
  readonly unusable: readonly RestrictingField[];
  /** Restrictions that are written where no field is read: in frontmatter that is no YAML, in the text of an inline skill. */
  readonly restricts: readonly RestrictingField[];
  /** Whether the name has a namespace: `files:read`. */
  readonly isQualified: boolean;
  readonly unreadable: readonly UnreadableFile[];
  /** Paths of eval files that do not ship, relative to the skill; absent if there are none. */
  readonly withheld?: readonly string[];
  /** What `agents/openai.yaml` says, which only Codex reads; absent without the file. */
  readonly openaiYaml?: OpenaiYaml;
}

/** What the bytes of a usable skill decide. */
export interface SkillFacts {
  readonly fields: SkillFields;
  readonly document: FileDigest;
  readonly body: BodyFacts;
  readonly requires: readonly string[];
  readonly files: readonly FileFacts[];
  /** Fields, as written, that the standard does not have, and `allowed-tools` if it is a list; absent without any. */
  readonly nonstandard?: readonly string[];
}

/** Facts that only a target reads, and that can be long. */
export interface UnitBulk {
  /** Where substitution tokens may start: `BodyTokens` of the runtime. */
  readonly places?: readonly number[];
  /** Absent without eval files. */
  readonly evals?: readonly EvalFile[];
  /** Paths of files in the places of eval files that have no form of one; absent if there are none. */
  readonly otherEvals?: readonly string[];
}

/** A name in a list of the frontmatter, and where it is. */
export interface WrittenName {
  readonly name: string;
  readonly at?: LineRef;
}

/** A skill that a trigger test expects, and where that is written. */
export interface ExpectedSkill {
  /** Absent for the skill itself, which no model sees. */
  readonly name?: string;
  readonly file: string;
  readonly at?: LineRef;
}

/** A link or a path in a text file of a skill to a place outside it. */
export interface OutsideLink {
  /** The text file, relative to the skill. */
  readonly file: string;
  /** Where it leads, relative to the skill: `../_shared/rules.md`. */
  readonly to: string;
  /** As written, without a fragment. */
  readonly written: string;
  /** The path as written, in UTF-16 units of the whole file. */
  readonly start: number;
  readonly end: number;
  /** It is a code span, in which nothing is escaped. */
  readonly isCode?: true;
  /** It is not a link, so a copy of the skill has it as it is: in a script, or in another text. */
  readonly stays?: "script" | "text";
}

/** The part of a unit that linking reads for every skill. */
export interface LinkRow {
  /** Undefined, as the description, when the skill cannot be used. */
  readonly name?: string;
  readonly namespace?: string;
  readonly description?: string;
  readonly whenToUse?: string;
  /** Whether the model may not load it: `disable-model-invocation`. */
  readonly hidden?: true;
  /** Whether Codex does not offer it to its model: `agents/openai.yaml` says so. */
  readonly hiddenInCodex?: true;
  /** How an index lists it, as it says itself; absent for `listed`. */
  readonly tier?: IndexTier;
  readonly toolsets: readonly WrittenName[];
  /** Absent where no trigger test of the skill expects another one. */
  readonly expects?: readonly ExpectedSkill[];
  /** Absent where the skill names no other one. */
  readonly references?: readonly SkillReference[];
  /** Absent without any, and where no directory is shared. */
  readonly outside?: readonly OutsideLink[];
  /**
   * Two numbers for each of the facts' files that is compared with those of other skills, in their order: its bytes, and what
   * stands for them: of its SHA-256, or a sample below 0 where nothing is hashed. Absent without any.
   */
  readonly files?: readonly number[];
}

export interface UsableUnit extends SkillUnit {
  readonly link: LinkRow & Required<Pick<LinkRow, "name" | "description">>;
  readonly facts: SkillFacts;
}

/** Nothing but the facts is read by later phases: findings are only written. */
export interface SkillUnit extends FindingGroup {
  readonly format: 2;
  /** Hash of everything that the unit was made of; "" where nothing is hashed. */
  readonly key: string;
  readonly link: LinkRow;
  readonly reading: ReadingFacts;
  /** Undefined when the skill cannot be used. */
  readonly facts?: SkillFacts | undefined;
  readonly comments: readonly SuppressionComment[];
  /** Where the name and the description are written. */
  readonly at: { readonly name?: LineRef; readonly description?: LineRef };
  readonly bulk?: UnitBulk | undefined;
}
