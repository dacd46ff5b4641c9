/** Runs the phases; the only file that defines their order. */
import type { Contents } from "./contents/index.ts";
import { compareDiagnostics, diagnose, judge } from "./diagnostics/index.ts";
import type { RunCommand } from "./model/command.ts";
import type { Config } from "./model/config.ts";
import type { Diagnostic } from "./model/diagnostic.ts";
import type { Host } from "./model/host.ts";
import type { KnownResults } from "./model/known-results.ts";
import type { Linked } from "./model/linked.ts";
import type { OnProgress } from "./model/progress.ts";
import { recallUnder, type Recall } from "./model/recall.ts";
import type { CompileScript } from "./model/script.ts";
import { admitRun } from "./phases/admit-run.ts";
import { linkingOf, piecePolicyOf, type LinkedSkills } from "./phases/admit-skill.ts";
import { compileAll, type UnitCache, type UnitStore } from "./phases/compile-all.ts";
import { diagnoseRuns, withUnusedComments } from "./phases/diagnose-runs.ts";
import { createComparison } from "./phases/compare-skills.ts";
import { compileScripts } from "./phases/compile-scripts.ts";
import { discoverAll } from "./phases/discover-all.ts";
import { linkRun, type LinkedRun } from "./phases/link-run.ts";
import type { Catalog } from "./runtime/catalog/catalog.ts";
import { openOutputs, type CompiledOutput } from "./phases/open-outputs.ts";
import { prepareSkills } from "./phases/prepare-skills.ts";
import { readCompanions } from "./phases/read-companions.ts";
import { policyOf, type Run } from "./phases/run.ts";

export interface CompileInput {
  readonly config: Config;
  readonly host: Host;
  readonly contents: Contents;
  /** `check` hashes nothing: there is no catalog whose hash means anything. */
  readonly need: "check" | "outputs";
  /** Runs the shell commands that the config allows; without it none is run, whatever the config says. */
  readonly runCommand?: RunCommand | undefined;
  /** Returns the path of a bare git repository at or below a directory, in which no command runs. */
  readonly findRepository?: ((dir: string) => string | undefined) | undefined;
  /** Compiles scripts for outputs that have them; without it there are none. */
  readonly compileScript?: CompileScript | undefined;
  /** The build of skillc, for keys of units. */
  readonly build: string;
  readonly store?: UnitStore | undefined;
  /** Units of earlier runs. With it, a check hashes what it reads: the keys are made of that. */
  readonly cache?: UnitCache | undefined;
  readonly known?: KnownResults | undefined;
  /** Skills of earlier builds as they were linked. */
  readonly linked?: LinkedSkills | undefined;
  /** Results of the last build. */
  readonly recall?: Recall | undefined;
  readonly onProgress?: OnProgress | undefined;
  /** Discovery of an earlier build, where nothing has changed about it. */
  readonly discovered?: readonly Run[] | undefined;
}

export interface Compiled {
  /** Skills that were read, the invalid ones included; copies of one count once. */
  readonly seen: number;
  /** Of the first profile. */
  readonly linked: Linked;
  /** Undefined after a check. */
  readonly catalog?: Catalog | undefined;
  /** Of all profiles, by file, offset and code. */
  readonly diagnostics: readonly Diagnostic[];
  readonly outputs: readonly CompiledOutput[];
  readonly runs: readonly LinkedRun[];
  /** For a build of which nothing about discovery has changed. */
  readonly discovered: readonly Run[];
}

/** discover -> compileSkill -> judge -> admit -> link -> judge, under each profile; targets pull contents later. */
export async function compile(input: CompileInput): Promise<Compiled> {
  const { config, host, contents, need, build, store, cache } = input;
  const { encodeBase64 } = host;
  const hasher = need === "check" ? { sha256: () => "", encodeBase64 } : host;
  const hashing = need === "check" && cache === undefined ? undefined : { hash: host.sha256, build };
  const runs = input.discovered ?? discoverAll(config, host, contents);
  const policy = piecePolicyOf(config);
  const linking = need === "check" ? undefined : linkingOf(policy, host, input.linked);
  const skillsByRun = await compileAll(runs, { hashing, store, cache, linking, onProgress: input.onProgress });
  const linked: LinkedRun[] = [];
  for (const [index, run] of runs.entries()) {
    const recall = recallUnder(input.recall, `run ${index}`);
    const skills = skillsByRun[index] ?? [];
    input.onProgress?.({ phase: "link", done: skills.length });
    const runCommand = index === 0 ? input.runCommand : undefined;
    const prepared = await prepareSkills(run, skills, {
      runCommand,
      findRepository: input.findRepository,
      hash: hasher.sha256,
    });
    const { companions, groups } = readCompanions(run);
    const admitted = await admitRun({ run, skills, prepared, companions: groups, hashing, recall });
    const compare = createComparison(skills, host.sha256);
    const ofBuild = need === "check" ? {} : { host };
    linked.push(linkRun(run, admitted, { compare, companions, known: input.known, recall, policy, ...ofBuild }));
  }
  const judged = withUnusedComments(linked);
  const [first] = judged as readonly [LinkedRun];
  const scripts = await compileScripts(first.linked, config.outputs, { compile: input.compileScript, host });
  const outputs = openOutputs(first, { contents, host: hasher, scripts: scripts.byOutput, recall: input.recall });
  const lost = judge([scripts.found, ...outputs.map((output) => output.lost)], policyOf(config));
  const diagnostics = [...diagnoseRuns(judged), ...lost.judged.map((one) => diagnose(one))].sort(compareDiagnostics);
  const catalog = need === "check" ? undefined : first.linked.catalog;
  return {
    seen: first.seen - first.copies.size,
    linked: first.linked,
    catalog,
    diagnostics,
    outputs: need === "check" ? [] : outputs,
    runs: judged,
    discovered: runs,
  };
}
