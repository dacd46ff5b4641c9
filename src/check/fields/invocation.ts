/** Fields about how a skill is invoked that cancel each other out. */
import type { SkillFields } from "../../model/unit.ts";
import { lastEntry, type FieldContext } from "../context.ts";
import { fieldRules } from "./rules.ts";

export function checkInvocation({ document, at }: FieldContext, typed: SkillFields): void {
  const entryOf = (pattern: RegExp): ReturnType<typeof lastEntry> => lastEntry(document, (key) => pattern.test(key));
  if (typed.disableModelInvocation && !typed.userInvocable) {
    const model = entryOf(/^disable[-_]?model[-_]?invocation$/i);
    const user = entryOf(/^user[-_]?invocable$/i);
    const [first, second] = (model?.keySpan?.start ?? 0) < (user?.keySpan?.start ?? 0) ? [model, user] : [user, model];
    const place = { file: document.source.file, source: document.source };
    const span = first?.value.span;
    at(
      fieldRules["never-invocable"],
      second?.value.span,
      {},
      { labels: span && [{ ...place, span, text: "together with this" }] },
    );
  }
  if (typed.agent !== undefined && typed.context !== "fork") {
    const entry = entryOf(/^agent$/);
    if (entry !== undefined)
      at(fieldRules["agent-without-fork"], entry.value.span ?? entry.keySpan, { agent: typed.agent });
  }
}
