/** The Host over files in memory, under the name by which tests know it. */
export { createMemoryHost, type MemoryEntry } from "../../src/host/memory-host.ts";
