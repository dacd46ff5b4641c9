import { html, trusted, type Markup } from "./markup.ts";

/** A heading, and the classes of its cell. */
type Column = readonly [heading: string | Markup, classes?: string];

/** Shows a table that scrolls by itself on a small screen; `bodies` follow its head. */
export function scrollTable(label: string, columns: readonly Column[], bodies: Markup, classes?: string): Markup {
  const head = columns.flatMap(([heading, names]) => {
    const attributes = trusted(names === undefined ? 'scope="col"' : `scope="col" class="${names}"`);
    return [trusted("\n"), html`<th ${attributes}>${heading}</th>`];
  });
  return html`<div class="scroll" tabindex="0" role="region" aria-label="${label}">
    <table${classes !== undefined && html` class="${classes}"`}>
      <thead>
        <tr>${head}
        </tr>
      </thead>
      ${bodies}
    </table>
  </div>`;
}
