import type { MeasuredOutput } from "../../api/report-facts.ts";
import { formatFigure } from "../../formats/bytes.ts";
import type { PlatformRow } from "../../platforms/index.ts";
import type { OutputLimits, Report } from "../model.ts";
import { html, type Markup } from "./markup.ts";
import { percentText } from "./numbers.ts";

const WHAT: Readonly<Record<PlatformRow["what"], string>> = {
  raw: "Size",
  gzip: "Compressed",
  files: "Files in assets/",
  startup: "Time to start",
  memory: "Memory at startup",
};

export function limitsSection({ limits, isPlatformChosen, summary }: Report): Markup {
  if (summary.errors > 0) return html`<p class="empty">Not measured: a build with errors writes nothing.</p>`;
  if (limits.every(({ rows }) => rows.length === 0))
    return html`<p class="empty">
      ${limits.length === 0 ? "Nothing to measure." : `No limits to check: ${limits.map(({ platform }) => platform).join(", ")}.`}
    </p>`;
  return html`<p class="hint">All figures are those of the module alone, without your program.</p>
    ${
      !isPlatformChosen &&
      html`<p class="hint">
        No platform is chosen: for each, the limit that the output comes closest to. <code>platform</code> in the
        config, or <code>--platform</code>, shows all limits of one, and reports those that are exceeded.
      </p>`
    }
    <div class="scroll" tabindex="0" role="region" aria-label="Limits of platforms">
      <table class="limits">
        <thead>
          <tr>
            ${!isPlatformChosen && html`<th scope="col">Platform</th>`}
            <th scope="col">Limit</th>
            <th scope="col" class="num">Actual</th>
            <th scope="col" class="num">Maximum</th>
            <th scope="col" class="share">Share</th>
            <th scope="col" class="wide mid">Source</th>
          </tr>
        </thead>
        ${
          isPlatformChosen
            ? limits.map(platformBody)
            : html`<tbody>
                ${limits.map(closestRow)}
              </tbody>`
        }
      </table>
    </div>`;
}

function platformBody({ platform, output, rows }: OutputLimits): Markup {
  const view = output.view === undefined ? "" : `, view ${output.view}`;
  return html`<tbody>
    <tr>
      <th scope="rowgroup" colspan="5">${platform} <small>${output.outDir}${view}</small></th>
    </tr>
    ${rows.map(
      (row) =>
        html`<tr>
          ${limitCells(row, output)}
        </tr>`,
    )}
  </tbody>`;
}

function closestRow({ platform, output, rows }: OutputLimits): Markup {
  const [first] = rows.toSorted((one, two) => two.share - one.share);
  if (first === undefined) return html``;
  return html`<tr>
    <th scope="row">${platform}</th>
    ${limitCells(first, output)}
  </tr>`;
}

function limitCells({ what, actual, limit, share, ok, severity, note }: PlatformRow, output: MeasuredOutput): Markup {
  const isAbout = what === "gzip" && output.figures.gzipEstimated;
  const width = Math.min(100, Math.max(share > 0 ? 1 : 0, Math.round(share * 100)));
  const [about = "", ...source] = note.split("; ");
  return html`<td>${WHAT[what]}<small>${about}</small></td>
    <td class="num">${isAbout && "about "}${formatFigure(what, actual)}</td>
    <td class="num">${formatFigure(what, limit)}</td>
    <td class="share">
      <svg class="bar ${ok ? "good" : severity}" aria-hidden="true" width="100%" height="6">
        <rect width="100%" height="6" rx="3" />
        <rect class="fill" width="${width}%" height="6" rx="3" />
      </svg>
      <span>${percentText(actual, limit)}</span>${!ok && html` <span class="chip ${severity}">over</span>`}
    </td>
    <td class="wide mid muted">${source.join("; ")}</td>`;
}
