/** Checks hooks: events with lists of handlers. Clients interpret the handlers. */
import type { FieldNode } from "../../../model/fields.ts";
import { editDistance } from "../../../runtime/access.ts";
import { hookEvents } from "../../../runtime/guard/hooks.ts";
import { describeValue, type FieldContext } from "../context.ts";
import { fieldRules } from "./rules.ts";

/** Events of SkillKit 0.3.0, and those that only Claude Code 2.1.330 has. */
const EVENTS: readonly string[] = [
  ...hookEvents.map(([key]) => key),
  "Notification",
  "PermissionRequest",
  "PostToolUseFailure",
  "PreCompact",
  "SessionEnd",
  "SessionStart",
  "Setup",
  "Stop",
  "SubagentStart",
  "SubagentStop",
  "UserPromptSubmit",
];

/** Reports events that nearly are known ones, and events without a list. */
export function checkHooks({ at }: FieldContext, node: FieldNode): void {
  if (node.kind !== "map") return;
  for (const { key, keySpan, value } of node.entries) {
    const nearest = EVENTS.includes(key) ? undefined : EVENTS.find((event) => distance(key, event) <= 2);
    if (nearest !== undefined) at(fieldRules["hook-invalid"], keySpan, { event: key, nearest, found: "" });
    if (value.kind !== "list")
      at(fieldRules["hook-invalid"], value.span ?? keySpan, { event: key, nearest: "", found: describeValue(value) });
  }
}

function distance(one: string, two: string): number {
  const plain = (name: string): string => name.toLowerCase().replaceAll(/[-_]/g, "");
  return editDistance(plain(one), plain(two), 2);
}
