import { basename } from "node:path";
import { createFindings } from "../diagnostics/index.ts";
import { createNodeHost } from "../host/index.ts";
import type { Config } from "../model/config.ts";
import { readObject } from "../model/host.ts";
import type { OnProgress } from "../model/progress.ts";
import type { Searched } from "../model/searched.ts";
import type { Catalog } from "../runtime/catalog/catalog.ts";
import { createCachingCompiler } from "./compiler.ts";
import { addLate } from "./late-findings.ts";
import type { Outcome } from "./outcome.ts";
import { measureOutput, reportPlatformLimits, reportUnreadable } from "./platform-budget.ts";
import { pathsOf, type SessionOptions } from "./session.ts";
import { graphOf, type GraphFacts } from "./skill-graph.ts";
import { hiddenInCodex, outcomeOfSnapshot } from "./snapshot.ts";
import type { SnapshotSkill } from "./snapshot-skills.ts";
import type { BuildOutput } from "./write-outputs.ts";

export interface MeasuredOutput extends Pick<BuildOutput, "platform" | "view" | "figures"> {
  /** Relative to the config. */
  readonly outDir: string;
}

/** Everything that `skillc report` shows. */
export interface ReportFacts extends Outcome {
  /** Name of the package, else of the directory. */
  readonly project: string;
  readonly config: Config;
  /** All skills; with errors: only the valid ones. */
  readonly catalog: Catalog;
  /** The skills that were found, valid or not. */
  readonly skills: readonly SnapshotSkill[];
  /** Ids of skills that Codex does not offer to its model, as their `agents/openai.yaml` says. */
  readonly hiddenInCodex: ReadonlySet<string>;
  /** In the order of the config; empty if there is an error. */
  readonly outputs: readonly MeasuredOutput[];
  /** Where the skills were looked for; undefined if the config names their directories. */
  readonly searched?: Searched;
  readonly graph: GraphFacts;
}

export interface ReportOptions extends SessionOptions {
  /** Called while the skills are compiled. */
  readonly onProgress?: OnProgress;
}

/**
 * Compiles skills in memory and measures what a build would write. Writes nothing.
 *
 * @returns the facts; only their outcome if the configuration is invalid, or if an error says that there are no skills.
 */
export async function collectReportFacts(options: ReportOptions): Promise<ReportFacts | Outcome> {
  const searching = { search: true, ...options };
  const snapshot = await createCachingCompiler({ ...searching, cache: false }).build();
  const { config, searched } = snapshot;
  const catalog = snapshot.catalog();
  const findings = createFindings();
  const outputs: MeasuredOutput[] = [];
  for (const [index, { outDir, platform, view }] of (config?.outputs ?? []).entries()) {
    const measured = snapshot.exitCode === 0 ? measureOutput(snapshot, outDir) : undefined;
    if (config === undefined || measured === undefined) continue;
    const { figures, failures } = measured;
    reportUnreadable(failures, findings);
    reportPlatformLimits(config, index, figures, findings);
    outputs.push({
      outDir,
      ...(platform !== undefined && { platform }),
      ...(view !== undefined && { view }),
      figures,
    });
  }
  const paths = pathsOf(searching);
  const outcome = addLate(outcomeOfSnapshot(snapshot), [findings], { config, paths });
  const { summary } = outcome;
  if (config === undefined || catalog === undefined || (summary.skills === 0 && summary.errors > 0)) return outcome;
  return {
    ...outcome,
    project: projectName(paths.base),
    config,
    catalog,
    skills: snapshot.skills,
    hiddenInCodex: hiddenInCodex(snapshot),
    outputs,
    ...(searched && { searched }),
    graph: graphOf(snapshot, paths),
  };
}

/** Returns the name in package.json, else that of the directory; nothing else of the path is on the page. */
function projectName(base: string): string {
  const name = readObject(createNodeHost(base), "package.json")?.["name"];
  return typeof name === "string" && name.trim() !== "" ? name.slice(0, 100) : basename(base);
}
