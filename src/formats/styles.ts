import type { Severity } from "../model/diagnostic.ts";

/** Paints a text that is already safe to print. */
export type Style = (text: string) => string;

/** The few colours of a report. */
export interface Styles {
  readonly severity: Readonly<Record<Severity, Style>>;
  readonly strong: Style;
  /** Gutters, arrows and the marks of related places. */
  readonly frame: Style;
}

/**
 * The colours of a report, or none at all. Whether a terminal wants colours is for the caller to find out.
 *
 * @example
 * createStyles(true).severity.error("error") // red and bold
 */
export function createStyles(color: boolean): Styles {
  // One of the sixteen basic colours each, because only these follow the theme of a terminal.
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
