/** Tools that a skill needs and the application does not have. */
import type { SkillFields } from "../../model/unit.ts";
import { lastEntry, type FieldContext } from "../context.ts";
import { toolRules } from "./rules.ts";

/** Tools that the application does not have; a pattern such as `Bash(git:*)` means the tool before the parenthesis. */
export function checkOfferedTools(
  { document, at }: FieldContext,
  typed: SkillFields,
  offered: readonly string[] | undefined,
): void {
  if (offered === undefined) return;
  const span = lastEntry(document, (key) => /^allowed[-_]?tools$/i.test(key))?.value.span;
  for (const tool of new Set(typed.allowedTools))
    if (!offered.includes(tool) && !offered.includes(tool.replace(/\(.*$/s, "")))
      at(toolRules["tool-not-offered"], span, { tool, tools: offered.join(", ") });
}
