import type { Findings } from "../diagnostics/index.ts";
import { compileFilter } from "../paths/index.ts";
import type { UserConfig } from "./user-config.ts";
import { formatPath, type ConfigPath, type PlaceOf } from "./config-path.ts";
import { describeUnknown } from "./finding-arguments.ts";
import { configRules } from "./rules.ts";

export function checkPatterns(patterns: readonly string[], path: ConfigPath, place: PlaceOf, findings: Findings): void {
  for (const [index, pattern] of patterns.entries()) {
    const { error } = compileFilter(pattern);
    if (error === undefined) continue;
    const where = formatPath([...path, index]);
    findings.add(configRules["pattern-invalid"], place([...path, index]), {
      pattern,
      where,
      detail: withoutPattern(error, pattern),
    });
  }
}

/** Pairs, because any string is a legal name. */
export function resolveViews(
  views: NonNullable<UserConfig["views"]>,
  place: PlaceOf,
  findings: Findings,
): readonly (readonly [name: string, patterns: readonly string[]])[] {
  return Object.entries(views).map(([view, value]) => {
    const at = place(["views", view]);
    // Only a view named `__proto__` gets here: the schema does not see it.
    if (!isView(value)) {
      const args = { key: formatPath(["views", view]), expected: "a string or a list", actual: describeUnknown(value) };
      findings.add(configRules["config-invalid-value"], at, args);
      return [view, []];
    }
    const patterns = typeof value === "string" ? [value] : value;
    for (const [index, pattern] of patterns.entries()) {
      const { error } = compileFilter(pattern);
      const part = typeof value === "string" ? at : place(["views", view, index]);
      if (error !== undefined)
        findings.add(configRules["view-pattern-invalid"], part, { view, detail: withoutPattern(error, pattern) });
    }
    return [view, patterns];
  });
}

function isView(value: unknown): boolean {
  return typeof value === "string" || (Array.isArray(value) && value.every((one) => typeof one === "string"));
}

/** The message or the location shows the pattern already. */
function withoutPattern(error: string, pattern: string): string {
  return error.replace(`pattern "${pattern}": `, "");
}
