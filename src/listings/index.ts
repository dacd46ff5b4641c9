/**
 * What the model sees of skills in a client: the lines that the client sends, and the descriptions that it cuts or drops.
 *
 * Takes: skills of a catalog, and a client with its budget. Gives: a listing. Never: reads a file, is imported by the
 * runtime, or is loaded by a command that does not ask for it.
 */
export { budgetText } from "./budget-text.ts";
export { ListingFault, parseListingClient } from "./client-spec.ts";
export { clientRows, listingClients, type ClientRow, type ListingClientName } from "./clients.ts";
export { isOver } from "./listing-of.ts";
export type { AgentFacts, ListedSkill, Listing, ListingBudget, ListingClient, ShortenedSkill } from "./listing.ts";
export { settingsFor, withTiers } from "./settings.ts";
export { simulateListing } from "./simulate.ts";
