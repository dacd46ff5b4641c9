import { listForAgent } from "./agent.ts";
import { parseListingClient } from "./client-spec.ts";
import { listingOf } from "./listing-of.ts";
import type { ListedSkill, Listing, ListingClient } from "./listing.ts";

/**
 * Returns what a client shows the model of some skills: the lines that it sends, and whose descriptions are cut or dropped.
 * It assumes that all skills are used equally often and that no other skills are installed, unless `reserve` says so.
 *
 * @param skills those of a catalog or of a module; hidden ones are left out as the client does.
 * @param client a client as in `skillc list --as codex@128k`, or its parts.
 * @throws TypeError for an unknown client, and for a budget that is not one.
 * @example
 * const { nameOnly, fitsAt } = simulateListing(skills.listForDir(""), "claude-code@200k");
 * if (nameOnly.length > 0) console.log(`cut the descriptions to ${fitsAt} characters`);
 */
export function simulateListing(skills: readonly ListedSkill[], client: string | ListingClient): Listing {
  return listingOf(skills, typeof client === "string" ? parseListingClient(client) : client, listForAgent);
}
