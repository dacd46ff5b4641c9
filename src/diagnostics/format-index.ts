/**
 * The registry of report formats: one printer per file, all of one signature.
 *
 * Takes: diagnostics in the order in which they are to be printed. Gives: text that ends with a line feed, or "".
 * Never: sorts, reads a file, or asks the terminal; lets a control character of a source through. Suppressed findings
 * are printed only by the formats that can say so: json, ndjson and sarif.
 */
import type { Diagnostic } from "../model/diagnostic.ts";
import { formatAgent } from "./format-agent.ts";
import { formatConcise } from "./format-concise.ts";
import { formatGithub } from "./format-github.ts";
import { formatGitlab } from "./format-gitlab.ts";
import { formatJson } from "./format-json.ts";
import { formatJunit } from "./format-junit.ts";
import { formatMarkdown } from "./format-markdown.ts";
import { formatNdjson } from "./format-ndjson.ts";
import { formatPretty } from "./format-pretty.ts";
import { formatSarif } from "./format-sarif.ts";

/** What a printer is given. */
export interface FormatInput {
  /** In the order in which they are to be printed, the suppressed ones included. */
  readonly diagnostics: readonly Diagnostic[];
  /** How many skills were looked at, and how many findings of each severity there are that are not suppressed. */
  readonly summary: {
    readonly skills: number;
    readonly errors: number;
    readonly warnings: number;
    readonly infos: number;
    /** Findings with a safe fix. */
    readonly fixable?: number;
    readonly suppressed?: number;
  };
  /** Version of skillc, for formats that name the tool. */
  readonly version?: string;
  /** Print every finding, also when a file has many of one rule. */
  readonly all?: boolean;
  readonly color: boolean;
  /** Columns of the terminal; a frame never gets narrower than 20. */
  readonly width: number;
}

/**
 * A printer.
 *
 * @returns text that ends with a line feed, or "" when there is nothing to say.
 */
export type Formatter = (input: FormatInput) => string;

/**
 * Every printer by the name that `--format` takes.
 *
 * @example
 * formats.get("concise")?.({ diagnostics, summary, color: false, width: 80 })
 */
export const formats: ReadonlyMap<string, Formatter> = new Map<string, Formatter>([
  ["pretty", formatPretty],
  ["concise", formatConcise],
  ["agent", formatAgent],
  ["json", formatJson],
  ["ndjson", formatNdjson],
  ["github", formatGithub],
  ["gitlab", formatGitlab],
  ["sarif", formatSarif],
  ["junit", formatJunit],
  ["markdown", formatMarkdown],
]);

/** The names of all formats, the default first. */
export const formatNames: readonly string[] = [...formats.keys()];
