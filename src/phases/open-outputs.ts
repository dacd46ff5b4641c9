/** What is written into each output directory: the skills of its view, as files of its targets. */
import type { Contents } from "../contents/index.ts";
import { createFindings, defaultLevel, otherLevel, type PlacedGroup } from "../diagnostics/index.ts";
import type { Config, Output, Source } from "../model/config.ts";
import { isFailure, type Host } from "../model/host.ts";
import type { Linked } from "../model/linked.ts";
import type { OutputFile } from "../model/output.ts";
import type { Recall } from "../model/recall.ts";
import type { TextPlace } from "../model/source.ts";
import { nearestNames } from "../runtime/access.ts";
import type { Catalog } from "../runtime/catalog/catalog.ts";
import {
  checkTargets,
  contained,
  emit,
  isJoined,
  openContents,
  type Library,
  type TargetPlace,
} from "../targets/index.ts";
import { packageRules } from "../targets/package/rules.ts";
import { narrowToView } from "../link/index.ts";
import { countColumns, countPieces, type PieceSums } from "../piece/index.ts";
import { levelChain } from "../profiles/index.ts";
import { ruleBook } from "../rules.ts";
import type { OutputScripts } from "./compile-scripts.ts";
import { profileOf } from "./run.ts";

export interface CompiledOutput {
  readonly output: Output;
  /** The skills of its view. */
  readonly catalog: Catalog;
  /** What is counted of the skills that its files contain. */
  readonly sums: () => PieceSums;
  /** Creates the files while they are read; a content that cannot be read is a failure among their chunks. */
  readonly files: (library: Library) => Iterable<OutputFile>;
  /** What is wrong with the output, and what it will lack. */
  readonly lost: PlacedGroup;
}

/** Where outputs take their contents from. */
interface OutputSources {
  readonly contents: Contents;
  readonly host: Pick<Host, "sha256" | "sha256OfPieces" | "startSha256" | "encodeBase64">;
  /** Answers what is not about contents. */
  readonly disk: Pick<Host, "status">;
  readonly scripts: readonly OutputScripts[];
  readonly recall?: Recall | undefined;
}

export function openOutputs(
  linked: Linked,
  config: Config,
  { contents, host, disk, scripts, recall }: OutputSources,
): readonly CompiledOutput[] {
  return config.outputs.map((output, index): CompiledOutput => {
    const { outDir } = output;
    const own = scripts[index] ?? new Map();
    const part = narrowToView(linked, output.view, host);
    const place = placeOf(output, index, config, { contents, disk });
    return {
      output,
      get catalog() {
        return part.catalog;
      },
      sums: () =>
        part.kept === undefined
          ? countPieces(contained(part, output, place).map(({ piece }) => piece))
          : countColumns(part.kept.columns),
      files: (library) =>
        emit(part, output, openContents(contents, host, { library, scripts: own, outDir, recall }), place),
      lost: reportFaults(part, output, place, (at) => config.place?.(["outputs", index, "unrestricted", at])),
    };
  });
}

/** A single file can have a name without a field. */
function hasFlatFiles(source: Source): boolean {
  return source.kind === "directory" && source.flatFiles === true;
}

function isError(name: string, profile: string): boolean {
  const rule = ruleBook.get(name);
  if (rule === undefined) return false;
  const chain = levelChain(profile);
  return [defaultLevel(rule, chain), ...(rule.severe ? [otherLevel(rule, chain)] : [])].includes("error");
}

/** @param placeOfId Where the config has an id of `unrestricted`, by its index. */
function reportFaults(
  part: Linked,
  output: Output,
  place: TargetPlace,
  placeOfId: (at: number) => TextPlace | undefined,
): PlacedGroup {
  const findings = createFindings();
  if (!isJoined(output)) for (const group of checkTargets(part, output, place)) findings.append(group);
  const { unrestricted, outDir, view = "" } = output;
  if (unrestricted.length === 0) return findings;
  const ids = new Set(part.skills.map(({ entry }) => entry.id));
  for (const [at, id] of unrestricted.entries()) {
    if (ids.has(id)) continue;
    const args = { id, outDir, view, nearest: nearestNames(id, [...ids])[0] ?? "" };
    findings.add(packageRules["package-skill-unknown"], placeOfId(at) ?? place.at, args);
  }
  return findings;
}

function placeOf(
  { outDir, package: identity, unrestricted, include }: Output,
  index: number,
  config: Config,
  { contents, disk }: Pick<OutputSources, "contents" | "disk">,
): TargetPlace {
  const { file, place } = config;
  const { naming, description } = profileOf(config);
  return {
    outDir,
    package: identity,
    unrestricted,
    include,
    at: place?.(["outputs", index, "emit"], "key") ?? { file: file ?? outDir },
    read(location) {
      const read = contents.read(location);
      return isFailure(read) ? read : read.bytes;
    },
    fillsIn: config.sources.some(hasFlatFiles) || [naming.missing, description.missing].some((one) => one !== "refuse"),
    isError,
    isExecutable(location) {
      const status = disk.status(location);
      return isFailure(status) ? undefined : status.executable;
    },
  };
}
