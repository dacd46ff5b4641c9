import { plural, thousands } from "../../diagnostics/rule.ts";
import { formatBytes } from "../../formats/bytes.ts";
import { countTexts } from "../../formats/finding-texts.ts";
import type { CatalogFile } from "../../runtime/catalog/catalog.ts";
import type { Report, SkillGroup, ReportSkill } from "../model.ts";
import { totalOf } from "../shares.ts";
import { finding } from "./findings.ts";
import { html, type Markup } from "./markup.ts";

/** Rows that are visible at first; the script of the page shows the others. */
const FIRST_ROWS = 100;

/** The columns after the name; `wide` and `mid` ones are left out on small screens, where the details have
 * their numbers. */
const COLUMNS: readonly (readonly [label: string, title: string, classes: string])[] = [
  ["Findings", "Errors, warnings and infos", ""],
  ["Index", "Tokens of the name and the description, in every turn", "num wide mid"],
  ["Instructions", "Tokens of the instructions, while the skill is in use", "num"],
  ["Text files", "Tokens of all text files, when they are read", "num wide"],
  ["Files", "Number of files, without the SKILL.md", "num wide mid"],
  ["Size", "Bytes of the instructions and all files", "num wide"],
];

export function skillsSection(report: Report): Markup {
  const { skills, omitted } = report;
  if (skills.length === 0) return html`<p class="empty">No skills were found.</p>`;
  return html`${filters(report)}
    <div class="scroll" tabindex="0" role="region" aria-label="Table of skills">
      <table class="skills">
        <thead>
          <tr>
            ${sortHeader("Skill", "Name and path", "", 0)}${COLUMNS.map(([label, title, classes], index) => sortHeader(label, title, classes, index + 1))}
          </tr>
        </thead>
        ${skills.map((row, index) => skillBody(row, index, report))}
      </table>
    </div>
    <p class="empty js-only" id="none" hidden>No skill matches the filter.</p>
    <p class="more js-only" id="more" hidden><button type="button">Show 200 more</button></p>
    ${omittedText(omitted)}`;
}

function omittedText({ skills, findings }: Report["omitted"]): Markup | undefined {
  const left = [
    ...(skills > 0 ? [`the details of ${plural(skills, "skill")}`] : []),
    ...(findings > 0 ? [plural(findings, "finding")] : []),
  ];
  if (left.length === 0) return undefined;
  return html`<p class="hint">
    To keep this page usable, ${left.join(" and ")} are only counted: <code>skillc show &lt;name&gt;</code> and
    <code>skillc check --all</code> show them.
  </p>`;
}

function sortHeader(label: string, title: string, classes: string, column: number): Markup {
  return html`<th scope="col" class="${classes}" title="${title}">
    <button type="button" class="js-only" data-sort="${column}">${label}</button><noscript>${label}</noscript>
  </th>`;
}

function filters({ views, namespaces, skills }: Report): Markup {
  return html`<form class="filters js-only" role="search" aria-label="Filter the skills">
    <label class="grow"
      ><span>Filter</span
      ><input type="search" id="query" placeholder="Name, path or description" autocomplete="off" spellcheck="false"
    /></label>
    <label
      ><span>Findings</span
      ><select id="severity">
        <option value="">all</option>
        <option value="e">with errors</option>
        <option value="w">with warnings</option>
        <option value="i">with infos</option>
        <option value="n">none</option>
      </select></label
    >
    ${choice("view", "View", views)} ${choice("namespace", "Namespace", namespaces)}
    <button type="reset">Clear</button>
    <p class="active" id="active" hidden>
      <button type="button" id="rule">
        <span></span><i aria-hidden="true">×</i><span class="vh">, remove this filter</span>
      </button>
    </p>
    <p class="status" role="status" id="status">${plural(skills.length, "skill")}</p>
  </form>`;
}

function choice(id: string, label: string, groups: readonly SkillGroup[]): Markup | undefined {
  if (groups.length === 0) return undefined;
  const options = groups.map(({ name }, index) => html`<option value="${index}">${name}</option>`);
  return html`<label
    ><span>${label}</span
    ><select id="${id}">
      <option value="">all</option>
      ${options}
    </select></label
  >`;
}

function skillBody(row: ReportSkill, index: number, report: Report): Markup {
  const { counts, shares, codes, views, namespace } = row;
  const space = report.namespaces.findIndex(({ name }) => name === namespace);
  const bytes = totalOf(shares, "bytes");
  const severity = counts.error * 1e6 + counts.warning * 1e3 + counts.info;
  const sorts = [severity, shares.index.tokens, shares.instructions.tokens, shares.text.tokens, row.files, bytes];
  const has = `${counts.error > 0 ? "e" : ""}${counts.warning > 0 ? "w" : ""}${counts.info > 0 ? "i" : ""}`;
  const name = html`<bdi>${row.name}</bdi>`;
  return html`<tbody
    id="s${index}"
    data-n="${sorts.join(" ")}"
    data-f="${has === "" ? "n" : has}"
    data-r="${codes.join(" ")}"
    data-v="${views.join(" ")}"
    data-s="${space === -1 ? "" : space}"
    ${index >= FIRST_ROWS && html` hidden`}
  >
    <tr>
      <th scope="row">
        ${row.hasDetails ? html`<button type="button" aria-expanded="false" aria-controls="d${index}">${name}</button>` : html`<span class="name">${name}</span>`}${badges(row)}<small
          >${row.path === "" ? "inline" : row.path}</small
        >
      </th>
      <td>${countChips(counts)}</td>
      <td class="num wide mid">${row.isInCatalog && thousands(shares.index.tokens)}</td>
      <td class="num">${row.isInCatalog && thousands(shares.instructions.tokens)}</td>
      <td class="num wide">${row.isInCatalog && thousands(shares.text.tokens)}</td>
      <td class="num wide mid">${row.isInCatalog && thousands(row.files)}</td>
      <td class="num wide">${row.isInCatalog && formatBytes(bytes)}</td>
    </tr>
    ${
      row.hasDetails &&
      html`<tr class="detail" id="d${index}" hidden>
        <td colspan="7">${details(row, report)}</td>
      </tr>`
    }
  </tbody>`;
}

function badges({ isInCatalog, preload }: ReportSkill): Markup | undefined {
  if (!isInCatalog) return html` <span class="badge error">not in the catalog</span>`;
  return preload ? html` <span class="badge">preloaded</span>` : undefined;
}

function countChips({ error, warning, info }: ReportSkill["counts"]): readonly Markup[] {
  const counts = countTexts({ skills: 0, errors: error, warnings: warning, infos: info });
  return counts.map(({ severity, text }) => html`<span class="chip ${severity}">${text}</span> `);
}

function details(row: ReportSkill, report: Report): Markup {
  const { description, shares, largest, files, findings, counts, views, namespace } = row;
  const all = counts.error + counts.warning + counts.info;
  const facts: readonly (readonly [string, string])[] = row.isInCatalog
    ? [
        ...(namespace === undefined ? [] : [["Namespace", namespace] as const]),
        ...(views.length === 0
          ? []
          : [["Views", views.map((view) => report.views[view]?.name ?? "").join(", ")] as const]),
        ["Index", plural(shares.index.tokens, "token")],
        ["Instructions", plural(shares.instructions.tokens, "token")],
        ["Text files", plural(shares.text.tokens, "token")],
        ["Binary files", formatBytes(shares.binary.bytes)],
      ]
    : [];
  return html` ${description !== "" && html`<p class="description" dir="auto">${description}</p>`}
  ${
    facts.length > 0 &&
    html`<dl class="facts">
      ${facts.map(
        ([term, value]) =>
          html`<div>
            <dt>${term}</dt>
            <dd>${value}</dd>
          </div>`,
      )}
    </dl>`
  }
  ${
    largest.length > 0 &&
    html`<h4>${files > largest.length ? `The largest of ${plural(files, "file")}` : plural(files, "file")}</h4>
      <ul class="files">
        ${largest.map(fileItem)}
      </ul>`
  }
  ${findings.map(finding)}
  ${findings.length < all && html`<p class="hint">${plural(all - findings.length, "more finding")}</p>`}`;
}

function fileItem({ path, bytes, tokens }: CatalogFile): Markup {
  const size = tokens === undefined ? formatBytes(bytes) : `${formatBytes(bytes)}, ${plural(tokens, "token")}`;
  return html`<li><code>${path}</code> <span>${size}</span></li>`;
}
