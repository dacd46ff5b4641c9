import { check, type CheckOptions, type CheckResult } from "../../api/check.ts";
import { escapeText } from "../../formats/display-text.ts";
import type { Diagnostic, Severity } from "../../model/diagnostic.ts";
import {
  isSet,
  lastValue,
  oneOf,
  parseArguments,
  UsageError,
  wholeNumber,
  type FlagSpecs,
  type ParsedArguments,
} from "../arguments.ts";
import type { Command } from "../command.ts";
import { formatFlag, printReports, requestedReports } from "../print-diagnostics.ts";
import { sessionFlags, sessionOptions } from "../session-flags.ts";
import { formatCount, painter, plural, printError, printOut } from "../terminal.ts";

const flags = {
  format: formatFlag,
  fix: { type: "boolean", help: "apply safe fixes to the files" },
  unsafe: { type: "boolean", help: "with --fix: also fixes that may change what a skill means" },
  "dry-run": { type: "boolean", help: "with --fix: write nothing, print a unified diff" },
  "fail-on": {
    type: "string",
    value: "<severity>",
    help: "exit 1 at this severity or above: error (default), warning, info",
  },
  "max-warnings": { type: "string", value: "<count>", help: "exit 1 when there are more warnings" },
  baseline: { type: "string", value: "<file>", help: "findings that are accepted" },
  "update-baseline": { type: "boolean", help: "accept all findings there are" },
  "prune-baseline": { type: "boolean", help: "forget accepted findings that are found no more" },
  since: { type: "string", value: "<git ref>", help: "only skills with files changed since then" },
  quiet: { type: "boolean", short: "q", help: "errors only" },
  all: { type: "boolean", help: "show every finding, also many of one kind" },
  ...sessionFlags,
} as const satisfies FlagSpecs;

const RANK: Readonly<Record<Severity, number>> = { error: 3, warning: 2, info: 1 };

export const checkCommand: Command = {
  name: "check",
  usage: "check [dir…] [options]",
  about: "Finds what is wrong with the skills below the directories. Writes only with --fix or a baseline option.",
  flags,
  run,
};

async function run(args: readonly string[]): Promise<number> {
  const parsed = parseArguments(args, flags);
  const reports = requestedReports(parsed);
  const failOn = oneOf(parsed, "fail-on", ["error", "warning", "info"] as const) ?? "error";
  const maxWarnings = wholeNumber(parsed, "max-warnings");
  for (const flag of ["unsafe", "dry-run"])
    if (isSet(parsed, flag) && !isSet(parsed, "fix")) throw new UsageError(`--${flag} goes with --fix`);
  const result = isSet(parsed, "fix") ? await runFix(parsed) : await check(checkOptions(parsed));
  if (result === undefined) return 0;
  const { diagnostics, summary, exitCode, staleBaseline } = result;
  const shown = isSet(parsed, "quiet") ? diagnostics.filter(({ severity }) => severity === "error") : diagnostics;
  printReports(reports, shown, summary, isSet(parsed, "all"));
  const counted = diagnostics.filter(({ suppressed }) => suppressed === undefined);
  if (reports.some(({ format, file }) => format === "pretty" && file === undefined)) printVerdict(counted, result);
  if (staleBaseline.length > 0)
    printError(
      staleBaseline.length === 1
        ? "1 accepted finding is found no more; forget it with --prune-baseline"
        : `${formatCount(staleBaseline.length)} accepted findings are found no more; forget them with --prune-baseline`,
    );
  if (exitCode !== 0) return exitCode;
  if (maxWarnings !== undefined && summary.warnings > maxWarnings) {
    printError(`${plural(summary.warnings, "warning")}, more than --max-warnings ${maxWarnings}`);
    return 1;
  }
  return counted.some(({ severity }) => RANK[severity] >= RANK[failOn]) ? 1 : 0;
}

function checkOptions(parsed: ParsedArguments): CheckOptions {
  const baseline = lastValue(parsed, "baseline");
  const since = lastValue(parsed, "since");
  const update = isSet(parsed, "update-baseline");
  const prune = isSet(parsed, "prune-baseline");
  if ((update || prune) && baseline === undefined)
    throw new UsageError("--update-baseline and --prune-baseline need --baseline <file>");
  if (update && prune)
    throw new UsageError("--update-baseline already forgets what is found no more; leave --prune-baseline out");
  return {
    ...sessionOptions(parsed),
    ...(baseline === undefined ? {} : { baseline }),
    ...(update ? { writeBaseline: "update" as const } : prune ? { writeBaseline: "prune" as const } : {}),
    ...(since === undefined ? {} : { since }),
  };
}

/** Applies fixes and gives what is left; undefined after a dry run, whose result is the diff. */
async function runFix(parsed: ParsedArguments): Promise<CheckResult | undefined> {
  const { fix } = await import("../../api/fix.ts");
  const dryRun = isSet(parsed, "dry-run");
  const { result, fixed, diff } = await fix({ ...checkOptions(parsed), unsafe: isSet(parsed, "unsafe"), dryRun });
  if (!dryRun) {
    for (const { file, titles } of fixed) printError(escapeText(`fixed ${file}: ${titles.join("; ")}`));
    return result;
  }
  // A terminal must not be forged by a skill; git needs every byte.
  process.stdout.write(process.stdout.isTTY === true ? diff.split("\n").map(escapeText).join("\n") : diff);
  printError(diff === "" ? "nothing to fix" : `${plural(fixed.length, "file")} would be changed`);
  return undefined;
}

function printVerdict(counted: readonly Diagnostic[], { diagnostics, summary }: CheckResult): void {
  if (counted.length > 0) return;
  const accepted = diagnostics.length === 0 ? "" : ` (${plural(diagnostics.length, "finding")} suppressed)`;
  printOut(
    `${painter(process.stdout)("green", "ok")} ${plural(summary.skills, "skill")}, nothing to report${accepted}`,
  );
}
