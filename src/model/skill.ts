/**
 * A skill as discovery hands it on: what there is to compile (`SkillInput`), and where it came from (`SkillPlace`).
 * Compiling reads the first and knows nothing of the second.
 */
import type { InlinePlace, InlineSource } from "./config.ts";
import type { FindingGroup } from "./finding.ts";
import type { Host, HostFailure } from "./host.ts";
import type { WrittenTier } from "./index-tiers.ts";
import type { FileDigest } from "./unit.ts";

export interface FileBytes {
  readonly bytes: Uint8Array;
  /** Lower-case hexadecimal SHA-256; "" where nothing is hashed. */
  readonly sha256: string;
}

/** A file that is read in pieces, from the first to the last; its size and digest come last. */
export type FilePieces = Generator<Uint8Array, FileDigest | HostFailure>;

/** Something inside a skill that does not ship, and why. */
export interface LeftOut {
  /** Relative to the skill; a directory ends with "/". */
  readonly path: string;
  readonly reason: string;
}

/**
 * Name of the document of a skill that is a single Markdown file, `skills/deploy.md`: the file itself stands for the directory of
 * the skill, so that every skill has a directory of its own, in which nothing else can be.
 */
export const FLAT_DOCUMENT = ".";

/** What one skill consists of. Paths are POSIX and relative to its directory. */
export interface SkillInput {
  /** Name of the directory, or of a single file without its ending; undefined when that is not part of the project (the base directory itself). */
  readonly dirName?: string | undefined;
  /** Name of the SKILL.md as spelled on disk; `FLAT_DOCUMENT` for a skill that is a single file. */
  readonly document: string;
  /** Fields of an inline skill; its document holds the instructions alone. */
  readonly inline?: Pick<InlineSource, "name" | "description" | "fields">;
  /** Files that ship with the skill, sorted by path in code units; without the document. */
  readonly files: readonly string[];
  readonly leftOut: readonly LeftOut[];
  /** Directories inside the skill that are skills themselves. */
  readonly nested: readonly string[];
  /** Files that are too large to be read whole, by path, with a function that reads one in pieces. */
  readonly large?: ReadonlyMap<string, () => FilePieces>;
  /** Reads the document or a file. */
  read(path: string): FileBytes | HostFailure;
  /** Returns the SHA-256 of the document or a file that need not be read for that; undefined for any other. */
  digest?(path: string): string | undefined;
}

interface SkillOrigin {
  readonly kind: "directory" | "inline";
  /** Position in `sources`, from 0. */
  readonly index: number;
}

/** What is known of a skill besides its bytes. */
export interface SkillPlace {
  readonly origin: SkillOrigin;
  /** Host path of the directory, or of the single file; "" for inline skills. */
  readonly dir: string;
  /** Real path of the directory, to tell copies from the same directory reached twice; "" for inline skills. */
  readonly realDir: string;
  /** Host path of the package or plugin that contains the skill; a check treats each as a namespace. */
  readonly packageDir?: string;
  /** Path of the SKILL.md as shown in messages; for inline skills the config file. */
  readonly file: string;
  /** Path of the SKILL.md as written into the catalog: relative to the base directory, never absolute. */
  readonly catalogFile: string;
  /** Virtual path of the skill's directory; "" for inline skills. */
  readonly path: string;
  readonly preload: boolean;
  /** How an index lists it, where the config says so. */
  readonly index?: WrittenTier;
  readonly namespace?: string;
  /** Where an inline skill is written in the config. */
  readonly inline?: InlinePlace;
}

export interface FoundSkill {
  readonly input: SkillInput;
  readonly place: SkillPlace;
  /** What discovery found in the skill's directory; files are relative to the base directory. */
  readonly found: FindingGroup;
  /** Whether a file is larger than what an output embeds without being asked for. */
  readonly isOversized?: true;
  /** Whether its document or a file is a link, or below a linked directory. */
  readonly hasLinks?: true;
  /** Answers what is in its directory and around it; undefined for an inline skill. */
  readonly disk?: Pick<Host, "status">;
}

/** The reason of a skill that `include` or `exclude` of its source hides. */
export const NOT_SELECTED = "not selected by include and exclude";

/** Something that will not be in the output, and why. `file` is a path as in the catalog. */
export interface Dropped {
  readonly file: string;
  readonly reason: string;
}
