import type { Config } from "../model/config.ts";

/**
 * What a build does besides making outputs.
 *
 * @example
 * const request: BuildRequest = { prepare: true };
 */
export interface BuildRequest {
  /** Runs the shell commands that `prepare.shell` of the config allows. Default: false. */
  readonly prepare?: boolean;
}

/**
 * What a check looks at.
 *
 * @example
 * const request: CheckRequest = { skillsOnly: true }; // for answers while someone types
 */
export interface CheckRequest {
  /**
   * Leaves out what is not in a skill: skills that no source has, and outputs, which are made if a platform limits their size.
   * Default: false.
   */
  readonly skillsOnly?: boolean;
}

/** Sizes can only be compared with a platform's limits once the outputs exist. */
export function isMeasured({ skillsOnly }: CheckRequest, config: Config | undefined): boolean {
  return skillsOnly !== true && config?.outputs.some(({ platform }) => platform !== undefined) === true;
}
