/**
 * The language server: findings, fixes, hovers, completions and links in an editor.
 *
 * Takes: a connection to an editor over streams, and the options of a session. Gives: answers of the Language Server
 * Protocol 3.17, from the compiler and its drafts. Never: writes a file, prints, checks anything itself.
 */
export { serveEditor } from "./server.ts";
