import { compileCatalog } from "../../api/catalog.ts";
import { escapeText } from "../../formats/display-text.ts";
import { isSet, parseArguments, type FlagSpecs } from "../arguments.ts";
import type { Command } from "../command.ts";
import { renderDiagnostics } from "../print-diagnostics.ts";
import { sessionFlags, sessionOptions } from "../session-flags.ts";
import { alignColumns, columnsOf, formatCount, painter, plural, printError, printOut } from "../terminal.ts";

const flags = {
  json: { type: "boolean", help: "the skills as a JSON list" },
  ...sessionFlags,
} as const satisfies FlagSpecs;

export const listCommand: Command = {
  name: "list",
  usage: "list [dir…] [options]",
  about: "Shows the skills that a build would put into the catalog.",
  flags,
  run,
};

async function run(args: readonly string[]): Promise<number> {
  const parsed = parseArguments(args, flags);
  const { catalog, diagnostics, summary, exitCode } = await compileCatalog(sessionOptions(parsed));
  const errors = diagnostics.filter(({ severity }) => severity === "error");
  process.stderr.write(renderDiagnostics("pretty", errors, summary, process.stderr, false));
  if (catalog === undefined) return exitCode;
  if (isSet(parsed, "json")) {
    const rows = catalog.skills.map(({ id, path, preload, description, files, body }) => ({
      id,
      path,
      preload,
      description,
      files: files.length,
      tokens: body.tokens,
    }));
    printOut(JSON.stringify(rows, null, 2));
    return exitCode;
  }
  const paint = painter(process.stdout);
  const width = columnsOf(process.stdout);
  const rows = catalog.skills.map(({ id, path, preload, files, body }) => [
    paint("bold", escapeText(id)),
    escapeText(path === "" ? "(inline)" : path),
    `${formatCount(body.tokens)} tokens`,
    plural(files.length, "file"),
    preload ? "preload" : "",
  ]);
  const lines = alignColumns(rows, new Set([2, 3]));
  const described = lines.flatMap((line, index) => [
    line,
    paint("dim", `    ${cut(catalog.skills[index]?.description ?? "", width - 6)}`),
  ]);
  if (described.length > 0) printOut(described.join("\n"));
  if (errors.length > 0) printError(`${plural(errors.length, "error")}; skills with errors may be missing above.`);
  return exitCode;
}

function cut(text: string, width: number): string {
  const line = escapeText(text.replace(/\s+/g, " ").trim());
  return line.length <= width ? line : `${line.slice(0, Math.max(1, width - 1))}…`;
}
