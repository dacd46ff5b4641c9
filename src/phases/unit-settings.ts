/** What a unit depends on besides the skill. */
import type { ProfileBehavior } from "../profiles/index.ts";

/** What decides about a unit besides the skill itself. */
export interface UnitSettings {
  readonly profile: ProfileBehavior;
  /** Names of the tools that the application has; undefined when that is unknown. */
  readonly tools?: readonly string[] | undefined;
  /** `bare`: the text of the document is the body, the name of its directory the name. */
  readonly form?: "bare";
}

/** How digests and keys are made; without it units have none. */
export interface UnitHashing {
  /** Lower-case hexadecimal SHA-256. */
  readonly hash: (data: Uint8Array | string) => string;
  /** The build of skillc; part of every key. */
  readonly build: string;
}
