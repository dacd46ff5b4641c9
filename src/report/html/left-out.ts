/** What is not in the catalog, and where skills were not looked for. */
import { plural } from "../../diagnostics/rule.ts";
import { searchLines } from "../../formats/search-lines.ts";
import { MOST_DROPPED, type Report } from "../model.ts";
import { html, type Markup } from "./markup.ts";

export function leftOutSection({ dropped, searched }: Report): Markup {
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
      <div class="scroll" tabindex="0" role="region" aria-label="Left out">
        <table>
          <thead>
            <tr>
              <th scope="col">File</th>
              <th scope="col">Reason</th>
            </tr>
          </thead>
          <tbody>
            ${dropped.slice(0, MOST_DROPPED).map(
              ({ file, reason }) =>
                html`<tr>
                  <th scope="row"><code>${file}</code></th>
                  <td>${reason}</td>
                </tr>`,
            )}
          </tbody>
        </table>
      </div>`
  }
  ${more > 0 && html`<p class="hint">and ${plural(more, "more file")}; catalog.json lists all of them as <code>dropped</code></p>`}`;
}
