/** Files next to skills that name skills and toolsets: Carnet's `AGENT.md` and `TOOLSET.md`. */
import type { FindingGroup } from "./finding.ts";
import type { WrittenName } from "./unit.ts";

export type CompanionKind = "agent" | "toolset";

export interface FoundCompanion {
  readonly kind: CompanionKind;
  /** As shown in messages. */
  readonly file: string;
  /** As in the catalog. */
  readonly catalogFile: string;
  readonly bytes: Uint8Array;
}

export interface Companion extends Omit<FoundCompanion, "bytes"> {
  readonly name: string;
  readonly description: string;
  readonly body: string;
  /** Skills that an agent has from the start, and those that it may load. */
  readonly initialSkills: readonly WrittenName[];
  readonly skills: readonly WrittenName[];
  /** The model of an agent, as written. */
  readonly model?: string;
  /** Its skills are those below its directory, because it lists none (SkillKit). */
  readonly ownsKit?: true;
  /** Domain tools of a toolset. */
  readonly tools: readonly string[];
  /** What was found in the file, and the lines that its names refer to. */
  readonly found: FindingGroup;
}
