import { build, type BuildChanges, type BuildResult } from "../../api/build.ts";
import { isSet, lastValue, oneOf, parseArguments, type FlagSpecs, type ParsedArguments } from "../arguments.ts";
import { buildTable, droppedList } from "../build-table.ts";
import type { Command } from "../command.ts";
import { formatFlag, printReports, requestedReports } from "../print-diagnostics.ts";
import { definedOnly, sessionFlags, sessionOptions } from "../session-flags.ts";
import { formatBytes, plural, printError, printOut } from "../terminal.ts";
import { relativeToWorkingDirectory } from "../working-directory.ts";
import type { UserConfig } from "../../config/user-config.ts";

const flags = {
  out: { type: "string", short: "o", value: "<dir>", help: "output directory; default generated/skills" },
  emit: { type: "string", value: "<a,b>", help: "what is written: module, json, json-full" },
  platform: { type: "string", value: "<name>", help: "where it runs: sizes are held against its limits" },
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
  const { changes, figures, catalog, outDir, config } = result;
  if (changes === undefined || figures === undefined || catalog === undefined || outDir === undefined) {
    const { errors } = result.summary;
    return printError(`Nothing was written: ${plural(errors, "error")}.`);
  }
  const place = relativeToWorkingDirectory(outDir);
  if (verify) {
    if (!result.ok)
      printOut([`${place} is not up to date; run "skillc build":`, ...differenceLines(changes)].join("\n"));
    return;
  }
  if (quiet) return;
  const dropped = droppedList(catalog.dropped);
  if (dropped !== "") printError(dropped);
  const written = changes.added.length + changes.changed.length;
  const what =
    written + changes.removed.length === 0
      ? "up to date"
      : `${plural(written, "file")} written, ${changes.removed.length} removed, ${changes.unchanged} unchanged`;
  printOut(`${plural(figures.skills, "skill")} in ${place} (${formatBytes(figures.rawBytes)}): ${what}`);
  printOut(buildTable(figures, config?.platform, process.stdout));
}

function differenceLines({ added, changed, removed }: BuildChanges): string[] {
  return [
    ...added.map((path) => `  missing   ${path}`),
    ...changed.map((path) => `  outdated  ${path}`),
    ...removed.map((path) => `  obsolete  ${path}`),
  ];
}

function toJson({ ok, summary, diagnostics, catalog, figures, changes, outDir }: BuildResult): unknown {
  return {
    formatVersion: 1,
    ok,
    summary,
    ...(outDir === undefined ? {} : { outDir: relativeToWorkingDirectory(outDir) }),
    ...(figures && { figures }),
    ...(changes && { changes }),
    ...(catalog && { hash: catalog.hash, dropped: catalog.dropped }),
    diagnostics: diagnostics.map(({ lineText: _lineText, ...diagnostic }) => diagnostic),
  };
}
