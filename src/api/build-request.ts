/** What one build of a compiler is asked for. */

/**
 * What a build produces.
 *
 * @example
 * const request: BuildRequest = { need: "check" }; // no output files: faster
 */
export interface BuildRequest {
  /**
   * `outputs` (default) also makes the output files; `check` makes findings, and outputs only if a platform has limits
   * for them; `findings` makes no outputs, for answers while someone types.
   */
  readonly need?: "findings" | "check" | "outputs";
  /** Runs the shell commands that `prepare.shell` of the config allows. Default: false. */
  readonly prepare?: boolean;
}
