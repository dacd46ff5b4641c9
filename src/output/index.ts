/**
 * Takes: the files of an output. Gives: the output directory, changed at one instant. Never: writes outside it.
 */
export type { ManifestPlace } from "./output-manifest.ts";
export type { FileProofs } from "./stage-file.ts";
export { commitOutputs, type CommitFailure, type WriteFailure } from "./commit-outputs.ts";
export { createOutputLocks, type Blocked, type OutputLocks } from "./output-lock.ts";
export { placeFile } from "./place-file.ts";
export { stageOutput, type StagedOutput } from "./write-output.ts";
