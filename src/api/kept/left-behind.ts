/** What one run of a command leaves for the next one, and what that has besides. */
import type { Contents } from "../../contents/index.ts";
import type { StoredBytes } from "../../engine/stored-bytes.ts";
import type { Config } from "../../model/config.ts";
import type { Host } from "../../model/host.ts";
import type { SavedSkills } from "./saved-skills.ts";

/** What a run has left. */
export interface LeftBehind {
  readonly discovery: StoredBytes;
  readonly units: StoredBytes;
  /** JSON of an `EditBase`; empty where there is none. */
  readonly edits: StoredBytes;
  /** The columns of its catalog; empty where there is none. */
  readonly columns: StoredBytes;
  /** Its findings, and where each starts. */
  readonly findings: StoredBytes;
  readonly starts: StoredBytes;
  /** What it came to, without findings. */
  readonly result: object;
}

/** What a run leaves. */
export type LeavesBehind = Readonly<Record<"discovery" | "units" | "edits" | "columns", StoredBytes>>;

/** What a run has to go by. */
export interface TrailNow {
  /** Undefined if it is invalid. */
  readonly config: Config | undefined;
  readonly host: Host;
  readonly contents: Contents;
  /** The skills of earlier runs. */
  readonly saved: Pick<SavedSkills, "block" | "files" | "pieces" | "of" | "replace" | "use" | "save"> | undefined;
  /** Absolute path that the paths of the config are relative to. */
  readonly base: string;
}
