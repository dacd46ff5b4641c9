import type { Diagnostic } from "../model/diagnostic.ts";

export interface FormatInput {
  /** The diagnostics in the order of printing, including suppressed ones. */
  readonly diagnostics: readonly Diagnostic[];
  /** How many skills were checked, and how many findings of each severity are not suppressed. */
  readonly summary: {
    readonly skills: number;
    readonly errors: number;
    readonly warnings: number;
    readonly infos: number;
    readonly fixable?: number;
    readonly suppressed?: number;
  };
  readonly version?: string;
  readonly all?: boolean;
  /** Whether to break long notes and helps at `width`, for people at a terminal. */
  readonly wrap?: boolean;
  /** Rewrites the commands in a help as a user types them, such as `npx skillc check`; default: as they are. */
  readonly spell?: (text: string) => string;
  /** Characters that a format with a limit may print, such as a comment or a job summary. */
  readonly room?: number;
  readonly color: boolean;
  /** Columns of the terminal; a frame has at least 20. */
  readonly width: number;
}

/**
 * A printer.
 *
 * @returns text that ends with a line feed, or "" if there is nothing to report.
 */
export type Formatter = (input: FormatInput) => string;
