/**
 * The registry of report formats: one printer per file, all with the same signature.
 *
 * Takes: diagnostics in the order of printing. Gives: text that ends with a line feed, or "". Never: sorts, reads a
 * file, queries the terminal or passes a control character of a source through. Only the formats with a field for
 * suppressions print suppressed findings: json, ndjson and sarif.
 */
import { formatAgent } from "./agent.ts";
import { formatConcise } from "./concise.ts";
import { formatGithub } from "./github.ts";
import { formatGitlab } from "./gitlab.ts";
import { formatJson } from "./json.ts";
import { formatJunit } from "./junit.ts";
import { formatMarkdown } from "./markdown.ts";
import { formatNdjson } from "./ndjson.ts";
import { formatPretty } from "./pretty.ts";
import { formatSarif } from "./sarif.ts";
import type { Formatter } from "./formatter.ts";
import type { FormatName } from "./load-format.ts";

const printers: Readonly<Record<FormatName, Formatter>> = {
  pretty: formatPretty,
  concise: formatConcise,
  agent: formatAgent,
  json: formatJson,
  ndjson: formatNdjson,
  github: formatGithub,
  gitlab: formatGitlab,
  sarif: formatSarif,
  junit: formatJunit,
  markdown: formatMarkdown,
};

/**
 * Every printer by its `--format` name.
 *
 * @example
 * formats.get("concise")?.({ diagnostics, summary, color: false, width: 80 })
 */
export const formats: ReadonlyMap<string, Formatter> = new Map<string, Formatter>(Object.entries(printers));

export type { Formatter, FormatInput } from "./formatter.ts";

export { formatNames } from "./load-format.ts";
