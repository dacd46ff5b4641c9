/** The lock of the `skills` command line names sources but pins none of them. */
import { compareCodeUnits } from "../paths/index.ts";
import { parseSkillRef } from "./parse-ref.ts";
import { isRefFault, type GithubRef, type RefFault, type SkillRef } from "./skill-ref.ts";
import { isObject, parseJson } from "../model/json.ts";

export interface SkillsCliEntry {
  readonly name: string;
  readonly ref: SkillRef | RefFault;
  /** In the source. */
  readonly skillPath: string | undefined;
  /** SHA-256 over paths and contents of the skill's files. */
  readonly computedHash: string | undefined;
}

/** Undefined for any other text. */
export function parseSkillsCliLock(text: string): readonly SkillsCliEntry[] | undefined {
  const parsed = parseJson(text);
  const skills = isObject(parsed) ? parsed["skills"] : undefined;
  if (!isObject(skills)) return undefined;
  return Object.entries(skills)
    .toSorted(([one], [two]) => compareCodeUnits(one, two))
    .map(([name, value]) => toEntry(name, isObject(value) ? value : {}));
}

function toEntry(name: string, value: Readonly<Record<string, unknown>>): SkillsCliEntry {
  const text = (key: string): string | undefined => {
    const written = value[key];
    return typeof written === "string" && written !== "" ? written : undefined;
  };
  const source = text("source") ?? "";
  const rev = text("ref");
  const isGithub = text("sourceType") === "github" || text("sourceType") === undefined;
  const address = isGithub ? source : (text("sourceUrl") ?? source);
  const base = parseSkillRef(address);
  const ref = rev === undefined || isRefFault(base) ? base : withRevision(base, address, rev);
  return { name, ref, skillPath: text("skillPath"), computedHash: text("computedHash") };
}

function withRevision(base: SkillRef, address: string, rev: string): SkillRef | RefFault {
  if (base.kind !== "github" && base.kind !== "git") return base;
  // Parsed together, so that the revision is checked like any other.
  const checked = parseSkillRef(`git+https://github.com/x/x#${rev}`);
  if (isRefFault(checked)) return { ...checked, at: address.length };
  return { ...(base as GithubRef), rev };
}
