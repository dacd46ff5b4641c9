/**
 * Takes: what a run has asked and come to. Gives: whether it is still so, and what it came to. Never: decides what is compiled.
 */
export { changedStamps, stampInputs, type InputStamps } from "./input-stamps.ts";
export { createRecordingHost, withoutRecording, type RecordedInputs, type RecordingHost } from "./recording-host.ts";
export { findCachePlace, isInSkill, isWithinAny } from "./cache-place.ts";
export { openBlocks, type Block, type BlockStore } from "./block-store.ts";
export { createOpenFiles, type OpenFiles } from "./open-files.ts";
export { partialName, removePartialFiles } from "./partial-files.ts";
export { startSegment, type SegmentWriter } from "./block-writer.ts";
export { openContents, startContents, type ContentRow } from "./content-file.ts";
export { recordFacts, type DiskFacts } from "./disk-facts.ts";
export { DifferentFacts, openKnownDisk, type KnownDisk } from "./known-disk.ts";
export { createPackageLog } from "./package-log.ts";
export { readCodeDigest } from "./code-digest.ts";
export { createWitness, type Witness } from "./input-witness.ts";
export { type InputChanges } from "./input-changes.ts";
export { watchInputs } from "./watch-inputs.ts";
