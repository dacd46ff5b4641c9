/**
 * Files of skills that are not in the module.
 * Takes: the application's way to read an asset. Gives: its bytes, or a stream of them, as the build saw them. Never:
 * returns content that differs from its hash without an error, keeps more than a piece of a stream in memory.
 */
export { openAsset } from "./open-asset.ts";
