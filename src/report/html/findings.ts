import { maskSecrets } from "../../diagnostics/index.ts";
import { plural, thousands } from "../../diagnostics/rule.ts";
import { placeText, profileText, remarks } from "../../formats/finding-texts.ts";
import { fixableText, type RuleCount } from "../../formats/rule-counts.ts";
import type { Diagnostic } from "../../model/diagnostic.ts";
import type { Span } from "../../model/source.ts";
import { ruleBook } from "../../rules.ts";
import type { Report } from "../model.ts";
import { html, type Markup } from "./markup.ts";
import { scrollTable } from "./table.ts";

/** Characters of a line around what is marked. */
const BEFORE = 80;
const MARKED = 160;
const AFTER = 120;
/** Members of a group that a finding lists. */
const MOST_MEMBERS = 500;

export function findingsSection({ rules, findings, summary }: Report): Markup {
  if (rules.length === 0)
    return html`<p class="empty ${summary.skills > 0 && "good"}">
      ${summary.skills === 0 ? "Nothing was checked." : "No findings."}${suppressedText(summary.suppressed)}
    </p>`;
  return html` <p class="hint">
      A rule shows its skills in the table below. <code>skillc explain SKC401</code> explains a
      rule.${suppressedText(summary.suppressed)}
    </p>
    ${scrollTable(
      "Findings by rule",
      [["Severity"], ["Rule"], ["Findings", "num"], ["Skills", "num wide"], ["Fixable", "num wide"]],
      html`<tbody>
        ${rules.map(ruleRow)}
      </tbody>`,
      "rules",
    )}
    ${
      findings.length > 0 &&
      html`<h3>About the project</h3>
        ${findings.map(finding)}`
    }`;
}

function suppressedText(suppressed: number): string {
  return suppressed === 0 ? "" : ` ${plural(suppressed, "finding")} suppressed by a comment or a baseline.`;
}

function ruleRow(count: RuleCount): Markup {
  const { severity, code, rule, findings, skills } = count;
  return html`<tr>
    <td><span class="chip ${severity}">${severity}</span></td>
    <td><a href="#skills" data-rule="${code}">${ruleBook.get(rule)?.title ?? rule}</a> <code>${code} ${rule}</code></td>
    <td class="num">${thousands(findings)}</td>
    <td class="num wide">${thousands(skills)}</td>
    <td class="num wide">${fixableText(count)}</td>
  </tr>`;
}

export function finding(found: Diagnostic): Markup {
  const { severity, code, rule, message, file, lineText, span, labels = [], members = [] } = found;
  const own = span !== undefined && lineText !== undefined ? frame(lineText, span) : undefined;
  return html`<article class="finding ${severity}" data-c="${code}">
    <p>
      <span class="chip ${severity}">${severity}</span> <strong dir="auto">${message}${profileText(found)}</strong>
      <code>${code} ${rule}</code>
    </p>
    ${file !== "" && file !== "." && html`<p class="place">${placeText(found)}</p>`} ${own}
    ${labels.map(
      (label) =>
        html`<p class="place">${placeText(label)}: ${label.text}</p>
          ${frame(label.lineText, label.span)}`,
    )}
    ${
      members.length > 1 &&
      html`<details>
        <summary>All ${thousands(members.length)}</summary>
        <ul>
          ${members.slice(0, MOST_MEMBERS).map(({ file: path, text }) => html`<li><code>${path}</code> ${text ?? ""}</li>`)}
        </ul>
      </details>`
    }
    <ul>
      ${remarks(found).map(({ name, text }) => html`<li><b>${name}</b> ${text}</li>`)}
    </ul>
  </article>`;
}

function frame(lineText: string, { start, end }: Span): Markup {
  // Masked as a whole: a credential that the mark divides would not be found in its parts.
  const line = maskSecrets(lineText).replaceAll("\t", " ");
  const from = Math.min(start.column - 1, line.length);
  const to = end.line > start.line ? line.length : Math.max(from, Math.min(end.column - 1, line.length));
  const before = cut(line.slice(0, from), BEFORE, "start");
  const marked = cut(line.slice(from, to), MARKED, "end");
  const after = to - from > MARKED ? "" : cut(line.slice(to), AFTER, "end");
  return html`<pre
    tabindex="0"
  ><span class="line" aria-label="Line ${start.line}">${start.line}</span>${before}<mark>${marked}</mark>${after}</pre>`;
}

/** Cuts a string at its start or its end, never inside a character. */
function cut(text: string, length: number, side: "start" | "end"): string {
  if (text.length <= length) return text;
  if (side === "end") return `${text.slice(0, length).replace(/[\uD800-\uDBFF]$/, "")}…`;
  return `…${text.slice(-length).replace(/^[\uDC00-\uDFFF]/, "")}`;
}
