import { compileCatalog } from "../../api/catalog.ts";
import { escapeJsonText, escapeText } from "../../formats/display-text.ts";
import type { CatalogSkill } from "../../runtime/catalog/catalog.ts";
import type { ParsedArguments } from "../arguments.ts";
import { unknownSkill } from "../did-you-mean.ts";
import { withProgress } from "../progress.ts";
import { fieldTable } from "../../model/field-table.ts";
import { printNotRun } from "../not-run.ts";
import { printFindings } from "../reports.ts";
import { searchOptions } from "../session-options.ts";
import { plural, thousands } from "../../diagnostics/rule.ts";
import { formatBytes } from "../../formats/bytes.ts";
import { alignColumns, painter, printError, printOut } from "../terminal.ts";
import { UsageError } from "../usage-error.ts";

export async function run(parsed: ParsedArguments): Promise<number> {
  const [name, ...dirs] = parsed.positionals;
  if (name === undefined) throw new UsageError("show needs the name of a skill: skillc show pdf");
  const options = searchOptions({ ...parsed, positionals: dirs, sources: parsed.sources.slice(1) });
  const { catalog, diagnostics, summary, exitCode, instructions } = await withProgress(parsed, (progress) =>
    compileCatalog({ ...options, ...progress }),
  );
  printNotRun(diagnostics);
  const matching = catalog?.skills.filter((skill) => skill.id === name) ?? [];
  const found = matching.length > 0 ? matching : (catalog?.skills.filter((skill) => skill.name === name) ?? []);
  const [skill] = found;
  if (skill === undefined || found.length > 1) {
    const errors = diagnostics.filter(({ severity }) => severity === "error");
    await printFindings({ diagnostics: errors, summary, all: false });
    const ids = catalog?.skills.map(({ id }) => id) ?? [];
    const meant = found.map(({ id }) => id);
    const hasTwins = new Set(meant).size < meant.length;
    printError(`skillc: ${hasTwins ? severalPlaces(name, found) : unknownSkill(name, ids, meant)}`);
    return exitCode === 0 ? 1 : exitCode;
  }
  const body = instructions(skill.id) ?? "";
  printOut(
    parsed.has("json")
      ? escapeJsonText(JSON.stringify({ ...skill, instructions: body }, null, 2))
      : describe(skill, body),
  );
  return 0;
}

/** Skills of different plugins may share a name. */
function severalPlaces(name: string, found: readonly CatalogSkill[]): string {
  const paths = found.map(({ path }) => escapeText(path));
  const shown = paths.length > 5 ? [...paths.slice(0, 5), `${paths.length - 5} more`] : paths;
  return `${plural(found.length, "skill")} are named "${escapeText(name)}": ${shown.join(", ")}\nName the directory of one: skillc show ${escapeText(name)} ${paths[0] ?? ""}`;
}

const labels: Readonly<Record<string, { readonly field: string }>> = fieldTable;

function labelOf(key: string): string {
  return labels[key]?.field ?? key;
}

/** One row for each key of a mapping, none for an absent value. */
function factRows(label: string, value: unknown): string[][] {
  if (value === undefined || value === false || value === "") return [];
  const row = (text: string): string[][] => [[`  ${escapeText(label)}`, escapeText(text)]];
  if (typeof value === "string") return row(value);
  if (typeof value !== "object" || value === null) return row(JSON.stringify(value));
  if (!Array.isArray(value)) return Object.entries(value).flatMap(([key, one]) => factRows(`${label}.${key}`, one));
  if (value.length === 0) return [];
  return row(value.every((one) => typeof one === "string") ? value.join(", ") : JSON.stringify(value));
}

function describe(skill: CatalogSkill, body: string): string {
  const paint = painter(process.stdout);
  const { id, name: _name, description, body: figures, files, source, userInvocable, allowedToolsRaw, ...rest } = skill;
  const facts = Object.entries({
    ...rest,
    // True by default, so only the opposite is shown.
    ...(!userInvocable && { userInvocable: "no" }),
    // Nothing could be read from it, so an empty list would say less.
    ...(rest.allowedTools.length === 0 && { allowedTools: allowedToolsRaw }),
  }).flatMap(([key, value]) => factRows(labelOf(key), value));
  const listed = files.map((file) => [
    `  ${escapeText(file.path)}`,
    formatBytes(file.bytes),
    file.mediaType,
    escapeText(file.description ?? ""),
  ]);
  return [
    paint("bold", escapeText(id)),
    escapeText(description),
    "",
    ...alignColumns([
      ...facts,
      ["  source", escapeText(source.file)],
      [
        "  body",
        `${plural(figures.lines, "line")}, ${formatBytes(figures.bytes)}, about ${thousands(figures.tokens)} tokens`,
      ],
    ]),
    ...(listed.length === 0 ? [] : ["", "files", ...alignColumns(listed, new Set([1]))]),
    "",
    body
      .split(/\r\n|\n|\r/)
      .map((line) => escapeText(line))
      .join("\n"),
  ].join("\n");
}
