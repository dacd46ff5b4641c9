import { check } from "../../api/check.ts";
import type { Severity } from "../../model/diagnostic.ts";
import { isSet, oneOf, parseArguments, wholeNumber, type FlagSpecs } from "../arguments.ts";
import type { Command } from "../command.ts";
import { chosenFormat, formatFlag, renderDiagnostics } from "../print-diagnostics.ts";
import { sessionFlags, sessionOptions } from "../session-flags.ts";
import { painter, plural, printError, printOut } from "../terminal.ts";

const flags = {
  format: formatFlag,
  "fail-on": { type: "string", value: "<severity>", help: "exit 1 at this severity or above: error (default), warning, info" },
  "max-warnings": { type: "string", value: "<count>", help: "exit 1 when there are more warnings" },
  quiet: { type: "boolean", short: "q", help: "errors only" },
  all: { type: "boolean", help: "show every finding, also many of one kind" },
  ...sessionFlags,
} as const satisfies FlagSpecs;

const RANK: Readonly<Record<Severity, number>> = { error: 3, warning: 2, info: 1 };

export const checkCommand: Command = {
  name: "check",
  usage: "check [dir…] [options]",
  about: "Finds what is wrong with the skills below the directories. Writes nothing.",
  flags,
  run,
};

async function run(args: readonly string[]): Promise<number> {
  const parsed = parseArguments(args, flags);
  const format = chosenFormat(parsed);
  const failOn = oneOf(parsed, "fail-on", ["error", "warning", "info"] as const) ?? "error";
  const maxWarnings = wholeNumber(parsed, "max-warnings");
  const { diagnostics, summary, exitCode } = await check(sessionOptions(parsed));
  const shown = isSet(parsed, "quiet") ? diagnostics.filter(({ severity }) => severity === "error") : diagnostics;
  process.stdout.write(renderDiagnostics(format, shown, summary, process.stdout, isSet(parsed, "all")));
  if (format === "pretty" && diagnostics.length === 0)
    printOut(`${painter(process.stdout)("green", "ok")} ${plural(summary.skills, "skill")}, nothing to report`);
  if (exitCode !== 0) return exitCode;
  if (maxWarnings !== undefined && summary.warnings > maxWarnings) {
    printError(`${plural(summary.warnings, "warning")}, more than --max-warnings ${maxWarnings}`);
    return 1;
  }
  return diagnostics.some(({ severity }) => RANK[severity] >= RANK[failOn]) ? 1 : 0;
}
