/**
 * Takes: requests to the file system and to processes. Gives: answers as values. Never: decides what they mean; writes
 * outside the output directory that it was given.
 */
export { findBareRepository } from "./bare-repository.ts";
export { changedSince, type GitFault } from "./git.ts";
export { createStagedHost, readStaged, type Staged } from "./staged.ts";
export { onInterrupt, settleInterrupts, SIGNALS } from "./interrupts.ts";
export { createMemoryHost, type MemoryEntry } from "./memory-host.ts";
export { attempt, createNodeHost, toPosixPath } from "./node-host.ts";
export { createOverlayHost } from "./overlay-host.ts";
// Not readRegular: it returns a Buffer, and the types of this package must not need those of Node.
export { writeText } from "./write-text.ts";
export { openLibrary, packageRoot, readBuildId, readVersion } from "./package-files.ts";
export { replaceText } from "./replace-text.ts";
export { createCommandRunner } from "./run-command.ts";
export { startProgram, type RunningProgram } from "./run-program.ts";
export { writeOwnText } from "./generated-text.ts";
export { createSignalFile } from "./signal-file.ts";
export { findSkillAbove } from "./skill-above.ts";
