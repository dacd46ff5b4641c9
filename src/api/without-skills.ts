/** What outputs are made from, and nothing else that was compiled. */
import type { Compiled } from "../phases/compiled.ts";
import type { LinkedRun } from "../phases/link-run.ts";

/** Lets everything go that is known of each skill and that no output is made from. */
export function withoutSkills(compiled: Compiled): Compiled {
  const runs = compiled.runs.map((linked): LinkedRun => {
    const run = { ...linked.run, discovered: { ...linked.run.discovered, skills: [] } };
    const verdict = { ...linked.verdict, judged: [] };
    return {
      ...linked,
      run,
      verdict,
      skills: [],
      admitted: [],
      left: [],
      kept: [],
      groups: [],
      ids: new Map(),
      graph: undefined,
    };
  });
  return { ...compiled, runs };
}
