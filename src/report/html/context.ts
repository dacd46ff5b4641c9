import { plural, thousands } from "../../diagnostics/rule.ts";
import { formatBytes } from "../../formats/bytes.ts";
import { layoutTreemap, type TreemapCell, type TreemapGroup, type TreemapSkill } from "../charts/treemap.ts";
import type { Report } from "../model.ts";
import { KINDS, totalOf, type Kind, type Share } from "../shares.ts";
import { html, type Markup } from "./markup.ts";
import { measureText, percentText } from "./numbers.ts";
import type { Placer } from "./placer.ts";
import { scrollTable } from "./table.ts";

const LABELS: Readonly<Record<Kind, readonly [name: string, when: string]>> = {
  index: ["Index", "names and descriptions, in every turn"],
  instructions: ["Instructions", "while a skill is in use"],
  text: ["Text files", "references and scripts, when they are read"],
  binary: ["Binary files", "never in the context"],
};

const SIZES = { broad: { width: 1060, height: 460 }, narrow: { width: 350, height: 620 } } as const;
/** The same for a few skills, whose cells would be too large. */
const FEW = { broad: { width: 1060, height: 220 }, narrow: { width: 350, height: 300 } } as const;
const MOST_FEW = 4;

const MEASURES = [
  ["tokens", "Tokens"],
  ["bytes", "Bytes"],
] as const;

export function contextSection(report: Report, placer: Placer): Markup {
  const { shares } = report;
  if (totalOf(shares, "bytes") === 0) return html`<p class="empty">There is no content to measure.</p>`;
  const skills = report.skills.map(({ name, namespace, shares }, row): TreemapSkill => ({
    row,
    id: name,
    name: namespace === undefined ? name : name.slice(namespace.length + 1),
    shares,
  }));
  return html`${kindTable(report)}
    <fieldset class="measures">
      <legend class="vh">Measure of the map</legend>
      ${MEASURES.map(([measure, label], index) => html`<input type="radio" name="measure" id="by-${measure}" ${index === 0 && html` checked`} /><label for="by-${measure}">${label}</label>`)}
      ${MEASURES.map(([measure, label]) => map(skills, { measure, label, placer }))}
    </fieldset>`;
}

function kindTable({ shares }: Report): Markup {
  const tokens = totalOf(shares, "tokens");
  const bytes = totalOf(shares, "bytes");
  const hidden = (heading: string): Markup => html`<span class="vh">${heading}</span>`;
  return scrollTable(
    "Kinds of content",
    [
      ["Content"],
      ["Tokens", "num"],
      [hidden("Share of the tokens"), "num wide"],
      ["Size", "num"],
      [hidden("Share of the size"), "num wide"],
    ],
    html`<tbody>
        ${KINDS.map((kind) => {
          const [name, when] = LABELS[kind];
          const share = shares[kind];
          return html`<tr>
            <th scope="row"><span class="swatch ${kind}"></span>${name} <small>${when}</small></th>
            <td class="num">${thousands(share.tokens)}</td>
            <td class="num wide muted">${percentText(share.tokens, tokens)}</td>
            <td class="num">${kind === "index" ? "–" : formatBytes(share.bytes)}</td>
            <td class="num wide muted">${kind !== "index" && percentText(share.bytes, bytes)}</td>
          </tr>`;
        })}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">All</th>
          <td class="num">${thousands(tokens)}</td>
          <td class="wide"></td>
          <td class="num">${formatBytes(bytes)}</td>
          <td class="wide"></td>
        </tr>
      </tfoot>`,
    "kinds",
  );
}

interface MapOptions {
  readonly measure: keyof Share;
  readonly label: string;
  readonly placer: Placer;
}

/** Both maps of a measure, and a table with the same cells for those who cannot see them. */
function map(skills: readonly TreemapSkill[], { measure, label, placer }: MapOptions): Markup {
  const isFew = skills.length <= MOST_FEW;
  const sizes = isFew ? FEW : SIZES;
  const broad = layoutTreemap(skills, measure, sizes.broad);
  const narrow = layoutTreemap(skills, measure, sizes.narrow);
  const draw = (groups: readonly TreemapGroup[], size: keyof typeof SIZES): Markup =>
    html`<div class="map ${size}${isFew && " few"}" aria-hidden="true">
      ${groups.map((group) => groupCells(group, measure, placer))}
    </div>`;
  return html`<figure class="by-${measure}">
    <figcaption class="vh">${label} by kind of content and skill</figcaption>
    ${draw(broad, "broad")}${draw(narrow, "narrow")}
    ${isScaled(broad) && html`<p class="hint note">The largest skills have boxes of a readable size; the others are grouped by name.</p>`}
    <details>
      <summary>The map as a table</summary>
      ${scrollTable(
        `${label} as a table`,
        [["Content"], ["Skill"], [label, "num"]],
        html`<tbody>
          ${broad.map((group) => group.cells.map((cell) => cellRow(group, cell, measure)))}
        </tbody>`,
      )}
    </details>
  </figure>`;
}

function isScaled(groups: readonly TreemapGroup[]): boolean {
  return groups.some(({ cells }) => cells.some(({ span }) => span !== undefined));
}

function groupCells(group: TreemapGroup, measure: keyof Share, placer: Placer): Markup {
  const { kind, value, cells, hasHeading } = group;
  const [name] = LABELS[kind];
  const shown = (amount: number): string => measureText(amount, measure);
  const drawn = cells.map((cell) => {
    const classes = `cell ${kind}${cell.skill === undefined ? " rest" : ""} ${placer.place(cell)}`;
    const about = `${name} of ${cell.skill?.id ?? cellName(cell)}: ${valueText(cell, measure)}${measure === "tokens" ? " tokens" : ""}`;
    return html`<a class="${classes}" href="${targetOf(cell)}" tabindex="-1" title="${about}"
      ><b>${cellName(cell)}</b><span>${valueText(cell, measure)}</span></a
    >`;
  });
  return html`${hasHeading && html`<p class="kind ${placer.place(group)}"><b>${name}</b> <span>${shown(value)}</span></p>`}${drawn}`;
}

function cellRow({ kind }: TreemapGroup, cell: TreemapCell, measure: keyof Share): Markup {
  return html`<tr>
    <td>${LABELS[kind][0]}</td>
    <th scope="row">
      <a href="${targetOf(cell)}"><bdi>${cell.skill?.id ?? cellName(cell)}</bdi></a>
    </th>
    <td class="num">${valueText(cell, measure)}</td>
  </tr>`;
}

/** A group of smaller skills has the names of its first and its last one. */
function cellName({ skill, skills, span }: TreemapCell): string {
  if (skill !== undefined) return skill.name;
  return span === undefined ? plural(skills, "smaller skill") : `${span.from} – ${span.to}`;
}

function valueText({ skill, skills, span, value }: TreemapCell, measure: keyof Share): string {
  const text = measureText(value, measure);
  return skill === undefined && span !== undefined ? `${plural(skills, "skill")}, ${text}` : text;
}

function targetOf({ skill }: TreemapCell): string {
  return skill === undefined ? "#skills" : `#s${skill.row}`;
}
