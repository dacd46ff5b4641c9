/**
 * Takes: findings with fixes, and a way to read texts. Gives: texts as they would be. Never: reads or writes a file,
 * applies a part of a fix.
 */
export { applyFixes, type FixedFile, type FixOptions } from "./apply-fixes.ts";
export { unifiedDiff } from "./unified-diff.ts";
