/** The same for all forms of archives. */
import type { ListedEntry } from "./take-files.ts";

export interface ArchiveEntry extends ListedEntry {
  readonly bytes: Uint8Array;
  readonly executable: boolean;
}
