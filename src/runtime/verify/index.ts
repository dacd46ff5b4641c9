/**
 * Checks a catalog from an untrusted place against its hashes.
 * Takes: a parsed `catalog.full.json`. Gives: the same catalog, or an error that names what differs. Never: fetches
 * anything, changes what it was given.
 */
export { verifyCatalog, type VerifyOptions } from "./verify-catalog.ts";
