/** Command output is part of the skill, and no one has read it. */
import type { Findings } from "../diagnostics/index.ts";
import type { SkillDocument } from "../model/document.ts";
import type { PreparedBody } from "../prepare/index.ts";
import { reportIn, type ReportAt } from "./context.ts";
import { checkDeceptiveText } from "./security/check.ts";

/** Findings are where the command is. */
export function checkPreparedOutput(
  { source, body }: SkillDocument,
  { text, inert, outcomes }: PreparedBody,
  findings: Findings,
): void {
  const at = reportIn(source, findings);
  const ran = outcomes.filter(({ status }) => status !== "refused");
  for (const [index, output] of inert.entries()) {
    const command = ran[index]?.span ?? { start: 0, end: 0 };
    const span = { start: command.start + body.start, end: command.end + body.start };
    const atCommand: ReportAt = (rule, _span, args) => at(rule, span, args);
    checkDeceptiveText(atCommand, text.slice(output.start, output.end), { path: "SKILL.md" });
  }
}
