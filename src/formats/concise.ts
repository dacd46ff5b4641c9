import { escapeText } from "./display-text.ts";
import { placeText, profileText, unsuppressed } from "./finding-texts.ts";
import type { Formatter } from "./formatter.ts";

/** Prints one line per finding, in the form of compilers and `grep`: `file:line:column: severity code rule: message`. */
export const formatConcise: Formatter = ({ diagnostics }) =>
  unsuppressed(diagnostics)
    .map((found) => {
      const place = placeText(found);
      const finding = `${found.severity} ${found.code} ${found.rule}: ${found.message}${profileText(found)}`;
      return `${escapeText(place === "" ? finding : `${place}: ${finding}`)}\n`;
    })
    .join("");
