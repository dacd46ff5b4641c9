/** The whole page: its head, with a policy that forbids everything but its own style and script, and its sections. */
import type { ReportFacts } from "../../api/report-facts.ts";
import { plural, thousands } from "../../diagnostics/rule.ts";
import { countTexts } from "../../formats/finding-texts.ts";
import { formatBytes } from "../../formats/bytes.ts";
import { createReport, type Report, MOST_DROPPED } from "../model.ts";
import { totalOf } from "../shares.ts";
import { contextSection } from "./context.ts";
import { findingsSection } from "./findings.ts";
import { groupsSection } from "./groups.ts";
import { limitsSection } from "./limits.ts";
import { linksSection } from "./links.ts";
import { listingsSection } from "./listings.ts";
import { html, trusted, type Markup } from "./markup.ts";
import { shortCount } from "./numbers.ts";
import { createPlacer } from "./placer.ts";
import { skillsSection } from "./skills.ts";
import { styles } from "./styles.ts";
import { scrollTable } from "./table.ts";
import { searchLines } from "../../formats/search-lines.ts";

/** The start of every report, by which a later one may replace it. */
export const REPORT_HEAD = "<!doctype html>\n<!-- skillc report: skillc replaces this file -->\n";

interface PageParts {
  readonly script: string;
  /** Returns the SHA-256 of a text in Base64. */
  readonly sha256: (text: string) => string;
}

/** Everything is visible without the script, except controls. */
const WITHOUT_SCRIPT = ".js-only{display:none!important}tbody[hidden],tr[hidden]{display:revert!important}";

const ICON =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'%3E%3Crect width='16' height='16' rx='4' fill='%23335f8a'/%3E%3Cpath d='M4 4h8v3H4zM4 9h5v3H4z' fill='%23fff'/%3E%3C/svg%3E";

interface PageSection {
  readonly id: string;
  readonly title: string;
  readonly body: Markup;
}

/** Returns the page as text. The same facts and parts give the same text. */
export function renderReport(facts: ReportFacts, { script, sha256 }: PageParts): string {
  const report = createReport(facts);
  const placer = createPlacer();
  const sections = sectionsOf(report, placer);
  const style = `${styles()}\n${placer.css()}\n`;
  const hashes = (...texts: readonly string[]): string => texts.map((text) => `'sha256-${sha256(text)}'`).join(" ");
  const policy = [
    "default-src 'none'",
    `style-src ${hashes(style, WITHOUT_SCRIPT)}`,
    `script-src ${hashes(script)}`,
    "img-src data:",
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
  const page = html`<html lang="en">
    <head>
      <meta charset="utf-8" />
      <meta http-equiv="Content-Security-Policy" content="${trusted(policy)}" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="color-scheme" content="light dark" />
      <meta name="referrer" content="no-referrer" />
      <title>${report.project} · ${plural(report.summary.skills, "skill")} · skillc report</title>
      <link rel="icon" href="${trusted(ICON)}" />
      ${trusted(`<style>${style}</style>`)} ${trusted(`<noscript><style>${WITHOUT_SCRIPT}</style></noscript>`)}
    </head>
    <body>
      <a class="skip" href="#main">Skip to the report</a>
      ${header(report)}
      <nav aria-label="Sections">
        <ul>
          ${sections.map(({ id, title }) => html`<li><a href="#${id}">${title}</a></li>`)}
        </ul>
      </nav>
      <main id="main">
        ${figures(report)}
        ${sections.map(
          ({ id, title, body }) =>
            html`<section id="${id}" aria-labelledby="${id}-title">
              <h2 id="${id}-title">${title}</h2>
              ${body}
            </section> `,
        )}
      </main>
      <footer>
        <p>
          Made by skillc. Tokens are
          estimates${report.tokenEstimator !== "" && html` by <code>${report.tokenEstimator}</code>`}. This file loads
          nothing from anywhere.
        </p>
      </footer>
      ${trusted(`<script type="module">${script}</script>`)}
    </body>
  </html> `;
  return REPORT_HEAD + page.markup;
}

function sectionsOf(report: Report, placer: ReturnType<typeof createPlacer>): readonly PageSection[] {
  return [
    { id: "context", title: "Context", body: contextSection(report, placer) },
    { id: "findings", title: "Findings", body: findingsSection(report) },
    { id: "skills", title: "Skills", body: skillsSection(report) },
    { id: "views", title: "Views", body: groupsSection(report) },
    { id: "listings", title: "Listings", body: listingsSection(report) },
    { id: "links", title: "Links", body: linksSection(report, placer) },
    { id: "platforms", title: "Platforms", body: limitsSection(report) },
    { id: "left-out", title: "Left out", body: leftOutSection(report) },
  ];
}

function header({ project, profiles, summary, hash }: Report): Markup {
  return html`<header>
    <p class="brand">skillc report</p>
    <button type="button" id="theme" class="js-only">Dark</button>
    <h1><bdi>${project}</bdi></h1>
    <p class="lead">
      ${plural(summary.skills, "skill")} · ${profiles.length === 1 ? "profile" : "profiles"} ${profiles.join(", ")} ·
      catalog
      <code>${hash.slice(0, "sha256:".length + 12)}</code>
    </p>
  </header>`;
}

function figures({ shares, preload, files, summary, all }: Report): Markup {
  const { index, instructions, text, binary } = shares;
  const counts = countTexts(summary).map((one) => html`<span class="${one.severity}">${one.text}</span>`);
  const [worst = html`none`, ...others] = counts;
  const preloaded = `instructions of ${plural(preload.skills, "skill")}, from the first turn`;
  const binaries = files.binary === 0 ? "" : `, ${thousands(files.binary)} binary (${formatBytes(binary.bytes)})`;
  return html`<dl class="figures">
    ${figure("In every turn", tokensFigure(index.tokens), `names and descriptions of ${plural(all.skills, "skill")}`)}
    ${figure("Preloaded", tokensFigure(preload.tokens), preload.skills === 0 ? "no skill is preloaded" : preloaded)}
    ${figure("On demand", tokensFigure(instructions.tokens - preload.tokens + text.tokens), "instructions and text files")}
    ${figure("Size", formatBytes(totalOf(shares, "bytes")), `instructions and ${plural(files.all, "file")}${binaries}`)}
    ${figure("Findings", worst, html`${others.map((one, at) => html`${at > 0 && ", "}${one}`)}`)}
  </dl>`;
}

function tokensFigure(tokens: number): Markup {
  return html`${shortCount(tokens)} <span class="unit">tokens</span>`;
}

function figure(term: string, value: string | Markup, note: string | Markup): Markup {
  return html`<div>
    <dt>${term}</dt>
    <dd>${value}<small>${note}</small></dd>
  </div>`;
}

function leftOutSection({ dropped, searched }: Report): Markup {
  const lines = searched === undefined ? [] : searchLines(searched, false);
  if (dropped.length + lines.length === 0) return html`<p class="empty good">Nothing was left out.</p>`;
  const more = dropped.length - MOST_DROPPED;
  return html`${
    lines.length > 0 &&
    html`<h3>Where skills were looked for</h3>
      <ul class="search">
        ${lines.map((line) => html`<li>${line}</li>`)}
      </ul>`
  }
  ${
    dropped.length > 0 &&
    html`<h3>Not in the catalog</h3>
      ${scrollTable(
        "Left out",
        [["File"], ["Reason"]],
        html`<tbody>
          ${dropped.slice(0, MOST_DROPPED).map(
            ({ file, reason }) =>
              html`<tr>
                <th scope="row"><code>${file}</code></th>
                <td>${reason}</td>
              </tr>`,
          )}
        </tbody>`,
      )}`
  }
  ${more > 0 && html`<p class="hint">and ${plural(more, "more file")}; catalog.json lists all of them as <code>dropped</code></p>`}`;
}
