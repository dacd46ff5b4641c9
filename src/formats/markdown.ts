/**
 * The report for comments on pull requests and for job summaries: a heading, then a table per file.
 *
 * Takes diagnostics. Returns GitHub Flavored Markdown that looks the same on GitHub, GitLab and others, and that fits
 * into a comment unless `all` is set. Never lets a skill add Markdown or HTML, mention a person or refer to an issue.
 */
import type { Diagnostic, Severity } from "../model/diagnostic.ts";
import { escapeText } from "./display-text.ts";
import { plural, thousands } from "../diagnostics/rule.ts";
import { asideText, countTexts, profileText, remarks, skillsText, unsuppressed } from "./finding-texts.ts";
import type { Formatter } from "./formatter.ts";
import { countByRule, fixableText } from "./rule-counts.ts";

const SHOWN_OPEN = 20;

/** GitHub rejects a comment of more than 65,536 characters. */
const ROOM = 60_000;

const TABLE_HEAD = "| severity | place | rule | problem |\n| --- | --- | --- | --- |";

/** The group matches the signs of `@person`, `#issue`, `$formula$` and GitLab references; the rest Markdown, HTML, links. */
const SPECIAL = /([@$]|[#!~%&](?=[\w"]))|[&<>`*_[\]\\|~]|:(?=\/\/)|(?<=\bwww)\./giu;

/** Prints a heading with the counts, even without findings, and a table per file, folded if there are many findings. */
export const formatMarkdown: Formatter = ({ diagnostics, summary, all, room }) => {
  const found = unsuppressed(diagnostics);
  const counts = countTexts(summary).map(({ text }) => text);
  const verdict = counts.length === 0 ? "no findings" : counts.join(", ");
  const heading = `### skillc: ${verdict}${skillsText(summary)}${asideText(summary)}`;
  const rules = found.length > SHOWN_OPEN ? [rulesTable(found)] : [];
  const left = (all === true ? Infinity : (room ?? ROOM)) - rules.join("").length;
  const { tables, left: notShown } = tablesOf(found, left);
  const rest = notShown > 0 ? [`…and ${plural(notShown, "more finding")} (\`--all\` shows them)`] : [];
  return `${[heading, ...rules, ...tables, ...rest].join("\n\n")}\n`;
};

function rulesTable(found: readonly Diagnostic[]): string {
  const rows = countByRule(found).map((count) => {
    const { severity, rule, findings, skills } = count;
    return `| ${escapeMarkdown(rule)} | ${plural(findings, severity)} | ${thousands(skills)} | ${fixableText(count)} |`;
  });
  return ["| rule | findings | skills | fixable |", "| --- | ---: | ---: | ---: |", ...rows].join("\n");
}

/** Returns the tables that fit into `room` characters, and the number of findings that do not. */
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

/** Returns the length of a table without its rows; the counts in its title are not known yet. */
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
 * Escapes untrusted text for both Markdown and HTML: a character reference is never read as Markdown, so one escape
 * serves both. Mentions of people and references to issues are detected after rendering, where no escape is left: an
 * element separates their sign from the rest.
 */
function escapeMarkdown(text: string): string {
  return escapeText(text).replaceAll(SPECIAL, (sign: string, ...groups: (string | undefined)[]) => {
    const reference = `&#${sign.charCodeAt(0)};`;
    return groups[0] === undefined ? reference : `<span>${reference}</span>`;
  });
}
