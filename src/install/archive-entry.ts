/** Files of an archive, whatever its form, and where its skills are. */
import type { ListedEntry } from "./take-files.ts";

export interface ArchiveEntry extends ListedEntry {
  readonly bytes: Uint8Array;
  readonly executable: boolean;
}

/** Undefined if it is not UTF-8. A NUL stays: the name that has it is refused later, with the file named. */
export function decodeExactly(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
