/** What the model sees of the skills in clients. */
import { thousands } from "../../diagnostics/rule.ts";
import { budgetText, clientRows, type ClientRow, type Listing } from "../../listings/index.ts";
import type { Report } from "../model.ts";
import { html, type Markup } from "./markup.ts";

export function listingsSection({ listings }: Report): Markup {
  return html`<div class="scroll" tabindex="0" role="region" aria-label="Listings of clients">
      <table>
        <thead>
          <tr>
            <th scope="col">Client</th>
            <th scope="col" class="num">Listing</th>
            <th scope="col" class="num">Whole</th>
            <th scope="col" class="num">Shortened</th>
            <th scope="col" class="num">Name only</th>
            <th scope="col" class="num">Omitted</th>
            <th scope="col" class="num wide">Fits at</th>
          </tr>
        </thead>
        <tbody>
          ${listings.map(listingRow)}
        </tbody>
      </table>
    </div>
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
