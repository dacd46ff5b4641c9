import { escapeText } from "./display-text.ts";
import type { Formatter } from "./format-index.ts";

/** One line per finding, in the form that editors and `grep` know: `file:line:column: severity code rule: message`. */
export const formatConcise: Formatter = ({ diagnostics }) =>
  diagnostics
    .map(({ file, span, severity, code, rule, message }) => {
      const place = span === undefined ? file : `${file}:${span.start.line}:${span.start.column}`;
      const finding = `${severity} ${code} ${rule}: ${message}`;
      return `${escapeText(place === "" ? finding : `${place}: ${finding}`)}\n`;
    })
    .join("");
