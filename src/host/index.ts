/**
 * Takes: requests to the file system and to processes. Gives: answers as values. Never: decides what they mean; writes
 * outside the output directory that it was given.
 */
export { findBareRepository } from "./bare-repository.ts";
export { findCachePlace, isInSkill, isWithinAny } from "./cache-place.ts";
export { readCodeDigest } from "./code-digest.ts";
export { changedSince } from "./git.ts";
export { onInterrupt, settleInterrupts } from "./interrupts.ts";
export { createMemoryHost, type MemoryEntry } from "./memory-host.ts";
export { attempt, createNodeHost, toPosixPath } from "./node-host.ts";
export { commitOutputs, type CommitFailure, type WriteFailure } from "./commit-outputs.ts";
export { createOverlayHost, type Drafts } from "./overlay-host.ts";
export { createRecordingHost, withoutRecording, type RecordedInputs, type RecordingHost } from "./recording-host.ts";
// Not readRegular: it returns a Buffer, and the types of this package must not need those of Node.
export { writeText } from "./write-text.ts";
export { openLibrary, packageRoot, readBuildId, readVersion } from "./package-files.ts";
export { createOutputLocks, type Blocked, type OutputLocks } from "./output-lock.ts";
export { placeFile } from "./place-file.ts";
export { replaceText } from "./replace-text.ts";
export { createCommandRunner } from "./run-command.ts";
export { startProgram, type RunningProgram } from "./run-program.ts";
export { changedStamps, stampInputs, type InputStamps } from "./input-stamps.ts";
export { writeOwnText } from "./own-text.ts";
export { createSignalFile } from "./signal-file.ts";
export { findSkillAbove } from "./skill-above.ts";
export { type Witness } from "./input-witness.ts";
export { openSegments } from "./unit-segments.ts";
export { watchInputs } from "./watch-inputs.ts";
export type { FileProofs } from "./stage-file.ts";
export { stageOutput, type OutputChanges, type StagedOutput } from "./write-output.ts";
