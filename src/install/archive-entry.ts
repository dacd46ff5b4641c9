/** Files of an archive, whatever its form, and where its skills are. */
import type { ListedEntry } from "./take-files.ts";

export interface ArchiveEntry extends ListedEntry {
  readonly bytes: Uint8Array;
  readonly executable: boolean;
}
