import type { Report } from "../../diagnostics/index.ts";
import type { Profile } from "../../profiles/index.ts";

export interface CheckOptions {
  readonly profile: Profile;
  readonly report: Report;
  /** Key under which the findings of the skill are collected. */
  readonly key: string;
  /** Names of the tools that the application has; undefined when nobody said. */
  readonly offeredTools?: readonly string[] | undefined;
}
