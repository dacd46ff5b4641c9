/** Files that several skills link to: a directory of them, and what of it a skill gets. */
import type { SharedRoot } from "./config.ts";
import type { ContentHandle } from "./content-handle.ts";
import type { FileFacts, OutsideLink } from "./unit.ts";

/** A directory of shared files, as it was read. Paths are relative to it. */
export interface SharedFolder extends Pick<SharedRoot, "dir" | "as" | "scripts"> {
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
  readonly staying: readonly StayingPath[];
}

/** A path of a shared directory that stays as it is in a copy of the skill. */
export interface StayingPath extends Pick<OutsideLink, "file" | "written" | "start" | "end"> {
  readonly isScript: boolean;
  /** The shared directory. */
  readonly dir: string;
  /** What keeps the path right next to a copy of the skill; undefined if the config does not ask for it. */
  readonly copy?: SharedCopy | undefined;
}

/** A shared directory that packages have next to skills. */
export interface SharedCopy {
  /** Of the directory. */
  readonly name: string;
  /** Whether it is next to the skill in the sources. */
  readonly isNext: boolean;
  /** Their paths are relative to the directory. */
  readonly files: readonly (ContentHandle & Pick<FileFacts, "path">)[];
}
