import { build, type BuildChanges, type BuildOutput, type BuildResult } from "../../api/build.ts";
import { isSet, lastValue, oneOf, parseArguments, type FlagSpecs, type ParsedArguments } from "../arguments.ts";
import { buildTable, droppedList } from "../build-table.ts";
import type { Command } from "../command.ts";
import { targetNames } from "../../targets/options.ts";
import { formatFlag, printReports, requestedReports } from "../print-diagnostics.ts";
import { sessionFlags, sessionOptions } from "../session-flags.ts";
import { formatBytes, plural, printError, printOut } from "../terminal.ts";
import type { CatalogDropped } from "../../runtime/catalog/catalog.ts";
import { relativeToWorkingDirectory } from "../working-directory.ts";
import { definedOnly } from "../../config/defined-only.ts";
import type { UserConfig } from "../../config/user-config.ts";

const flags = {
  out: { type: "string", short: "o", value: "<dir>", help: "output directory; default generated/skills" },
  emit: { type: "string", value: "<a,b>", help: `what is written: ${targetNames.join(", ")}` },
  platform: { type: "string", value: "<name>", help: "target platform; checks sizes against its limits" },
  "module-format": { type: "string", value: "<format>", help: "index as js (default) or ts" },
  content: { type: "string", value: "<mode>", help: "auto, eager, packs or per-skill" },
  runtime: { type: "string", value: "<mode>", help: "access layer: inline (default) or import" },
  check: { type: "boolean", help: "write nothing; exit 1 and list the differences when the output is not up to date" },
  format: formatFlag,
  json: { type: "boolean", help: "the result as one JSON document on stdout" },
  quiet: { type: "boolean", short: "q", help: "errors only" },
  all: { type: "boolean", help: "show every finding, also many of one kind" },
  ...sessionFlags,
} as const satisfies FlagSpecs;

export const buildCommand: Command = {
  name: "build",
  usage: "build [dir [--mount-as dir] [--preload]]… [options]",
  about:
    "Compiles the skills below the directories (default: those of the config, else skills, .agents/skills or\n" +
    ".claude/skills) and writes the catalog and the module. When anything is wrong, nothing is written.",
  flags,
  run,
};

const MACHINE: ReadonlySet<string> = new Set(["json", "ndjson", "sarif", "gitlab", "junit", "markdown"]);

async function run(args: readonly string[]): Promise<number> {
  const parsed = parseArguments(args, flags);
  const reports = requestedReports(parsed);
  const verify = isSet(parsed, "check");
  const options = sessionOptions(parsed);
  const result = await build({ ...options, overrides: { ...options.overrides, ...outputOverrides(parsed) }, verify });
  const asJson = isSet(parsed, "json");
  const quiet = isSet(parsed, "quiet");
  const shown = quiet ? result.diagnostics.filter(({ severity }) => severity === "error") : result.diagnostics;
  // A report for machines is the result; one for people goes beside it.
  const machine = reports.some(({ format, file }) => file === undefined && MACHINE.has(format));
  if (!asJson)
    printReports(reports, shown, result.summary, isSet(parsed, "all"), machine ? process.stdout : process.stderr);
  if (asJson) printOut(JSON.stringify(toJson(result), null, 2));
  else if (!machine) report(result, verify, quiet);
  return result.exitCode;
}

function outputOverrides(parsed: ParsedArguments): UserConfig {
  const emit = lastValue(parsed, "emit");
  const module = definedOnly({
    format: oneOf(parsed, "module-format", ["js", "ts"] as const),
    content: oneOf(parsed, "content", ["auto", "eager", "packs", "per-skill"] as const),
    runtime: oneOf(parsed, "runtime", ["inline", "import"] as const),
  });
  return definedOnly({
    outDir: lastValue(parsed, "out"),
    platform: lastValue(parsed, "platform") as UserConfig["platform"],
    emit: emit?.split(",").map((name) => name.trim()) as UserConfig["emit"],
    module: Object.keys(module).length === 0 ? undefined : module,
  });
}

function report(result: BuildResult, verify: boolean, quiet: boolean): void {
  const { outputs, summary } = result;
  if (outputs.length === 0) return printError(`Nothing was written: ${plural(summary.errors, "error")}.`);
  if (verify) return outputs.forEach(reportDifferences);
  if (quiet) return;
  // What a view leaves out is in the other outputs.
  const dropped = droppedList(unique(outputs.flatMap(({ catalog }) => catalog.dropped)));
  if (dropped !== "") printError(dropped);
  outputs.forEach(reportOutput);
}

function reportDifferences({ outDir, changes }: BuildOutput): void {
  const lines = differenceLines(changes);
  const place = relativeToWorkingDirectory(outDir);
  if (lines.length > 0) printOut([`${place} is not up to date; run "skillc build":`, ...lines].join("\n"));
}

function reportOutput({ outDir, figures, changes, platform }: BuildOutput): void {
  const written = changes.added.length + changes.changed.length;
  const what =
    written + changes.removed.length === 0
      ? "up to date"
      : `${plural(written, "file")} written, ${changes.removed.length} removed, ${changes.unchanged} unchanged`;
  const place = relativeToWorkingDirectory(outDir);
  printOut(`${plural(figures.skills, "skill")} in ${place} (${formatBytes(figures.rawBytes)}): ${what}`);
  printOut(buildTable(figures, platform, process.stdout));
}

function unique(dropped: readonly CatalogDropped[]): readonly CatalogDropped[] {
  return [...new Map(dropped.map((one) => [`${one.file}\0${one.reason}`, one])).values()];
}

function differenceLines({ added, changed, removed }: BuildChanges): string[] {
  return [
    ...added.map((path) => `  missing   ${path}`),
    ...changed.map((path) => `  outdated  ${path}`),
    ...removed.map((path) => `  obsolete  ${path}`),
  ];
}

function toJson({ ok, summary, diagnostics, outputs }: BuildResult): unknown {
  const [first, ...more] = outputs.map(({ catalog, outDir, ...output }) => ({
    outDir: relativeToWorkingDirectory(outDir),
    ...output,
    hash: catalog.hash,
    dropped: catalog.dropped,
  }));
  return {
    formatVersion: 1,
    ok,
    summary,
    ...first,
    ...(first && { outputs: [first, ...more] }),
    diagnostics: diagnostics.map(({ lineText: _lineText, ...diagnostic }) => diagnostic),
  };
}
