/** What skillc knows of a system when it compiles: everything in its directory, and nothing elsewhere. */
import type { Profile, ProfileChanges, Provenance } from "../model/profile.ts";
import type { CutRule, SystemCut } from "./cut.ts";

/** A file next to skills that only one system has. */
interface CompanionSign {
  readonly file: "AGENT.md" | "TOOLSET.md";
  /** Matches the start of the file. */
  readonly text?: RegExp;
  /** Whether a directory `skills` with skills must be next to the file. */
  readonly besideSkills?: boolean;
}

/**
 * One of the five systems: its profile with its defects fixed, and what `compat: "exact"` restores. A defect that would
 * break containment or run something is never restored.
 */
export interface System {
  readonly base: "standard" | "lenient";
  /** How it differs from its base. Its name is that of its fields and of its runtime profile, too. */
  readonly changes: ProfileChanges & Pick<Profile, "name">;
  /** How it differs in addition with `compat: "exact"`. */
  readonly exact: ProfileChanges;
  /** The fields that it reads in addition to those of the standard; the label is its name in messages. */
  readonly reader: Provenance & { readonly label: string; readonly fields: readonly string[] };
  /** What gives away that skills were written for it, besides its directories, names with a namespace and bare bodies. */
  readonly signs: {
    readonly sourceKeys?: readonly string[];
    readonly companions?: readonly CompanionSign[];
  };
  /** Finds the frontmatter of a document, for its own style. */
  readonly cut: (text: string, rule: CutRule) => SystemCut;
}
