/** Other files that name skills and toolsets: Carnet `AGENT.md` and `TOOLSET.md`. */
import type { MapNode } from "./fields.ts";
import type { SourceText, TextSpan } from "./source.ts";

export type CompanionKind = "agent" | "toolset";

export interface FoundCompanion {
  readonly kind: CompanionKind;
  /** As shown in messages. */
  readonly file: string;
  /** As in the catalog. */
  readonly catalogFile: string;
  readonly bytes: Uint8Array;
}

export interface ParsedCompanion {
  readonly kind: CompanionKind;
  readonly file: string;
  readonly catalogFile: string;
  readonly source: SourceText;
  readonly fields: MapNode;
  readonly fence: TextSpan;
  readonly body: string;
}

/** A name in a companion, and its place. */
export interface NamedThing {
  readonly name: string;
  readonly span?: TextSpan;
}

/** A valid companion. */
export interface Companion {
  readonly kind: CompanionKind;
  readonly file: string;
  readonly catalogFile: string;
  readonly source: SourceText;
  readonly name: string;
  readonly description: string;
  readonly body: string;
  /** Skills that an agent has from the start, and those that it may load. */
  readonly initialSkills: readonly NamedThing[];
  readonly skills: readonly NamedThing[];
  /** Domain tools of a toolset. */
  readonly tools: readonly string[];
}
