import { appendItem, setMember, type EditResult } from "./json-text.ts";
import type { EditStep, Step } from "./step.ts";

/** By POSIX path relative to the project. */
export interface RenderedPlan {
  readonly create: ReadonlyMap<string, Uint8Array>;
  readonly change: ReadonlyMap<string, { readonly before: string; readonly after: string }>;
}

/** Keys of package.json after which a new section goes; the first that exists counts. */
const ORDER: Readonly<Record<string, readonly string[]>> = {
  imports: ["exports", "types", "main", "type", "version", "name"],
  scripts: ["imports", "exports", "types", "main", "type", "version", "name"],
};

/**
 * Applies steps to texts without writing; steps about one file follow one another.
 *
 * @param read Returns the text of a file of the project; undefined if it does not exist.
 * @returns the new contents, or why a file cannot be changed.
 */
export function renderPlan(
  steps: readonly Step[],
  read: (path: string) => string | undefined,
): RenderedPlan | { readonly fault: string } {
  const create = new Map<string, Uint8Array>();
  const change = new Map<string, { readonly before: string; readonly after: string }>();
  for (const step of steps) {
    const { path } = step;
    if (step.kind === "paste" || step.kind === "build") continue;
    if (step.kind === "create") {
      create.set(path, step.bytes);
      continue;
    }
    const before = change.get(path)?.before ?? read(path);
    const edited = edit(change.get(path)?.after ?? before ?? "", step);
    if ("fault" in edited) return { fault: `${path} cannot be changed: ${edited.fault}` };
    if (before === undefined) create.set(path, new TextEncoder().encode(edited.text));
    else change.set(path, { before, after: edited.text });
  }
  return { create, change };
}

function edit(text: string, step: EditStep): EditResult {
  switch (step.kind) {
    case "member":
      return setMember(text, step.at, step.value, ORDER[step.at[0] ?? ""]);
    case "item":
      return appendItem(text, step.at, step.value);
    case "lines":
      return { text: withLines(text, step.lines) };
    case "text":
      return { text: step.text };
  }
}

function withLines(text: string, lines: readonly string[]): string {
  const newline = text.includes("\r\n") ? "\r\n" : "\n";
  const start = text === "" || text.endsWith("\n") ? "" : newline;
  return `${text}${start}${lines.join(newline)}${newline}`;
}
