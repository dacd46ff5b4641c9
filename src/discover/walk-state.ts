import type { Findings } from "../diagnostics/index.ts";
import type { CompanionKind } from "../model/companion.ts";
import type { Host } from "../model/host.ts";
import type { LeftOut } from "../model/skill.ts";
import type { DiscoveryRule } from "../profiles/index.ts";
import type { IgnoreFiles } from "./ignore-files.ts";
import type { KnownWalk, OuterDirectory } from "./known-walk.ts";
import type { OuterLink } from "./links-outside-skills.ts";
import type { ProjectSearch } from "./project-search.ts";

export interface WalkedSkill {
  /** Path relative to the source directory; "" for the source directory itself. */
  readonly relative: string;
  readonly dir: string;
  readonly realDir: string;
  /** Real paths of files that are links, or below linked directories, by path; others are below `realDir`. */
  realPaths: Map<string, string> | undefined;
  /** Host path of the package or plugin that it is in; undefined if there is none below the source. */
  readonly packageDir: string | undefined;
  /** Name of its SKILL.md as spelled on disk; `FLAT_DOCUMENT` for a single file. */
  readonly document: string;
  readonly files: string[];
  readonly leftOut: LeftOut[];
  readonly nested: string[];
  readonly findings: Findings;
}

export interface WalkOptions {
  readonly host: Host;
  readonly symlinks: "refuse" | "inside";
  readonly skillFileCase: "exact" | "any";
  readonly rule: DiscoveryRule;
  /** Whether Markdown files in directories of skills are skills. */
  readonly flatFiles: boolean;
  /** Host path of the package that the source is in, if it is known. */
  readonly packageDir: string | undefined;
  /** Absolute paths that are never entered: the output directory, as written and as a real path. */
  readonly forbidden: readonly string[];
  readonly ignoreFiles: IgnoreFiles;
  /** Undefined for sources that are taken as they are. */
  readonly search?: ProjectSearch | undefined;
  /** What need not be walked; undefined for nothing. */
  readonly known?: KnownWalk | undefined;
  /** Whether no skill of a directory is wanted, so that it need not be readable. */
  readonly isExcluded: (relative: string) => boolean;
  readonly findings: Findings;
  readonly drop: (path: string, reason: string) => void;
  readonly outerLink: (link: OuterLink) => void;
  readonly pruned: (relative: string) => void;
  readonly flat: (file: string) => void;
  /** Called for agents and toolsets outside any skill, with their path below the source and real path. */
  readonly companion: (kind: CompanionKind, relative: string, real: string) => void;
}

export interface Walk {
  readonly options: WalkOptions;
  /** Host path of the source, and its real path. */
  readonly root: string;
  readonly realRoot: string;
  readonly skills: WalkedSkill[];
}

export interface Visit extends OuterDirectory {
  readonly realDir: string;
  /** Only if the skills there do not count. */
  readonly testData?: string | undefined;
  /** The innermost skill above. */
  readonly owner: WalkedSkill | undefined;
  /** Real paths from the source directory down to here: a link to one of them is a cycle. */
  readonly ancestors: readonly string[];
}

export function below(skill: WalkedSkill, relative: string): string {
  return skill.relative === "" ? relative : relative.slice(skill.relative.length + 1);
}
