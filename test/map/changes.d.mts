/** A change that someone may want to make, and where it begins. */
export interface Change {
  /** Completes the sentence "I want to …". */
  readonly job: string;
  /** Below src. */
  readonly file: string;
  /** The table, type or function in the file. */
  readonly name: string;
  readonly note?: string;
}
export const changes: readonly Change[];
