/**
 * The hand-over types of the line: FoundSkill -> ParsedSkill -> CheckedSkill -> SkillRecord. Each phase adds, none
 * changes what it was given. Bytes are in hand up to CheckedSkill; a SkillRecord carries none.
 */
import type { JsonValue, MapNode } from "./fields.ts";
import type { InlinePlace } from "./config.ts";
import type { SourceText, TextSpan } from "./source.ts";
import type { Skill, SkillFileKind } from "../runtime/access.ts";

/** Where a skill came from. */
export interface SkillOrigin {
  readonly kind: "directory" | "inline";
  /** Position in `sources`, from 0. */
  readonly index: number;
}

/** A file inside a skill, not read yet. */
export interface FoundFile {
  /** POSIX path relative to the skill's directory. */
  readonly path: string;
  /** Host path. */
  readonly location: string;
}

/** Something that will not be in the output, and why. `file` is a path as in the catalog. */
export interface Dropped {
  readonly file: string;
  readonly reason: string;
}

export interface FoundSkill {
  readonly origin: SkillOrigin;
  /** Host path of the directory; empty for inline skills. */
  readonly dir: string;
  /** Real path of the directory, to tell copies from the same place reached twice; empty for inline skills. */
  readonly realDir: string;
  /** Name of the directory; undefined when that is not part of the project (the base directory itself). */
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
  /** Directories inside the skill that are skills of their own, relative to it. */
  readonly nested: readonly string[];
  /** Host paths of the directories of all skills of the same source, shared by them; undefined where nothing is known of any. */
  readonly neighbours?: ReadonlySet<string>;
  /** Fields of an inline skill. */
  readonly inline?: { readonly name: string; readonly description: string; readonly place?: InlinePlace };
}

/** A link of a body. */
export interface BodyLink {
  readonly kind: "link" | "image" | "definition" | "html";
  /** Target as written. */
  readonly target: string;
  /** The target's own place when it could be found, else the whole construct. */
  readonly span: TextSpan;
}

/** What a `#fragment` can lead to: a heading, or an element of HTML with an id. */
export interface BodyAnchor {
  /** The fragment without `#`, as GitHub makes it of a heading. */
  readonly slug: string;
  /** The same without the number that tells equal headings apart; "" for HTML. */
  readonly plain: string;
  readonly span: TextSpan;
}

/** A body as the parser leaves it: raw, nothing trimmed. */
export interface Body {
  /** Offset in UTF-16 units in the source text. */
  readonly start: number;
  /** Offset in bytes in the file. */
  readonly byteOffset: number;
  /** 1-based line on which the body starts. */
  readonly line: number;
  readonly text: string;
}

/** The frontmatter's place: the text between the fence lines. */
export interface FrontmatterBlock {
  readonly text: string;
  readonly span: TextSpan;
  /** The opening fence line, without its line ending. */
  readonly fence: TextSpan;
}

export interface ParsedSkill extends FoundSkill {
  readonly source: SourceText;
  readonly frontmatter?: FrontmatterBlock;
  /** The frontmatter as a map; undefined when there is none that can be used. */
  readonly fields?: MapNode;
  readonly body: Body;
  /** In order; none while all that may be links is seen to lead to files of the skill. */
  readonly links: readonly BodyLink[];
  /** In order; undefined while no fragment link is in doubt, which nearly always is so. */
  readonly anchors?: readonly BodyAnchor[];
  /** The fence line of a code block that is never closed and so swallows the rest of the body. */
  readonly openFence?: TextSpan;
  /** Substitution tokens as written, sorted, each once. */
  readonly placeholders: readonly string[];
  readonly hasShellCommands: boolean;
  /** The body holds the output of commands, at these places: it is no longer what is on disk. */
  readonly prepared?: { readonly inert: readonly TextSpan[] };
}

/** What frontmatter says of a skill; the rest of a `Skill` comes from its place, its body and its files. */
type WrittenFields = Omit<Skill, "id" | "path" | "preload" | "requires" | "body" | "files">;

/**
 * The typed fields of a valid skill. Everything unknown is in `extra`, lossless; `namespace` is the one that the name
 * itself holds, where the profile knows such names.
 */
export interface SkillFields extends WrittenFields {
  readonly metadata: Readonly<Record<string, JsonValue>>;
  readonly hooks: Readonly<Record<string, JsonValue>>;
  readonly extra: Readonly<Record<string, JsonValue>>;
  /** Descriptions given by a `files:` list, by path; undefined when the skill has no such list. */
  readonly fileDescriptions?: ReadonlyMap<string, string>;
}

export interface CheckedSkill extends ParsedSkill {
  readonly typed: SkillFields;
}

/** What is known of the bytes of a SKILL.md. */
export interface DocumentDigest {
  readonly bytes: number;
  /** Lower-case hexadecimal SHA-256 of the raw bytes. */
  readonly sha256: string;
}

/** What is known of a file's bytes. */
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

/** A valid skill without its bytes: all that linking and emitting need besides contents pulled by location. */
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
  /** The whole document of a skill whose commands were run: it is on no disk. */
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
    /** Where substitution tokens may start: `BodyTokens` of the runtime. Undefined where nothing looks like one. */
    readonly places?: readonly number[];
  };
  readonly requires: readonly string[];
  readonly files: readonly FileRecord[];
  /** Place of the name, for messages about several skills. */
  readonly nameSpan?: TextSpan;
  readonly descriptionSpan?: TextSpan;
  readonly source: SourceText;
}
