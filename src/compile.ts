/** Runs the phases; the only file that defines their order. */
import { admitRun } from "./phases/admit-run.ts";
import { findingsOnly, withPieces, type Compilation, type Making } from "./phases/compilation.ts";
import type { Compiled } from "./phases/compiled.ts";
import { checkManifests } from "./phases/check-manifests.ts";
import { compileAll } from "./phases/compile-all.ts";
import { compileScripts } from "./phases/compile-scripts.ts";
import { discoverAll } from "./phases/discover-all.ts";
import { linkRun, type LinkedRun } from "./phases/link-run.ts";
import { withListings } from "./phases/find-listings.ts";
import { openOutputs } from "./phases/open-outputs.ts";
import { prepareSkills } from "./phases/prepare-skills.ts";
import { readCompanions } from "./phases/read-companions.ts";
import { readShared } from "./phases/read-shared.ts";
import { reportRuns } from "./phases/report-runs.ts";

/** Finds what is wrong with the skills of a project, and makes nothing of them. */
export async function check(given: Compilation): Promise<Compiled> {
  return { ...(await compile(given, findingsOnly(given))), outputs: [] };
}

/** Finds the same, and makes the catalog and the outputs, which pull their contents when they are read. */
export async function build(given: Compilation): Promise<Compiled> {
  const compiled = await compile(given, withPieces(given));
  return { ...compiled, catalog: compiled.linked.catalog };
}

/** discover -> compile -> prepare -> admit -> link, under each profile; then the outputs of the first one, and all findings. */
async function compile(given: Compilation, making: Making): Promise<Compiled> {
  const { config, host, contents, compileScript, onProgress, earlier } = given;
  const discovered = discoverAll(given);
  const skillsByRun = await compileAll(discovered, { ...making, ...earlier, onProgress });
  const linked: LinkedRun[] = [];
  for (const run of discovered) {
    const skills = skillsByRun[run.index] ?? [];
    onProgress?.({ phase: "link", done: skills.length });
    const prepared = await prepareSkills(run, skills, { ...given, hash: making.host.sha256 });
    const shared = await readShared(run, { host, contents, making });
    const manifests = given.checksManifests === true ? checkManifests(run, skills, host) : [];
    const companions = readCompanions(run, [...manifests, ...shared.groups]);
    const admitted = await admitRun({ run, skills, prepared, companions, shared, making, earlier });
    const alone = linkRun({ run, skills, admitted, companions, shared, making, earlier, host });
    linked.push(await withListings(alone, earlier));
  }
  const first = linked[0] as LinkedRun;
  const scripts = await compileScripts(first.linked, config.outputs, { compile: compileScript, host });
  const recall = earlier?.recall;
  const files = { contents, host: making.host, disk: host, scripts: scripts.byOutput, recall };
  const outputs = openOutputs(first.linked, config, files);
  const losses = outputs.map(({ lost }) => lost);
  return {
    seen: first.seen - first.copies.size,
    linked: first.linked,
    diagnostics: reportRuns(linked, [scripts.found, ...losses], recall),
    outputs,
    runs: linked,
  };
}
