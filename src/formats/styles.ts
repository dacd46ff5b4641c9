import type { Severity } from "../model/diagnostic.ts";

export type Style = (text: string) => string;

export interface Styles {
  readonly severity: Readonly<Record<Severity, Style>>;
  readonly strong: Style;
  /** Gutters, arrows and the marks of related places. */
  readonly frame: Style;
}

/** Returns the colors of a report, or none. The caller checks whether the terminal supports colors. */
export function createStyles(color: boolean): Styles {
  // Only the sixteen basic colors follow the theme of a terminal.
  const style =
    (codes: string): Style =>
    (text) =>
      color && text !== "" ? `\u001B[${codes}m${text}\u001B[0m` : text;
  return {
    severity: { error: style("1;31"), warning: style("1;33"), info: style("1;36") },
    strong: style("1"),
    frame: style("1;34"),
  };
}
