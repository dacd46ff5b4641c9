/** Clients interpret the handlers of hooks; only their events and lists are checked. */
import { findEntry, type FieldNode, type MapNode } from "../../model/fields.ts";
import { editDistance } from "../../runtime/access.ts";
import { hookEvents } from "../../runtime/guard/hooks.ts";
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

/** Reports misspelled events, and events without a list. */
export function checkHooks({ at: report, loses }: FieldContext, node: FieldNode): void {
  if (node.kind !== "map") return;
  // A hook that never runs forbids nothing.
  const at: typeof report = (...finding) => {
    loses("hooks");
    report(...finding);
  };
  for (const { key, keySpan, value } of node.entries) {
    const nearest = EVENTS.includes(key) ? undefined : EVENTS.find((event) => distance(key, event) <= 2);
    if (nearest !== undefined) at(fieldRules["hook-invalid"], keySpan, { event: key, nearest, found: "" });
    if (value.kind !== "list")
      at(fieldRules["hook-invalid"], value.span ?? keySpan, { event: key, nearest: "", found: describeValue(value) });
    else
      for (const entry of value.items) {
        const fault = entryFault(entry);
        if (fault !== undefined)
          at(fieldRules["hook-entry-invalid"], entry.span ?? keySpan, { event: key, found: fault });
      }
  }
}

/** An entry without handlers does nothing, as its author wrote. */
function entryFault(entry: FieldNode): string | undefined {
  if (entry.kind !== "map") return `is ${describeValue(entry)}, not a mapping`;
  const handlers = findEntry(entry, "hooks")?.value;
  if (handlers === undefined) return findEntry(entry, "type") && "has a handler outside its list hooks";
  if (handlers.kind !== "list") return `has hooks that are ${describeValue(handlers)}, not a list`;
  const broken = handlers.items.find((handler) => handler.kind !== "map" || !hasType(handler));
  return (
    broken &&
    (broken.kind === "map" ? "has a handler without a type" : `has a handler that is ${describeValue(broken)}`)
  );
}

function hasType(handler: MapNode): boolean {
  const type = findEntry(handler, "type")?.value;
  return type?.kind === "scalar" && typeof type.value === "string" && type.value !== "";
}

function distance(one: string, two: string): number {
  const plain = (name: string): string => name.toLowerCase().replaceAll(/[-_]/g, "");
  return editDistance(plain(one), plain(two), 2);
}
