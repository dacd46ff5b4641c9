/** Files that several skills link to: a directory of them, and what of it a skill gets. */
import type { SharedRoot } from "./config.ts";
import type { FileFacts } from "./unit.ts";

/** A directory of shared files, as it was read. Paths are relative to it. */
export interface SharedFolder extends Pick<SharedRoot, "dir" | "as"> {
  /** By path, sorted. */
  readonly files: ReadonlyMap<string, FileFacts>;
  /** The files that a text file links to. */
  readonly links: ReadonlyMap<string, readonly string[]>;
  /** Its place in `shared` of the config. */
  readonly index: number;
}

/** A shared file as a skill has it. */
export interface SharedFile extends FileFacts {
  /** Path of the file that it is, as in the catalog. */
  readonly from: string;
}

/** A path in a text of a skill that a copy of the skill needs to have otherwise. */
export interface LinkRewrite {
  /** Relative to the skill. */
  readonly file: string;
  /** UTF-16 units of the whole file. */
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** What a skill gets of shared directories. */
export interface SharedParts {
  readonly files: readonly SharedFile[];
  /** Paths as written in its texts, and what they are among its files. */
  readonly links: Readonly<Record<string, string>>;
  readonly rewrites: readonly LinkRewrite[];
}
