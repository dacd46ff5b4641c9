export declare const COMPATIBILITY_DATE: string;
export declare const WORKERD_VERSION: string;

export interface RunningWorker {
  /** Without a slash at the end. */
  readonly url: string;
  /** What workerd wrote to its standard error so far. */
  readonly errors: () => string;
  readonly stop: () => Promise<void>;
}

/** Writes `code` and a config into `dir` and starts workerd on a free loopback port; rejects when it does not start. */
export declare function startWorkerd(
  dir: string,
  code: string | Uint8Array,
  flags?: readonly string[],
  date?: string,
): Promise<RunningWorker>;
