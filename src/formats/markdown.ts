/**
 * The report for comments on pull requests and for job summaries: a heading, then a table per file.
 *
 * Takes: diagnostics. Gives: GitHub Flavored Markdown that GitHub, GitLab and others show alike, and that fits into
 * a comment unless `all` is set. Never: lets a skill write Markdown or HTML, mention a person, or refer to an issue.
 */
import type { Diagnostic, Severity } from "../model/diagnostic.ts";
import { escapeText } from "./display-text.ts";
import { asideText, countTexts, plural, profileText, remarks, skillsText, unsuppressed } from "./finding-texts.ts";
import type { Formatter } from "./formatter.ts";

/** Findings that are shown without a click. */
const SHOWN_OPEN = 20;

/** GitHub refuses a comment of more than 65,536 characters. */
const ROOM = 60_000;

const TABLE_HEAD = "| severity | place | rule | problem |\n| --- | --- | --- | --- |";

/** The group holds signs of `@person`, `#issue`, `$formula$` and of what GitLab refers to; then Markdown, HTML, links. */
const SPECIAL = /([@$]|[#!~%&](?=[\w"]))|[&<>`*_[\]\\|~]|:(?=\/\/)|(?<=\bwww)\./giu;

/** A heading with the counts, also when all is well, and a table per file; the tables are folded when there are many. */
export const formatMarkdown: Formatter = ({ diagnostics, summary, all }) => {
  const found = unsuppressed(diagnostics);
  const counts = countTexts(summary).map(({ text }) => text);
  const verdict = counts.length === 0 ? "no findings" : counts.join(", ");
  const heading = `### skillc: ${verdict}${skillsText(summary)}${asideText(summary)}`;
  const { tables, left } = tablesOf(found, all === true ? Infinity : ROOM);
  const rest = left > 0 ? [`…and ${plural(left, "finding")} more (\`--all\` shows them)`] : [];
  return `${[heading, ...tables, ...rest].join("\n\n")}\n`;
};

/** The tables that fit into `room` characters, and how many findings do not. */
function tablesOf(found: readonly Diagnostic[], room: number): { tables: string[]; left: number } {
  const files = new Map<string, { rows: string[]; found: Diagnostic[] }>();
  let shown = 0;
  let spent = 0;
  for (const finding of found) {
    const row = rowOf(finding);
    const file = files.get(finding.file);
    spent += row.length + 1 + (file === undefined ? frameLength(finding.file) : 0);
    if (spent > room) break;
    shown++;
    if (file === undefined) files.set(finding.file, { rows: [row], found: [finding] });
    else {
      file.rows.push(row);
      file.found.push(finding);
    }
  }
  const folded = shown > SHOWN_OPEN;
  const tables = [...files].map(([file, { rows, found: ofFile }]) => table(file, rows, ofFile, folded));
  return { tables, left: found.length - shown };
}

/** What a file costs beside its rows; the counts in its title are not known yet. */
function frameLength(file: string): number {
  return table(file, [], [], true).length + 60;
}

function table(file: string, rows: readonly string[], found: readonly Diagnostic[], folded: boolean): string {
  const title = file === "" ? "the whole run" : `<code>${escapeMarkdown(file)}</code>`;
  const body = [TABLE_HEAD, ...rows].join("\n");
  if (!folded) return `${title}\n\n${body}`;
  const count = (severity: Severity): number => found.filter((finding) => finding.severity === severity).length;
  const counts = { skills: 0, errors: count("error"), warnings: count("warning"), infos: count("info") };
  const text = countTexts(counts).map((one) => one.text);
  return `<details><summary>${title}: ${text.join(", ")}</summary>\n\n${body}\n\n</details>`;
}

function rowOf(found: Diagnostic): string {
  const { severity, code, rule, message, span } = found;
  const place = span === undefined ? "" : `${span.start.line}:${span.start.column}`;
  const lines = [
    `${escapeMarkdown(message)}${escapeMarkdown(profileText(found))}`,
    ...remarks(found).map(({ name, text }) => `<b>${name}:</b> ${escapeMarkdown(text)}`),
  ];
  const name = `${escapeMarkdown(code)} ${escapeMarkdown(rule)}`;
  return `| ${severity} | ${place} | ${name} | ${lines.join("<br>")} |`;
}

/**
 * Text of strangers that is shown and does nothing else, in Markdown and in HTML: a character reference is never taken
 * for Markdown, so that one escape serves both. Mentions of people and references to issues are looked for in what was
 * rendered, where no escape is left: an element parts their sign from the rest.
 */
function escapeMarkdown(text: string): string {
  return escapeText(text).replaceAll(SPECIAL, (sign: string, ...groups: (string | undefined)[]) => {
    const reference = `&#${sign.charCodeAt(0)};`;
    return groups[0] === undefined ? reference : `<span>${reference}</span>`;
  });
}
