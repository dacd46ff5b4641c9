/** A file that a skill passes. */
export interface Step {
  /** Relative to `src`. */
  readonly file: string;
  /** What becomes of the skill there. */
  readonly does: string;
  /** Later steps that it calls. */
  readonly calls?: readonly string[];
  /** The type by which the next step takes over; absent where it calls the next one. */
  readonly gives?: { readonly name: string; readonly file: string };
}

export const way: readonly Step[];
