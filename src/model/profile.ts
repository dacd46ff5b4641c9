/** The form of a profile. Data only; the levels per profile are in the rules. */
import type { Duplicates, OnInvalid } from "./config.ts";
import type { RuntimeProfileName } from "../runtime/profile/index.ts";

export type LengthUnit = "code-points" | "utf-8-bytes" | "utf-16";

/** How a reader trims a body: not at all, at both ends, or as PHP does after replacing line ends by LF. */
export type TextReading = "raw" | "trimmed" | "php-trimmed";

/** The source of a statement, and the day on which it was read. */
export interface Provenance {
  readonly source: string;
  /** ISO date. */
  readonly read: string;
}

/** How a profile was checked: by running what it describes, by its source code, or by its documentation alone. */
export type Proof = "run" | "source" | "documentation";

/** What a reader gets of a value; `texts` is a list of strings, `strings` a mapping of strings, `nothing` a null not written. */
export type ValueKind = "string" | "number" | "boolean" | "list" | "texts" | "mapping" | "strings" | "null" | "nothing";

/** Parts of YAML 1.2 that some readers refuse. */
export type YamlConstruct =
  | "empty key"
  | "indented colon"
  | "indented mapping"
  | "end of a document"
  | "mapping in braces"
  | "pair in brackets"
  | "tag";

/** Rules of a standard, a client or a system for skills. */
export interface Profile extends Provenance {
  readonly proof: Proof;
  readonly name: string;
  /** Where a rule's level comes from when the rule does not name this profile: another profile, or `systems`. */
  readonly levelsFrom?: string;
  /**
   * Rules whose findings make the reader leave the skill out: errors under this profile. `name: other` means only the more
   * severe or milder form of a rule, `name: plain` only that without it.
   */
  readonly refuses: readonly string[];
  /** Description of the profile for people. */
  readonly label: string;
  /** Who refuses what the profile refuses; default: what the label says. */
  readonly who?: string;
  /** Defaults of the settings with the same names. */
  readonly onInvalid: OnInvalid;
  readonly duplicates: Duplicates;
  /** Directories to search if no source is given, before the usual ones. */
  readonly directories: readonly string[];
  /** Environment variable that replaces all sources; `-` in it, or as a source, disables them. */
  readonly directoryVariable?: string;
  readonly discovery: DiscoveryRule;
  readonly frontmatter: FrontmatterRule;
  readonly naming: NameRule;
  readonly description: DescriptionRule;
  readonly lengthUnit: LengthUnit;
  readonly maxCompatibilityLength: number;
  /** What counts as empty. `blank`: also a string of whitespace; `none`: only the empty string. */
  readonly emptyText: "blank" | "none";
  /** `text`: an unquoted `null` or `~` is a string, as in a reader that supports only strings. */
  readonly nullWords: "text" | "empty";
  /**
   * How a value becomes the string of a field. `strings`: only strings do. `typed`: a number as JavaScript writes it. `source`:
   * lists and mappings too, as written. `one-line`: mappings too, and whitespace is one space. `javascript`: what `String()`
   * makes of any value. `failsafe`: every scalar is a string, as written.
   */
  readonly scalars: "as-written" | "php" | "strings" | "typed" | "source" | "one-line" | "javascript" | "failsafe";
  /** `text`: a number with a leading zero is a string. */
  readonly zeros: "numbers" | "text";
  readonly booleans: "words" | "php";
  /** `closed`: only the six fields of the standard. `no-scalars`: others too, as lists and mappings. */
  readonly fields: "open" | "closed" | "no-scalars";
  /** Reader in the table of fields whose fields are accepted; undefined for those of all readers. */
  readonly reads?: string;
  /** The only forms of fields that the reader accepts; null counts as absent. */
  readonly forms: Readonly<Record<string, "list" | "text-or-list" | "scalar">>;
  /** The only kinds of value of a field with which the reader loads a skill. */
  readonly kinds: Readonly<Record<string, readonly ValueKind[]>>;
  readonly tools: ToolReading;
  /** `strings`: scalars become strings, as written. */
  readonly metadata: "strings" | "any";
  /**
   * `noted`: an unquoted date is reported, because YAML 1.1 readers do not read it as a string. `typed`: the reader is one
   * of them. `typed-numbers`: also for numbers as 1_000 and 1:30. `typed-noted`: both.
   */
  readonly dates: "text" | "noted" | "typed" | "typed-numbers" | "typed-noted";
  /** How a reader trims the body; the catalog keeps the bytes. */
  readonly body: TextReading;
  /** The runtime profile that the skills have in an application: it decides which tokens of a body are replaced. */
  readonly runtime: { readonly name: RuntimeProfileName; readonly compat?: "exact" };
  /** Whether eval files that nothing in the skill names ship like other files. */
  readonly evalFiles: "left-out" | "shipped";
  /** Which files count as resources, in which order. */
  readonly resources: "all" | "conventional-directories";
  /** `as-written`: a mount is not normalized, and may be absolute. */
  readonly mounts: "normalised" | "as-written";
  /** The system whose text replaces a failed command, unless the config chooses one. */
  readonly markers: "cognesy" | "skillkit";
  /** `marker`: a command that fails costs its output, not the skill, also with `onInvalid: "skip"`. */
  readonly failedCommands: "error" | "marker";
  /** `as-written`: a source outside the directory of the config is mounted under its path as written. */
  readonly outsideSources: "refuse" | "as-written";
  /** `absent`: an empty `mountAs` counts as none, as in lists that Go writes. */
  readonly emptyMounts: "refuse" | "absent";
  /** Whether an inline skill must have a description and instructions. */
  readonly inlineTexts: "required" | "optional";
  /** Whether the rules check inline skills. */
  readonly inlineSkills: "checked" | "unchecked";
  /** `applied`: a skill that `agents/openai.yaml` hides from the model is hidden, unless its SKILL.md says otherwise. */
  readonly openaiPolicy: "applied" | "ignored";
  /** Bytes of a SKILL.md that the reader reads; undefined without a limit. */
  readonly documentBytes?: number;
  /** Limits of an upload; undefined without any. */
  readonly limits?: UploadLimits;
  /** Clients whose listings of all skills are checked, named as in `skillc list --as codex`. */
  readonly listings: readonly string[];
}

/** The rule for which directories of a source are skills. */
export interface DiscoveryRule {
  /** Patterns over the skill's directory relative to the source (`.` is the source itself); undefined: everywhere. */
  readonly places?: readonly string[];
  /** `lower-case-too`: `skill.md` in a directory without `SKILL.md`. `any`: every spelling, several in one tree too. */
  readonly documents: "exact" | "lower-case-too" | "any";
  readonly dotDirectories: "enter" | "skip";
  /** Directories of tools, such as `node_modules` and `.git`. */
  readonly toolDirectories: "skip" | "enter";
  /** A SKILL.md that is a symbolic link to a file inside the source. */
  readonly linkedDocuments: "as-configured" | "read";
  /** Exact copies of a skill in several directories: one skill, or as many as there are directories. */
  readonly copies: "merge" | "keep";
  /** A source directory that does not exist. */
  readonly missingSource: "error" | "empty";
  /** A source, or a whole build, without any skill; `allowEmpty` in the config takes precedence for the build. */
  readonly noSkills: "reported" | "accepted";
  /** A source directory that is a symbolic link and not followed. */
  readonly linkedSource: "error" | "empty";
  /** `kit`: the name of a directory that contains `skills/` is the namespace of the skills below it. */
  readonly namespaces: "source" | "kit";
  /** Files next to skills. `carnet`: `AGENT.md` and `TOOLSET.md`, which name skills; `kit`: the `AGENT.md` of a kit. */
  readonly companions: "none" | "carnet" | "kit";
}

export interface FrontmatterRule {
  /** How a document is divided into frontmatter and body: `lines`, or the style of one of the systems. */
  readonly style: string;
  /** `refuse`: a byte order mark hides the frontmatter. */
  readonly byteOrderMark: "accept" | "refuse";
  /** `lf`: a CR is part of its line, which hides the frontmatter; only the SkillKit style reads this. `lf-or-crlf`: a lone CR is. */
  readonly lineEnds: "any" | "lf" | "lf-or-crlf";
  /**
   * `exact`: whitespace after the opening hyphens hides the frontmatter. `white`: none does, not even a no-break space.
   * `trimmed`: whitespace before them does not either. `blank`: nor do blank lines. `start`: what follows them on their line is part of the frontmatter. `four`: all but one character of it.
   */
  readonly opening: "line" | "exact" | "white" | "trimmed" | "blank" | "start" | "four";
  /**
   * `start`: a line that only starts with three hyphens closes the frontmatter. `trimmed`: an indented one does. `exact`:
   * nothing but a line end may follow them. `anywhere`: they close it wherever they are.
   */
  readonly closing: "line" | "start" | "trimmed" | "exact" | "anywhere";
  /** `line`: the closing hyphens need a line end after them. `open`: the end of the document closes the frontmatter too. */
  readonly end: "fence" | "line" | "open";
  /** `indent`: a tab indents like a space. `spaces`: every tab is two spaces. */
  readonly tabs: "refuse" | "indent" | "spaces";
  /** What the YAML reader refuses, unlike YAML 1.2, and causes of errors for which it does not. */
  readonly yaml: { readonly refused: readonly YamlConstruct[]; readonly accepted: readonly string[] };
  /**
   * `refuse`: control characters make the frontmatter invalid, as in YAML 1.2. `refuse-breaks`: so do U+0085 and U+2028.
   * `refuse-nul`: only NUL does.
   */
  readonly controlCharacters: "accept" | "refuse" | "refuse-breaks" | "refuse-nul";
  /**
   * What is read between the fences. `cut`: without the line end before the closing one. `cut-lf`: without its LF.
   * `trimmed`: without any whitespace at both ends.
   */
  readonly edges: "kept" | "cut" | "cut-lf" | "trimmed";
  /**
   * What happens to frontmatter that is not valid YAML. `repair`: the value that breaks it is quoted; if that fails, the
   * whole document is the body. `body`: the whole document is the body. `lines`: name and description are what their lines
   * contain, continued lines included, and both must be there. `values`: a repair; if that fails, every line of a key is
   * read by itself.
   */
  readonly broken: "refuse" | "repair" | "body" | "lines" | "values";
  /** Values that a repair may quote: a row of the table in yaml-repair.ts. */
  readonly repairs: "colons" | "all-colons" | "spaced-colons" | "texts" | "unquoted" | "any";
  /** The rule that reports a successful repair. */
  readonly repaired: "yaml-repaired" | "yaml-invalid";
}

/** The form of a name. The rules contain the message and the level of each fault. */
export interface NameRule {
  readonly missing: "refuse" | "directory";
  /** `directory`: the directory is the name, whatever the field says. */
  readonly reads: "field" | "directory";
  /** Characters that the reader replaces by hyphens. */
  readonly replaced: string;
  /** `free`: any string is a name. `segment`: any without slashes and control characters. */
  readonly form: "checked" | "free" | "segment";
  /** `strings`: a name that is not a string needs no form. */
  readonly checks: "all" | "strings";
  /** In the profile's unit. */
  readonly maxLength: number;
  /** Whitespace around the name is ignored. */
  readonly trim: boolean;
  /** The name is checked after Unicode normalization (NFKC). */
  readonly normalize: boolean;
  /** Characters allowed in addition to letters, digits and the hyphen. */
  readonly extra: string;
  /** `unmixed`: single ones, or single underscores. */
  readonly hyphens: "single" | "free" | "unmixed";
  readonly start: "any" | "letter" | "alphanumeric";
  /** `namespace:name` is a name; both parts must have the form. */
  readonly qualified: boolean;
}

interface DescriptionRule {
  /**
   * `first-line`: the first line of the body that is not a heading; `first-lines`: up to three of them in a row;
   * `first-text`: headings count too.
   */
  readonly missing: "refuse" | "first-line" | "first-lines" | "first-text" | "empty";
  /** What an empty string is: no description, or a description. */
  readonly empty: "missing" | "kept";
  /** In the profile's unit. */
  readonly maxLength: number;
}

/**
 * How `allowed-tools` is read. `tokens`: any form; separators inside parentheses do not count. `items`: a list, each
 * item one tool; a string is a fault. `cognesy`: a list as it is; a string split at commas, or at spaces without commas.
 */
export type ToolReading = "tokens" | "items" | "cognesy";

export interface UploadLimits {
  /** Files of one skill, its SKILL.md included. */
  readonly files?: number;
  /** Bytes of all files of one skill. */
  readonly bytes?: number;
  /** Bytes of one file. */
  readonly fileBytes?: number;
  /** Owner of the limits, for the message. */
  readonly whose: string;
  /** Group of rules that report the limits. */
  readonly by: "mcp" | "upload";
}

/** Differences of a profile from another one: of its parts, only what differs. */
export interface ProfileChanges extends Partial<Omit<Profile, "discovery" | "frontmatter" | "naming" | "description">> {
  readonly discovery?: Partial<DiscoveryRule>;
  readonly frontmatter?: Partial<FrontmatterRule>;
  readonly naming?: Partial<NameRule>;
  readonly description?: Partial<DescriptionRule>;
}
