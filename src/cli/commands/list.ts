import { compileCatalog } from "../../api/catalog.ts";
import { escapeJsonText, escapeText } from "../../formats/display-text.ts";
import type { ParsedArguments } from "../arguments.ts";
import { dependencyTree } from "../dependency-tree.ts";
import { withProgress } from "../progress.ts";
import { printNotRun } from "../not-run.ts";
import { printFindings } from "../reports.ts";
import { searchOptions } from "../session-options.ts";
import { plural, thousands } from "../../diagnostics/rule.ts";
import { baseName } from "../../paths/index.ts";
import { LOCK_FILE } from "../../refs/index.ts";
import { printSearch } from "../search-lines.ts";
import { UsageError } from "../usage-error.ts";
import { alignColumns, columnsOf, painter, printError, printOut } from "../terminal.ts";

export async function run(parsed: ParsedArguments): Promise<number> {
  if (parsed.has("installed")) {
    if (parsed.has("as")) throw new UsageError("--installed cannot be combined with --as");
    return (await import("./list-installed.ts")).run(parsed);
  }
  const as = parsed.has("as") ? await import("./list-as.ts") : undefined;
  const clients = as?.clientsOf(parsed) ?? [];
  const { catalog, graph, searched, diagnostics, summary, exitCode, hiddenInCodex } = await withProgress(
    parsed,
    (progress) => compileCatalog({ ...searchOptions(parsed), ...progress }),
  );
  printNotRun(diagnostics);
  const errors = diagnostics.filter(({ severity }) => severity === "error");
  // What is installed and named by no source is not in the list either.
  const aboutLock = diagnostics.filter(({ severity, file }) => severity === "warning" && baseName(file) === LOCK_FILE);
  await printFindings({ diagnostics: [...errors, ...aboutLock], summary, all: false });
  if (catalog === undefined) return exitCode;
  if (as !== undefined) {
    const skills = catalog.skills.map((skill) => ({ ...skill, allowsImplicit: !hiddenInCodex.has(skill.id) }));
    as.printListings(skills, clients, parsed);
    return exitCode;
  }
  if (parsed.has("tree")) {
    const facts = graph();
    printOut(parsed.has("json") ? escapeJsonText(JSON.stringify(facts, null, 2)) : dependencyTree(facts).join("\n"));
    return exitCode;
  }
  if (parsed.has("json")) {
    const rows = catalog.skills.map(({ id, path, preload, description, files, body }) => ({
      id,
      path,
      preload,
      description,
      files: files.length,
      tokens: body.tokens,
    }));
    printOut(escapeJsonText(JSON.stringify(rows, null, 2)));
    return exitCode;
  }
  const paint = painter(process.stdout);
  const width = columnsOf(process.stdout);
  const rows = catalog.skills.map(({ id, path, preload, files, body }) => [
    paint("bold", escapeText(id)),
    `${thousands(body.tokens)} tokens`,
    plural(files.length, "file"),
    // Last, because one long path would move the other columns of all skills.
    `${escapeText(path === "" ? "(inline)" : path)}${preload ? "  preload" : ""}`,
  ]);
  const lines = alignColumns(rows, new Set([1, 2]));
  const described = lines.flatMap((line, index) => [
    line,
    paint("dim", `    ${cut(catalog.skills[index]?.description ?? "", width - 6)}`),
  ]);
  if (described.length > 0) printOut(described.join("\n"));
  printSearch(searched, parsed.positionals);
  if (errors.length > 0 && rows.length > 0)
    printError(`${plural(errors.length, "error")}; skills with errors may be missing from the list.`);
  return exitCode;
}

function cut(text: string, width: number): string {
  const line = escapeText(text.replace(/\s+/g, " ").trim());
  return line.length <= width ? line : `${line.slice(0, Math.max(1, width - 1))}…`;
}
