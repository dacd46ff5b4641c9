import type { Diagnostic } from "../../model/diagnostic.ts";
import type { Summary } from "../../api/outcome.ts";
import { escapeJsonText } from "../../formats/display-text.ts";
import type { Step } from "./step.ts";

export interface InitOutcome {
  readonly exitCode: number;
  /** Relative to the project; undefined if nothing was written. */
  readonly created?: readonly string[];
  readonly changed?: readonly string[];
  readonly summary?: Summary;
}

interface InitResult {
  readonly steps: readonly Step[];
  readonly notBuilt: readonly Diagnostic[];
  readonly outcome: InitOutcome;
}

export function initDocument({ steps, notBuilt, outcome }: InitResult): string {
  const { exitCode, created, changed, summary } = outcome;
  return toText({
    ok: exitCode === 0,
    applied: created !== undefined,
    // The bytes of new files are on the disk, or will be.
    steps: steps.map((step) => ({ ...step, bytes: undefined, isShown: undefined, text: undefined })),
    created: created ?? [],
    changed: changed ?? [],
    notBuilt: notBuilt.map(({ file, message }) => ({ file, message })),
    ...(summary && { build: { skills: summary.skills, errors: summary.errors, warnings: summary.warnings } }),
  });
}

export function faultDocument(message: string): string {
  return toText({ ok: false, message });
}

function toText(value: unknown): string {
  return escapeJsonText(JSON.stringify(value, null, 2));
}
