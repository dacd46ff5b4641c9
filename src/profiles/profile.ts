/** What a profile says. Data only; severities by profile are in the table of messages. */
import type { Duplicates, OnInvalid } from "../model/config.ts";
import type { LengthUnit, TextReading } from "./texts.ts";

/** A document that says so, and the day it was read. */
export interface Provenance {
  readonly source: string;
  /** ISO date. */
  readonly read: string;
}

/** What a standard, a client or a system accepts. */
export interface Profile extends Provenance {
  readonly name: string;
  /** Where a rule's level comes from when the rule does not name this profile: another profile, or `systems`. */
  readonly levelsFrom?: string;
  /** For people: what the profile stands for. */
  readonly label: string;
  /** Defaults of the settings of the same names. */
  readonly onInvalid: OnInvalid;
  readonly duplicates: Duplicates;
  /** Where skills are looked for when nobody says where, before the usual directories. */
  readonly directories: readonly string[];
  /** An environment variable that takes the place of all sources; `-` in it, or as a source, means no skills. */
  readonly directoryVariable?: string;
  readonly discovery: DiscoveryRule;
  readonly frontmatter: FrontmatterRule;
  readonly naming: NameRule;
  readonly description: DescriptionRule;
  readonly lengthUnit: LengthUnit;
  readonly maxCompatibilityLength: number;
  /** What counts as no text: also blanks, or only the empty text. */
  readonly emptyText: "blank" | "none";
  /** `text`: an unquoted `null` or `~` is that text, as for a reader that knows only texts. */
  readonly nullWords: "text" | "empty";
  /** How a scalar becomes the text of a field: as it is written, or by the casts of PHP. */
  readonly scalars: "as-written" | "php";
  readonly booleans: "words" | "php";
  /** `closed`: only the six fields of the standard. */
  readonly fields: "open" | "closed";
  /** Reader in the table of fields whose fields count; undefined where all readers' do. */
  readonly reads?: string;
  /** Fields of which the reader refuses every other form; null counts as absent. */
  readonly forms: Readonly<Record<string, "list" | "text-or-list" | "scalar">>;
  readonly tools: ToolReading;
  /** `strings`: scalars become the text that is written. */
  readonly metadata: "strings" | "any";
  /** `noted`: an unquoted date is told, because readers of YAML 1.1 do not take it for text. */
  readonly dates: "text" | "noted";
  /** What a reader makes of the body; the catalog keeps the bytes. */
  readonly body: TextReading;
  /** Which files count as resources, in which order. */
  readonly resources: "all" | "conventional-directories";
  /** `as-written`: a mount is neither normalised nor refused for being absolute. */
  readonly mounts: "normalised" | "as-written";
  /** Whether names and texts of inline skills are held to the rules. */
  readonly inlineSkills: "checked" | "unchecked";
  /** Limits of an upload; undefined where there are none. */
  readonly limits?: UploadLimits;
}

/** Which directories of a source are skills. */
export interface DiscoveryRule {
  /** Patterns over the skill's directory relative to the source (`.` is the source itself); undefined: everywhere. */
  readonly places?: readonly string[];
  /** `lower-case-too`: `skill.md` where there is no `SKILL.md`. `any`: every spelling, also several in one tree. */
  readonly documents: "exact" | "lower-case-too" | "any";
  readonly dotDirectories: "enter" | "skip";
  /** Directories of tools, such as `node_modules` and `.git`. */
  readonly toolDirectories: "skip" | "enter";
  /** A SKILL.md that is a symbolic link to a file inside the source. */
  readonly linkedDocuments: "as-configured" | "read";
  /** A source directory that does not exist. */
  readonly missingSource: "error" | "empty";
  /** A source directory that is a symbolic link and not followed. */
  readonly linkedSource: "error" | "empty";
  /** `kit`: a directory with `skills/` in it gives its name to the skills below as their namespace. */
  readonly namespaces: "source" | "kit";
  /** Files beside the skills that name skills and toolsets: `AGENT.md`, `TOOLSET.md`. */
  readonly companions: "none" | "carnet";
}

/** How a document is cut into frontmatter and body; the styles are in 2-parse. */
export type FrontmatterStyle = "lines" | "promptkit" | "skillkit" | "cognesy" | "gray-matter" | "fizeau";

export interface FrontmatterRule {
  readonly style: FrontmatterStyle;
  /** `refuse`: a byte order mark hides the frontmatter. */
  readonly byteOrderMark: "accept" | "refuse";
  /** `lf`: a CR is part of its line, which hides the frontmatter. Only the style of SkillKit asks. */
  readonly lineEnds: "any" | "lf";
  /** `refuse`: control characters make the frontmatter no YAML, as YAML 1.2 has it. */
  readonly controlCharacters: "accept" | "refuse";
  /**
   * Frontmatter that is no valid YAML. `repair`: the value that breaks it is quoted, else the text is a bare body.
   * `body`: the whole text is the body.
   */
  readonly broken: "refuse" | "repair" | "body";
  /** What is reported when a repair helped. */
  readonly repaired: "yaml-repaired" | "yaml-invalid";
}

/** The form of a name. What is said about each fault, and how bad it is, is in the table of messages. */
export interface NameRule {
  readonly missing: "refuse" | "directory";
  /** `free`: any text is a name. */
  readonly form: "checked" | "free";
  /** In the profile's unit. */
  readonly maxLength: number;
  /** Blanks around the name do not count. */
  readonly trim: boolean;
  /** The name is held to the rules after Unicode normalisation (NFKC). */
  readonly normalize: boolean;
  /** Characters besides letters, digits and the hyphen. */
  readonly extra: "" | "_";
  readonly hyphens: "single" | "free";
  readonly start: "any" | "letter";
  /** `namespace:name` is a name too; both halves have the form. */
  readonly qualified: boolean;
}

export interface DescriptionRule {
  readonly missing: "refuse" | "first-line" | "empty";
  /** In the profile's unit. */
  readonly maxLength: number;
}

/**
 * How `allowed-tools` is read. `tokens`: any form, separators inside of parentheses spared. `items`: a list, each
 * item one tool; a text is a fault. `cognesy`: a list as it is; a text split at commas, without any at blanks.
 */
export type ToolReading = "tokens" | "items" | "cognesy";

export interface UploadLimits {
  /** Files of one skill, its SKILL.md included. */
  readonly files?: number;
  /** Bytes of all files of one skill. */
  readonly bytes?: number;
  /** Bytes of one file. */
  readonly fileBytes?: number;
  /** Whose limits they are, for the message. */
  readonly whose: string;
  /** Rules that report a limit of files or bytes of a skill. */
  readonly by: "mcp" | "upload";
}
