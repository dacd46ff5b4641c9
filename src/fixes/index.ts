/**
 * Takes: findings with fixes, and a function that reads texts. Gives: the fixed texts. Never: reads or writes a file,
 * applies part of a fix.
 */
export { applyFixes, type FixedFile } from "./apply-fixes.ts";
export { unifiedDiff } from "./unified-diff.ts";
