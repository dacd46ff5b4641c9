/**
 * Takes: the files of an output. Gives: the output directory, changed at one instant. Never: writes outside it.
 */
export { commitOutputs, type CommitFailure } from "./commit-outputs.ts";
export { createOutputLocks, type Blocked, type OutputLocks } from "./output-lock.ts";
export { placeFile } from "./place-file.ts";
export { stageOutput, type StagedOutput } from "./write-output.ts";
