/**
 * How far a command is.
 *
 * @example
 * await build({ onProgress: ({ phase, done, total }) => console.log(phase, done, total ?? "") });
 */
export interface Progress {
  /** `search` counts directories, `compile` and `link` skills, `write` files, `fetch` references. */
  readonly phase: "search" | "compile" | "link" | "write" | "fetch";
  readonly done: number;
  /** Undefined if it is not known. */
  readonly total?: number;
}

/** Called often: what it does should be quick. */
export type OnProgress = (progress: Progress) => void;
