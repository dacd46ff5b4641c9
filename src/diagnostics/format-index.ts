/**
 * The registry of report formats: one printer per file, all of one signature.
 *
 * Takes: diagnostics in the order in which they are to be printed. Gives: text that ends with a line feed, or "".
 * Never: sorts, filters, reads a file, or asks the terminal; lets a control character of a source through.
 */
import type { Diagnostic } from "../model/diagnostic.ts";
import { formatConcise } from "./format-concise.ts";
import { formatGithub } from "./format-github.ts";
import { formatJson } from "./format-json.ts";
import { formatPretty } from "./format-pretty.ts";

/** What a printer is given. */
export interface FormatInput {
  /** In the order in which they are to be printed. */
  readonly diagnostics: readonly Diagnostic[];
  /** How many skills were looked at, and how many findings of each severity there are. */
  readonly summary: {
    readonly skills: number;
    readonly errors: number;
    readonly warnings: number;
    readonly infos: number;
  };
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
  ["json", formatJson],
  ["github", formatGithub],
]);

/** The names of all formats, the default first. */
export const formatNames: readonly string[] = [...formats.keys()];
