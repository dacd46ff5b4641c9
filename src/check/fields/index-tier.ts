/** Checks how a skill wants to be listed in an index: `metadata.index`, or `deferred` of eve. */
import { findEntry } from "../../model/fields.ts";
import { readTier, writtenTier } from "../../model/index-tiers.ts";
import type { SkillFields } from "../../model/unit.ts";
import { lastEntry, type TextContext } from "../context.ts";
import { fieldRules } from "./rules.ts";

/** Reports an unknown tier, and a tier of a skill that is hidden from models. Numbers and lists mean something else. */
export function checkIndexTier({ document, at }: TextContext, fields: SkillFields): void {
  const metadata = lastEntry(document, (key) => key === "metadata")?.value;
  const node = metadata?.kind === "map" ? findEntry(metadata, "index")?.value : undefined;
  const value = node?.kind === "scalar" && typeof node.value === "string" ? node.value : undefined;
  const isWord = value !== undefined && /^[a-z_-]+$/i.test(value);
  if (isWord && readTier(value) === undefined)
    return at(fieldRules["index-tier-invalid"], node?.span, { value, hidden: false });
  const tier = writtenTier(fields);
  if (tier === undefined || !fields.disableModelInvocation) return;
  const place = node ?? lastEntry(document, (key) => key === "deferred")?.value;
  at(fieldRules["index-tier-invalid"], place?.span, { value: tier, hidden: true });
}
