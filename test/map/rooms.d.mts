/** A directory of src, or a file at its top. */
export interface Room {
  readonly name: string;
  /** What is in it, for a table. */
  readonly holds: string;
  /** Rooms that it may import, types included; its own files are always allowed. */
  readonly imports: readonly string[];
  /** Libraries that no other room may import. */
  readonly libraries?: readonly string[];
  /** May import `node:*`. */
  readonly knowsNode?: true;
}
export const rooms: readonly Room[];
