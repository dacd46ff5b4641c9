/** Watches the skills of a session, for bundlers whose own watchers see too little or too much. */
import type { Snapshot } from "../api/snapshot.ts";
import { problemsOf, type PluginSession } from "./session.ts";

export interface SkillsWatch {
  /** The first snapshot, when the callback is done with it. Rejects if watching fails before. */
  readonly first: Promise<Snapshot>;
  close(): void;
}

/**
 * Calls back with the first snapshot, and with each later one whose errors or outputs differ from those before. The
 * callback may be asynchronous: changes that happen meanwhile are taken together. If it returns false, it could not take the
 * snapshot and gets the next one in any case. `onFailure` reports a watch that ends after its first snapshot.
 */
export function watchSkills(
  session: PluginSession,
  onNews: (snapshot: Snapshot) => void | boolean | Promise<void | boolean>,
  onFailure: (text: string) => void,
): SkillsWatch {
  let errorsBefore: string | undefined;
  let isStarted = false;
  let settle: (snapshot: Snapshot) => void;
  let fail: (error: unknown) => void;
  const first = new Promise<Snapshot>((resolveFirst, rejectFirst) => {
    settle = resolveFirst;
    fail = rejectFirst;
  });
  // A bundler that is closed before it has started asks for nothing.
  first.catch(() => {});
  const watch = session.compiler.watch(async (snapshot) => {
    const errors = JSON.stringify(problemsOf(snapshot).errors);
    const isNews = errors !== errorsBefore || snapshot.changed.outputs.length > 0;
    errorsBefore = errors;
    if (isNews && (await onNews(snapshot)) === false) {
      errorsBefore = undefined;
      return;
    }
    isStarted = true;
    settle(snapshot);
  });
  watch.finished.catch((error: unknown) => {
    fail(error);
    if (isStarted) onFailure(`skills are no longer watched: ${String(error)}`);
  });
  return { first, close: () => watch.close() };
}
