/** What every printer is given and returns. */
import type { Diagnostic } from "../model/diagnostic.ts";

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
