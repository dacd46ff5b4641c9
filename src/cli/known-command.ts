/** Prints a known outcome without loading the rest of skillc. */
import type { KeptBuild } from "../api/build.ts";
import type { CheckResult } from "../api/check.ts";
import type { KnownRun } from "../api/kept/known-run.ts";
import { lookUpBuild, lookUpCheck } from "../api/kept/repeat.ts";
import { parseArguments } from "./arguments.ts";
import * as build from "./build-report.ts";
import * as check from "./check-report.ts";
import { flagsOf } from "./flags.ts";
import { handleOutputFaults } from "./output-faults.ts";
import { printFailure } from "./failure.ts";
import { requestedReports } from "./reports.ts";

export type Looked = KnownRun<KeptBuild> | KnownRun<CheckResult>;

/** Returns the exit code if the outcome is known, else what a run of the command can go on with. */
export async function runKnown([name, ...args]: readonly string[]): Promise<number | Looked | undefined> {
  if ((name !== "build" && name !== "check") || args.some((arg) => NOT_KNOWN.has(arg))) return undefined;
  let found: KnownOutcome;
  try {
    found = await lookUp(name, args);
  } catch {
    // The command finds and reports the same fault.
    return undefined;
  }
  if (found.print === undefined) return found.looked;
  // Opening the streams takes longer than all the rest.
  if (found.isSilent !== true) handleOutputFaults();
  try {
    return found.print();
  } catch (error) {
    return printFailure(error, name);
  }
}

/** These show help, read standard input, or run a program. */
const NOT_KNOWN: ReadonlySet<string> = new Set(["-h", "--help", "-", "--"]);

interface KnownOutcome {
  readonly looked: Looked | undefined;
  /** Prints the outcome; undefined if unknown. */
  readonly print?: () => number;
  readonly isSilent?: boolean;
}

async function lookUp(name: "build" | "check", args: readonly string[]): Promise<KnownOutcome> {
  const parsed = parseArguments(name, args);
  if (flagsOf(name).some((flag) => flag.isFresh === true && parsed.has(flag.name))) return { looked: undefined };
  const reports = await requestedReports(parsed, { asJson: name === "check" && parsed.has("json") });
  if (name === "build") {
    const looked = lookUpBuild(build.buildOptions(parsed), (report) => build.isShown(parsed, reports, report));
    const result = looked?.result;
    if (result === undefined) return { looked };
    const isSilent = build.isSilent(parsed, reports, result);
    return { looked, isSilent, print: () => build.printBuild(parsed, reports, result) };
  }
  const looked = lookUpCheck(check.checkOptions(parsed), (report) => check.isShown(parsed, reports, report));
  const result = looked?.result;
  if (result === undefined) return { looked };
  const isSilent = check.isSilent(parsed, reports, result);
  return { looked, isSilent, print: () => check.printCheck(parsed, reports, result) };
}
