/** What services accept of an uploaded skill. */
import { findProfile } from "../../profiles/index.ts";
import type { UploadLimits } from "../../model/profile.ts";
import type { ZipOptions } from "../../model/package.ts";

/** A service that takes archives of skills. */
export interface Service {
  readonly limits: UploadLimits;
  /** Parts of a name that it rejects. */
  readonly reservedWords: readonly string[];
  /** Whether it rejects tags in the description. */
  readonly rejectsTags: boolean;
  /** Whether a second SKILL.md, in any case, is rejected. */
  readonly hasOneDocument: boolean;
}

/** By value of the option `for`. The sizes are those of the profile with the same name. */
const RULES: Readonly<Record<Exclude<ZipOptions["for"], "any">, Omit<Service, "limits">>> = {
  "anthropic-api": { reservedWords: ["anthropic", "claude"], rejectsTags: true, hasOneDocument: false },
  "openai-api": { reservedWords: [], rejectsTags: false, hasOneDocument: true },
};

/** Returns what a service accepts; undefined for archives that are for any reader. */
export function serviceOf(name: ZipOptions["for"]): Service | undefined {
  const limits = name === "any" ? undefined : findProfile(name)?.limits;
  return name === "any" || limits === undefined ? undefined : { ...RULES[name], limits };
}
