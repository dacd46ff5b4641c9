import type { Findings } from "../../diagnostics/index.ts";
import type { LinkedSkill } from "../../model/linked.ts";
import type { FrontmatterForm } from "../../model/package.ts";
import type { TargetPlace } from "../target.ts";
import type { CodexPolicy } from "./codex-policy.ts";
import type { ReadDocument } from "./document.ts";

export interface SkillForm {
  readonly target: string;
  readonly frontmatter: FrontmatterForm;
  /** The profile of the readers: what is an error under it is one of the package. Undefined if they take any skill. */
  readonly profile: string | undefined;
  /** Returns why the readers cannot use a name, if they are stricter than their profile. */
  readonly nameFault?: (name: string) => string | undefined;
  /** Where clients look for skills that are the sources, with a slash at its end: nothing of them is written or changed. */
  readonly inPlace?: string | undefined;
  /** Whether a skill has its own name, whatever the names of the others. */
  readonly keepsNames?: boolean;
  /** Whether the package says the namespace of a skill. */
  readonly keepsNamespace?: boolean;
  /** Whether skills are in archives: then no git repository limits their files, and some readers lose modes. */
  readonly isArchive?: true;
  /** Whether clients have all skills of a package, each next to the others. */
  readonly hasSiblings?: true;
  /** Whether each skill is uploaded alone. */
  readonly isUpload?: boolean;
}

/** A restriction that a package cannot keep. */
export interface WeakRestriction {
  /** The field that is the reason, as in the frontmatter. */
  readonly field: string;
  readonly reason: string;
  /** What makes the package keep it; empty if nothing does. */
  readonly fix: string;
  /** The author wants the skill to be left out. */
  readonly isMeant?: true;
  /** Two files of the skill contradict each other, so that leaving it out could be as wrong as writing it. */
  readonly isInDoubt?: true;
}

export interface PlannedSkill {
  readonly skill: LinkedSkill;
  /** Also of its directory. */
  readonly name: string;
  /** What hides it in Codex in addition to its own files; undefined if nothing has to. */
  readonly codex?: CodexPolicy | undefined;
  /** A restriction that the package cannot keep, although it contains the skill. */
  readonly weak?: WeakRestriction | undefined;
}

export interface LeftSkill {
  readonly skill: LinkedSkill;
  readonly why: WeakRestriction;
  /** Whether the config can have it written all the same. */
  readonly isForcible: boolean;
}

export interface Planning {
  readonly form: SkillForm;
  readonly place: TargetPlace;
  readonly findings: Findings;
  readonly open: OpenSkill;
}

export type OpenSkill = (skill: LinkedSkill) => ReadDocument;
