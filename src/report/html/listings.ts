import { thousands } from "../../diagnostics/rule.ts";
import { budgetText, clientRows, type ClientRow, type Listing } from "../../listings/index.ts";
import type { Report } from "../model.ts";
import { html, type Markup } from "./markup.ts";
import { scrollTable } from "./table.ts";

export function listingsSection({ listings }: Report): Markup {
  const numbers = ["Listing", "Whole", "Shortened", "Name only", "Omitted"].map((name) => [name, "num"] as const);
  return html`${scrollTable(
      "Listings of clients",
      [["Client"], ...numbers, ["Fits at", "num wide"]],
      html`<tbody>
        ${listings.map(listingRow)}
      </tbody>`,
    )}
    <p class="hint">
      For these skills alone, all used equally often. Fits at: the length, in characters, to which the descriptions can
      be cut for all of them to be whole. <code>skillc list --as …</code> names the skills.
    </p>`;
}

function listingRow({ client, version, budget, bounds, fitsAt, ...listing }: Listing): Markup {
  const { label }: ClientRow = clientRows[client];
  const deferred = listing.agent?.deferred.length ?? 0;
  const names = thousands(listing.nameOnly.length);
  const range = bounds.least === bounds.most ? "" : ` (${thousands(bounds.least)} to ${thousands(bounds.most)} by use)`;
  return html`<tr>
    <th scope="row">${label} <small>${version}${listing.verified ? "" : ", unverified"}</small></th>
    <td class="num">${budgetText(budget)}</td>
    <td class="num">${thousands(listing.whole.length)}</td>
    <td class="num">${thousands(listing.shortened.length)}</td>
    <td class="num">${names}${range}</td>
    <td class="num">
      ${thousands(listing.omitted.length)}${deferred === 0 ? "" : ` (${thousands(deferred)} deferred)`}
    </td>
    <td class="num wide">${fitsAt === null ? "no length" : thousands(fitsAt)}</td>
  </tr>`;
}
