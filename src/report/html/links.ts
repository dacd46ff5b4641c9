import { plural, thousands } from "../../diagnostics/rule.ts";
import { chooseLinks, layoutGraph, type PlacedEdge, type GraphLayout, type PlacedNode } from "../charts/link-graph.ts";
import type { Report } from "../model.ts";
import { LINK_KINDS, type SkillLink, type SkillLinkKind } from "../skill-links.ts";
import { html, type Markup } from "./markup.ts";
import type { Placer } from "./placer.ts";
import { scrollTable } from "./table.ts";

const MOST_ROWS = 1000;

const SIZES = { broad: { width: 1060, longest: 32 }, narrow: { width: 348, longest: 17 } } as const;

/** How small the graph gets before it is scrolled. */
const SMALLEST = 0.85;

export function linksSection({ links, skills }: Report, placer: Placer): Markup {
  if (links.length === 0) return html`<p class="empty">No skill names another one.</p>`;
  const rows = new Map(skills.map(({ name }, index) => [name, index]));
  const chosen = chooseLinks(links);
  const draw = (size: keyof typeof SIZES): Markup =>
    html`<div class="scroll ${size}" tabindex="0" role="region" aria-label="Graph of links; a table follows">
      ${drawGraph(layoutGraph(chosen.links, SIZES[size]), { size, rows, placer })}
    </div>`;
  const missing = links.filter(({ isMissing }) => isMissing).length;
  return html`<p class="hint">
      ${plural(links.length, "link")}:
      ${LINK_KINDS.map((kind) => html`<span class="key ${kind}"></span> ${KIND_TEXTS[kind]} `)}
      ${missing > 0 && `${plural(missing, "skill")} that others name, in red, ${missing === 1 ? "does" : "do"} not exist.`}
      ${chosen.leftOut > 0 && `The graph leaves out ${plural(chosen.leftOut, "skill")} with fewer links; the table has them.`}
    </p>
    <figure>
      <figcaption class="vh">Skills that name other skills</figcaption>
      ${draw("broad")}${draw("narrow")}
      <details>
        <summary>The graph as a table</summary>
        ${scrollTable(
          "Links as a table",
          [["Skill"], ["names"], ["how"], ["times", "num"]],
          html`<tbody>
            ${links.slice(0, MOST_ROWS).map((link) => linkRow(link, rows))}
          </tbody>`,
        )}
        ${links.length > MOST_ROWS && html`<p class="hint">and ${plural(links.length - MOST_ROWS, "more link")}</p>`}
      </details>
    </figure>`;
}

const KIND_TEXTS: Readonly<Record<SkillLinkKind, string>> = {
  required: "required",
  optional: "optional",
  related: "related",
  path: "by a path",
  name: "by name",
};

type Rows = ReadonlyMap<string, number>;

function linkRow({ from, to, kind, count, isMissing }: SkillLink, rows: Rows): Markup {
  return html`<tr>
    <th scope="row">${skillLink(from, rows)}</th>
    <td>${isMissing ? html`<span class="missing"><bdi>${to}</bdi> (does not exist)</span>` : skillLink(to, rows)}</td>
    <td>${KIND_TEXTS[kind]}</td>
    <td class="num">${thousands(count)}</td>
  </tr>`;
}

function skillLink(id: string, rows: Rows): Markup {
  return html`<a href="#s${rows.get(id) ?? ""}"><bdi>${id}</bdi></a>`;
}

interface DrawOptions {
  readonly size: string;
  readonly rows: Rows;
  readonly placer: Placer;
}

function drawGraph({ width, height, nodes, edges }: GraphLayout, { size, rows, placer }: DrawOptions): Markup {
  const [w, h] = [Math.ceil(width) + 2, Math.ceil(height) + 2];
  return html`<svg aria-hidden="true" class="graph ${placer.between(w * SMALLEST, w)}" viewBox="-1 -1 ${w} ${h}">
    <defs>
      ${LINK_KINDS.map((kind) => html`<marker id="${size}-${kind}" class="${kind}" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto"><path d="M0 0.5 8 4 0 7.5z" /></marker>`)}
    </defs>
    ${edges.map(({ link, points }) => html`<path class="edge ${link.kind}" marker-end="url(#${size}-${link.kind})" d="${curveThrough(points)}" />`)}
    ${nodes.map((node) => drawNode(node, rows))}
  </svg>`;
}

/** A skill that does not exist has no row to link to. */
function drawNode(node: PlacedNode, rows: Rows): Markup {
  const shape = html`<title>${node.id}</title
    ><rect x="${round(node.x)}" y="${round(node.y)}" width="${round(node.width)}" height="${node.height}" rx="6" /><text
      x="${round(node.x + node.width / 2)}"
      y="${round(node.y + node.height / 2)}"
      >${node.label}</text
    >`;
  const row = rows.get(node.id);
  return row === undefined
    ? html`<g class="missing">${shape}</g>`
    : html`<a href="#s${row}" tabindex="-1">${shape}</a>`;
}

/** A smooth line: quadratic curves between the middles of the segments. */
function curveThrough(points: PlacedEdge["points"]): string {
  const [first, ...rest] = points.map(({ x, y }) => [round(x), round(y)] as const);
  if (first === undefined) return "";
  const last = rest.pop() ?? first;
  let path = `M${first.join(" ")}`;
  for (const [index, [x, y]] of rest.entries()) {
    const next = rest[index + 1] ?? last;
    const end = index === rest.length - 1 ? last : ([round((x + next[0]) / 2), round((y + next[1]) / 2)] as const);
    path += `Q${x} ${y} ${end.join(" ")}`;
  }
  return rest.length === 0 ? `${path}L${last.join(" ")}` : path;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
