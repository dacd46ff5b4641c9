import { mismatch, type AnySkills } from "../access.ts";
import { LIVE_KEY } from "./live-format.ts";
import { createSource, type LiveOptions, type Opened } from "./live-source.ts";
import { within, type Deadline } from "./read-object.ts";

// In every engine since 2022; declared because the runtime has no DOM types. A clock that never goes back.
declare const performance: { now(): number };
declare const AbortSignal: { timeout(milliseconds: number): Deadline };

/**
 * The skills of a source.
 *
 * @example
 * const live: LiveSkills = createLiveSkills({ load, maxAge: 60, onError: console.error });
 * const agent = await agentSkills(await live.get());
 */
export interface LiveSkills {
  /**
   * Returns the skills in use, at once. When the source has not been asked for `maxAge`, asks it in the background; pass
   * `(work) => context.waitUntil(work)` where a platform ends work with the response. Waits for the source, and rejects,
   * only while there are none.
   */
  get(waitUntil?: (work: Promise<unknown>) => void): Promise<AnySkills>;
  /** Asks the source now; resolves to whether the skills changed. Rejects if they could not be read: those in use stay. */
  refresh(): Promise<boolean>;
  /** Seconds since the source last had the skills in use; undefined while there are none. */
  age(): number | undefined;
}

interface Current extends Opened {
  /** Hash of the text that it was read from. */
  readonly text: string;
  readonly etag: string | undefined;
  /** When the source last had it. */
  readonly confirmed: number;
}

const TIMEOUT = 10_000;

/**
 * Creates skills that a source can replace. A catalog is taken as a whole, after all of its metadata was read, compared with
 * its hashes and tested, and, if it replaces another one, all contents that are new. What cannot be read, is too large,
 * takes too long, has another format or a lower revision changes nothing.
 *
 * Contents of up to 8 MB are read with the catalog and stay in memory; of a larger one, those that were used last.
 *
 * What `get` returned stays what it was: a conversation that holds it keeps its skills, as long as the source keeps the
 * old objects.
 *
 * @example
 * const live = createLiveSkills({
 *   load: async (key) => ({ body: await readFile(join(directory, key), "utf8") }),
 *   maxAge: 60,
 *   onError: (error) => console.error(error),
 * });
 * const skills = await live.get();
 */
export function createLiveSkills(options: LiveOptions): LiveSkills {
  const { maxAge, timeout = TIMEOUT, onError } = options;
  const source = createSource(options, timeout);
  let current: Current | undefined;
  let tried = -Infinity;
  let flight: { readonly work: Promise<boolean>; readonly since: number } | undefined;

  const update = async (): Promise<boolean> => {
    const deadline = AbortSignal.timeout(timeout);
    const object = await source.read(deadline, current?.etag);
    const confirmed = performance.now();
    if (current !== undefined && (object === "unchanged" || object.hash === current.text)) {
      current = { ...current, confirmed, ...(object !== "unchanged" && { etag: object.etag }) };
      return false;
    }
    if (object === "unchanged") throw mismatch(`${LIVE_KEY} cannot be unchanged`);
    const opened = await source.open(object, deadline, current);
    current = { ...opened, text: object.hash, etag: object.etag, confirmed };
    return true;
  };

  const start = (): Promise<boolean> => {
    tried = performance.now();
    const work = update()
      .catch((error: unknown) => {
        onError?.(error);
        throw error;
      })
      .finally(() => {
        if (flight?.work === work) flight = undefined;
      });
    flight = { work, since: tried };
    return work;
  };
  // A platform may end the request that a refresh belongs to: what is later than its deadline never ends.
  const refresh = async (): Promise<boolean> => {
    if (flight === undefined || performance.now() - flight.since > 2 * timeout) return start();
    return within(AbortSignal.timeout(2 * timeout), "The refresh of another request", flight.work);
  };

  return {
    refresh,
    async get(waitUntil) {
      if (current === undefined) await refresh();
      else if (performance.now() - tried >= maxAge * 1000) {
        // The next request tries again; onError has the reason.
        const work = refresh().catch(() => false);
        waitUntil?.(work);
      }
      return (current as Current).skills;
    },
    age: () => current && (performance.now() - current.confirmed) / 1000,
  };
}
