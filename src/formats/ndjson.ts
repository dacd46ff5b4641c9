import { escapeJsonText } from "./display-text.ts";
import type { Formatter } from "./formatter.ts";
import { summaryRecord, toRecord } from "./json.ts";

/**
 * Prints one finding per line, each the same object as in `json`, so that a program can start before the end. The last
 * line, which is never missing, is `{"summary":…}`.
 */
export const formatNdjson: Formatter = ({ diagnostics, summary }) =>
  [...diagnostics.map(toRecord), { summary: summaryRecord(summary) }]
    .map((line) => `${escapeJsonText(JSON.stringify(line))}\n`)
    .join("");
