/** What linking reads of a skill, for every skill: a few texts and bits. */
import { writtenTier } from "../model/index-tiers.ts";
import type { LinkRow, OpenaiYaml, SkillFields } from "../model/unit.ts";

/** Returns the row of a skill, without what is found elsewhere; without fields, that of a skill that cannot be used. */
export function toLinkRow(fields: SkillFields | undefined, openai: OpenaiYaml = {}): Omit<LinkRow, "toolsets"> {
  if (fields === undefined) return {};
  const { name, namespace, description, whenToUse, disableModelInvocation } = fields;
  const tier = writtenTier(fields);
  return {
    name,
    ...(namespace === undefined ? {} : { namespace }),
    description,
    ...(whenToUse === undefined ? {} : { whenToUse }),
    ...(disableModelInvocation && { hidden: true as const }),
    ...(openai.allowsImplicit === false && { hiddenInCodex: true as const }),
    ...(tier !== undefined && { tier }),
  };
}
