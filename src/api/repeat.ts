/** `check` and `build` for the command line: nothing is done again where the outcome is known. */
import type { BuildOptions, BuildReport } from "./build.ts";
import type { CheckOptions, CheckReport } from "./check.ts";
import { findKnownRun } from "./known-run.ts";

/** Checks unless the outcome is known. */
export async function repeatCheck(given: CheckOptions): Promise<CheckReport> {
  const options = { search: true, ...given };
  const { baseline, since, drafts } = options;
  // They come from elsewhere than the Host.
  const isPlain = baseline === undefined && since === undefined && drafts === undefined;
  const run = isPlain ? findKnownRun<CheckReport>("check", options) : undefined;
  if (run?.result !== undefined) return run.result;
  const { checkWitnessed } = await import("./check.ts");
  return checkWitnessed(options, run);
}

/** Builds unless the output is known to be up to date. */
export async function repeatBuild(options: BuildOptions): Promise<BuildReport> {
  const run = findKnownRun<BuildReport>(options.verify === true ? "verify" : "build", options);
  if (run?.result !== undefined) return run.result;
  const { buildWitnessed } = await import("./build.ts");
  return buildWitnessed(options, run);
}
