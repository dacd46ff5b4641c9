/** Checks the output of commands: it is part of the skill, but no one has read it. */
import type { PreparedBody } from "../../prepare/index.ts";
import type { ParsedSkill } from "../../model/skill.ts";
import type { CheckOptions } from "./check-options.ts";
import { createContext, type ReportAt } from "./context.ts";
import { checkDeceptiveText } from "./security/check.ts";

/** Searches for secrets and deceptive text; reports findings at the place of the command. */
export function checkPreparedOutput(
  skill: ParsedSkill,
  { text, inert, outcomes }: PreparedBody,
  { profile, report, key }: CheckOptions,
): void {
  const { at } = createContext(skill, profile, report, key);
  const ran = outcomes.filter(({ status }) => status !== "refused");
  for (const [index, output] of inert.entries()) {
    const command = ran[index]?.span ?? { start: 0, end: 0 };
    const span = { start: command.start + skill.body.start, end: command.end + skill.body.start };
    const atCommand: ReportAt = (rule, _span, args) => at(rule, span, args);
    checkDeceptiveText(atCommand, text.slice(output.start, output.end), { path: "SKILL.md" });
  }
}
