/** `check` and `build` for the command line: nothing is done again where the outcome is known. */
import { resolve } from "node:path";
import type { KeptBuild, ShownBuild } from "../build.ts";
import type { CheckOptions, CheckResult } from "../check.ts";
import { findKnownRun, type KnownRun } from "./known-run.ts";
import { pathsOf } from "../project-paths.ts";

/** Looks for the outcome of a check; undefined where none is ever kept. `isShown`: whether findings of one are shown. */
export function lookUpCheck(
  given: CheckOptions,
  isShown: (report: CheckResult) => boolean = () => true,
): KnownRun<CheckResult> | undefined {
  const { baseline, since, staged, drafts } = given;
  // They come from elsewhere than the Host.
  const isPlain = baseline === undefined && since === undefined && staged !== true && drafts === undefined;
  return isPlain ? findKnownRun("check", { search: true, ...given }, isShown) : undefined;
}

/** Looks for the outcome of a build; undefined where none is ever kept. `isShown`: whether findings of one are shown. */
export function lookUpBuild(
  options: ShownBuild,
  isShown: (report: KeptBuild) => boolean = () => true,
): KnownRun<KeptBuild> | undefined {
  const run = findKnownRun(kindOf(options), options, isShown);
  if (run?.result !== undefined) setPlaces(run.result, pathsOf(options).base);
  return run;
}

function kindOf({ verify, showsGzip, only }: ShownBuild): string {
  const what = verify === true ? "verify" : "build";
  const kind = only === undefined ? what : `${what} of ${JSON.stringify(only)}`;
  return showsGzip === false ? kind : `${kind} with compressed sizes`;
}

/** Checks unless the outcome is known. */
export async function repeatCheck(given: CheckOptions, run = lookUpCheck(given)): Promise<CheckResult> {
  if (run?.result !== undefined) return run.result;
  const { checkWitnessed } = await import("../check.ts");
  return checkWitnessed({ search: true, ...given }, run);
}

/** Builds unless the output is known to be up to date. */
export async function repeatBuild(options: ShownBuild, run = lookUpBuild(options)): Promise<KeptBuild> {
  if (run?.result !== undefined) return run.result;
  const { buildWitnessed } = await import("../build.ts");
  return buildWitnessed(options, run);
}

/** The places of outputs are kept relative to the project. */
function setPlaces(report: KeptBuild, base: string): void {
  const outputs = report.outputs.map((output) => ({ ...output, outDir: resolve(base, output.outDir) }));
  // Object.assign, because a spread would run the getter `diagnostics`.
  Object.assign(report, { outputs });
}
