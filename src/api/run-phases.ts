/** One run of the phases in a compiler: what it leaves for others, and what of it is let go. */
import { build, check } from "../compile.ts";
import type { Diagnostic } from "../model/diagnostic.ts";
import type { Host } from "../model/host.ts";
import type { Compilation } from "../phases/compilation.ts";
import type { Compiled } from "../phases/compiled.ts";
import type { LinkedRun } from "../phases/link-run.ts";
import { diagnoseNotBuilt } from "./not-built.ts";
import { aroundOf, keepSkills, type RunTrail } from "./run-trail.ts";
import type { SavedUnits } from "./unit-cache.ts";

/** What a compiler has to do with a run. */
interface RunPlace {
  readonly kind: "build" | "check";
  readonly cache: SavedUnits | undefined;
  readonly state: {
    readonly options: { readonly trail?: RunTrail | undefined; readonly outputsOnly?: boolean };
    readonly drafts: ReadonlyMap<string, string>;
    readonly request: { readonly skillsOnly?: boolean | undefined };
    readonly kept: { around?: readonly Diagnostic[] };
    readonly disk: Host;
  };
}

/** Runs the phases, and keeps what another run can use. */
export async function runPhases(given: Compilation, { kind, cache, state }: RunPlace): Promise<Compiled> {
  const { options, drafts, request, kept, disk } = state;
  const compiled = await (kind === "build" ? build : check)(given);
  // What only a draft says is not worth keeping.
  keepSkills(cache, drafts.size === 0 ? compiled : undefined, options.trail);
  // An edit of a text changes nothing about it.
  if (request.skillsOnly !== true)
    kept.around ??= aroundOf(options.trail, () => diagnoseNotBuilt(compiled.runs[0]?.run, given.config, disk));
  return options.outputsOnly === true ? withoutSkills(compiled) : compiled;
}

/** Lets everything go that is known of each skill and that no output is made from. */
function withoutSkills(compiled: Compiled): Compiled {
  const runs = compiled.runs.map((linked): LinkedRun => {
    const run = { ...linked.run, discovered: { ...linked.run.discovered, skills: [] } };
    const verdict = { ...linked.verdict, judged: [] };
    return { ...linked, run, verdict, skills: [], admitted: [], left: [], kept: [], groups: [], ids: new Map() };
  });
  return { ...compiled, runs };
}
