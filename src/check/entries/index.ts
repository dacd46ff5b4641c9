/**
 * Takes: one distribution file as a JSON tree. Gives: nothing; findings go to the report. Never: fetches anything,
 * compares digests with bytes.
 */
export { checkDiscoveryIndex } from "./discovery-index.ts";
export { createEntryContext, type EntryContext } from "./entry-context.ts";
export { checkMcpEntry } from "./mcp-entry.ts";
