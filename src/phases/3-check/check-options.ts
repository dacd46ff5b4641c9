import type { Report } from "../../diagnostics/index.ts";
import type { Profile } from "../../profiles/index.ts";

export interface CheckOptions {
  readonly profile: Profile;
  readonly report: Report;
  /** Key of the skill in the report. */
  readonly key: string;
  /** Names of the tools that the application offers; undefined if not configured. */
  readonly offeredTools?: readonly string[] | undefined;
}
