/** Checks invocation fields that cancel each other out. */
import type { SkillFields } from "../../../model/skill.ts";
import { lastEntry, type CheckContext } from "../context.ts";

export function checkInvocation({ skill, at }: CheckContext, typed: SkillFields): void {
  const entryOf = (pattern: RegExp): ReturnType<typeof lastEntry> => lastEntry(skill, (key) => pattern.test(key));
  if (typed.disableModelInvocation && !typed.userInvocable) {
    const model = entryOf(/^disable[-_]?model[-_]?invocation$/i);
    const user = entryOf(/^user[-_]?invocable$/i);
    const [first, second] = (model?.keySpan?.start ?? 0) < (user?.keySpan?.start ?? 0) ? [model, user] : [user, model];
    const place = { file: skill.file, source: skill.source };
    const span = first?.value.span;
    at("never-invocable", second?.value.span, {}, span && [{ ...place, span, text: "together with this" }]);
  }
  if (typed.agent !== undefined && typed.context !== "fork") {
    const entry = entryOf(/^agent$/);
    if (entry !== undefined) at("agent-without-fork", entry.value.span ?? entry.keySpan, { agent: typed.agent });
  }
}
