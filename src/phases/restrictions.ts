/** Finds restrictions of a skill that would not apply if the skill were kept. */
import type { RestrictingField } from "../model/restrictions.ts";
import type { FrontmatterFault } from "../model/unit.ts";
import { parseRules } from "../parse/rules.ts";
import type { RunSkill } from "./run.ts";

export interface Restrictions {
  /** Names of the rules because of which the frontmatter cannot be read. */
  readonly unread: readonly string[];
  /** Restricting fields whose values cannot be used. */
  readonly lost: readonly RestrictingField[];
}

/** Returns the restrictions of a skill that cannot be applied; undefined if there are none. */
export function lostRestrictions({ input, unit }: RunSkill): Restrictions | undefined {
  if (unit === undefined) return undefined;
  const { frontmatter, restricts, unusable } = unit.reading;
  // Nearly all skills.
  if (frontmatter.state !== "unread" && restricts.length + unusable.length === 0) return undefined;
  const faults = frontmatter.state === "unread" ? frontmatter.faults : [];
  const unread = [...new Set(faults.flatMap((fault) => RULES[fault]?.name ?? []))];
  if (unread.length > 0 && input.inline === undefined) return { unread, lost: restricts };
  const isRead = input.inline !== undefined || frontmatter.state !== "unread";
  const lost = [...new Set([...(isRead ? restricts : []), ...unusable])];
  return lost.length === 0 ? undefined : { unread: [], lost };
}

/** The rule that tells each fault; because of another one, no restrictions are searched for. */
const RULES: Readonly<Partial<Record<FrontmatterFault, { readonly name: string }>>> = {
  absent: parseRules["frontmatter-missing"],
  empty: parseRules["frontmatter-missing"],
  elsewhere: parseRules["frontmatter-missing"],
  bom: parseRules["frontmatter-missing"],
  unterminated: parseRules["frontmatter-unterminated"],
  "not-mapping": parseRules["frontmatter-not-mapping"],
  invalid: parseRules["yaml-invalid"],
  aliases: parseRules["yaml-alias-limit"],
  "too-large": parseRules["frontmatter-too-large"],
};
