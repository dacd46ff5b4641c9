/**
 * The types passed between phases: FoundSkill -> ParsedSkill -> CheckedSkill -> SkillRecord. Each phase adds fields and
 * changes none. The types include bytes up to CheckedSkill; a SkillRecord has none.
 */
import type { JsonValue, MapNode } from "./fields.ts";
import type { InlinePlace } from "./config.ts";
import type { SourceText, TextSpan } from "./source.ts";
import type { Skill, SkillFileKind } from "../runtime/access.ts";

/** The origin of a skill. */
export interface SkillOrigin {
  readonly kind: "directory" | "inline";
  /** Position in `sources`, from 0. */
  readonly index: number;
}

/** A file inside a skill that is not read yet. */
export interface FoundFile {
  /** POSIX path relative to the skill's directory. */
  readonly path: string;
  /** Host path. */
  readonly location: string;
}

/** Something left out of the output, with the reason. `file` is a path as in the catalog. */
export interface Dropped {
  readonly file: string;
  readonly reason: string;
}

export interface FoundSkill {
  readonly origin: SkillOrigin;
  /** Host path of the directory; empty for inline skills. */
  readonly dir: string;
  /** Real path of the directory, to distinguish copies from one directory reached twice; empty for inline skills. */
  readonly realDir: string;
  /** Name of the directory; undefined if it is not part of the project (the base directory itself). */
  readonly dirName: string | undefined;
  /** Path of the SKILL.md as shown in messages; for inline skills the config file. */
  readonly file: string;
  /** Path of the SKILL.md as written into the catalog: relative to the base directory, never absolute. */
  readonly catalogFile: string;
  /** Virtual path of the skill's directory; "" for inline skills. */
  readonly path: string;
  readonly preload: boolean;
  readonly namespace?: string;
  /** The SKILL.md as it is on disk; for inline skills the instructions. */
  readonly bytes: Uint8Array;
  /** Files that ship with the skill, sorted by path in code units; without the SKILL.md. */
  readonly files: readonly FoundFile[];
  /** Paths inside the skill that exist but do not ship, with the reason. */
  readonly leftOut: readonly { readonly path: string; readonly reason: string }[];
  /** Directories inside the skill that are separate skills, relative to it. */
  readonly nested: readonly string[];
  /** Host paths of the directories of all skills in the same source; undefined if unknown. */
  readonly neighbours?: ReadonlySet<string>;
  /** Fields of an inline skill. */
  readonly inline?: { readonly name: string; readonly description: string; readonly place?: InlinePlace };
}

/** A link in a body. */
export interface BodyLink {
  readonly kind: "link" | "image" | "definition" | "html";
  /** Target as written. */
  readonly target: string;
  /** The place of the target if known, else of the whole construct. */
  readonly span: TextSpan;
}

/** A target of a `#fragment`: a heading, or an HTML element with an id. */
export interface BodyAnchor {
  /** The fragment without `#`, as GitHub creates it from a heading. */
  readonly slug: string;
  /** The fragment without the number that distinguishes equal headings; "" for HTML. */
  readonly plain: string;
  readonly span: TextSpan;
}

/** A raw, untrimmed body. */
export interface Body {
  /** Offset in UTF-16 units in the source text. */
  readonly start: number;
  /** Offset in bytes in the file. */
  readonly byteOffset: number;
  /** 1-based line on which the body starts. */
  readonly line: number;
  readonly text: string;
}

/** The place of the frontmatter: the text between the fence lines. */
export interface FrontmatterBlock {
  readonly text: string;
  readonly span: TextSpan;
  /** The opening fence line, without its line ending. */
  readonly fence: TextSpan;
}

export interface ParsedSkill extends FoundSkill {
  readonly source: SourceText;
  readonly frontmatter?: FrontmatterBlock;
  /** The frontmatter as a mapping; undefined if there is no usable frontmatter. */
  readonly fields?: MapNode;
  readonly body: Body;
  /** Links in order; empty if everything that may be a link certainly points to files of the skill. */
  readonly links: readonly BodyLink[];
  /** Anchors in order; undefined if no fragment link is in doubt, which is the usual case. */
  readonly anchors?: readonly BodyAnchor[];
  /** The fence line of a code block that is never closed and contains the rest of the body. */
  readonly openFence?: TextSpan;
  /** Distinct substitution tokens as written, sorted. */
  readonly placeholders: readonly string[];
  readonly hasShellCommands: boolean;
  /** Places of command output in the body, which differs from the file on disk. */
  readonly prepared?: { readonly inert: readonly TextSpan[] };
}

/** The fields of a `Skill` from its frontmatter; the others come from its place, its body and its files. */
type WrittenFields = Omit<Skill, "id" | "path" | "preload" | "requires" | "body" | "files">;

/**
 * The typed fields of a valid skill. Unknown fields are in `extra` without loss; `namespace` is the one in the name
 * itself, if the profile supports such names.
 */
export interface SkillFields extends WrittenFields {
  readonly metadata: Readonly<Record<string, JsonValue>>;
  readonly hooks: Readonly<Record<string, JsonValue>>;
  readonly extra: Readonly<Record<string, JsonValue>>;
  /** Descriptions in a `files:` list, by path; undefined if the skill has no such list. */
  readonly fileDescriptions?: ReadonlyMap<string, string>;
}

export interface CheckedSkill extends ParsedSkill {
  readonly typed: SkillFields;
}

/** Properties of the bytes of a SKILL.md. */
export interface DocumentDigest {
  readonly bytes: number;
  /** Lower-case hexadecimal SHA-256 of the raw bytes. */
  readonly sha256: string;
}

/** Properties of the bytes of a file. */
export interface FileDigest extends DocumentDigest {
  /** Text is valid UTF-8 without NUL; everything else is binary. */
  readonly encoding: "text" | "binary";
  /** Estimated tokens; text only. */
  readonly tokens?: number;
}

export interface FileRecord extends FileDigest {
  readonly path: string;
  readonly location: string;
  readonly kind: SkillFileKind;
  readonly mediaType: string;
  readonly description?: string;
}

/** A valid skill without its bytes: everything that linking and emitting need, except contents, which are read by location. */
export interface SkillRecord {
  readonly typed: SkillFields;
  readonly namespace?: string;
  readonly origin: SkillOrigin;
  readonly realDir: string;
  readonly file: string;
  readonly catalogFile: string;
  readonly path: string;
  readonly preload: boolean;
  /** Where the raw SKILL.md is read again; empty for inline skills. */
  readonly location: string;
  /** The text of an inline skill. */
  readonly inlineText?: string;
  /** The whole document of a skill whose commands were run; it does not exist on disk. */
  readonly preparedText?: string;
  /** Digest of the whole SKILL.md. */
  readonly document: DocumentDigest;
  readonly body: {
    readonly start: number;
    readonly byteOffset: number;
    readonly line: number;
    readonly bytes: number;
    readonly lines: number;
    readonly tokens: number;
    readonly sha256: string;
    readonly placeholders: readonly string[];
    /** Where substitution tokens may start: `BodyTokens` in the runtime. Undefined if nothing looks like a token. */
    readonly places?: readonly number[];
  };
  readonly requires: readonly string[];
  readonly files: readonly FileRecord[];
  /** Place of the name, for messages about several skills. */
  readonly nameSpan?: TextSpan;
  readonly descriptionSpan?: TextSpan;
  readonly source: SourceText;
}
