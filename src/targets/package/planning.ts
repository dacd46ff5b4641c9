/** What the parts of the plan of a package share. */
import type { Findings } from "../../diagnostics/index.ts";
import type { LinkedSkill } from "../../model/linked.ts";
import type { FrontmatterForm } from "../../model/package.ts";
import type { TargetPlace } from "../target.ts";
import type { OpenDocument } from "./document.ts";

/** How skills are written. */
export interface SkillForm {
  /** Name of the target. */
  readonly target: string;
  readonly frontmatter: FrontmatterForm;
  /** The name of each skill in the package. */
  readonly names: (skills: readonly LinkedSkill[]) => readonly string[];
  /** Whether the package says nothing of the namespace of a skill. */
  readonly losesNamespace: boolean;
  /** Whether skills are in archives: then no git repository limits their files, and some readers lose modes. */
  readonly isArchive?: true;
}

/** A skill as a package contains it. */
export interface PlannedSkill {
  readonly skill: LinkedSkill;
  /** Also of its directory. */
  readonly name: string;
  /** The text of the file that hides it in Codex; undefined if it has none, or its own is enough. */
  readonly codexFile?: string;
}

/** A plan on its way. */
export interface Planning {
  readonly form: SkillForm;
  readonly place: TargetPlace;
  readonly findings: Findings;
  /** Returns the text of a skill's document. */
  readonly open: (skill: LinkedSkill) => OpenDocument;
}
