/** What is written into each output directory: the skills of its view, as files of its targets. */
import type { Contents } from "../contents/index.ts";
import { createFindings, type PlacedGroup } from "../diagnostics/index.ts";
import type { Output } from "../model/config.ts";
import type { Host } from "../model/host.ts";
import type { Linked } from "../model/linked.ts";
import type { OutputFile } from "../model/output.ts";
import type { Piece } from "../model/piece.ts";
import type { Recall } from "../model/recall.ts";
import type { Catalog } from "../runtime/catalog/catalog.ts";
import { emit, losses, openContents, type Library } from "../targets/index.ts";
import { targetRules } from "../targets/rules.ts";
import { narrowToView } from "../link/index.ts";
import type { OutputScripts } from "./compile-scripts.ts";
import type { LinkedRun } from "./link-run.ts";

export interface CompiledOutput {
  readonly output: Output;
  /** The skills of its view. */
  readonly catalog: Catalog;
  readonly pieces: () => readonly Piece[];
  /** Creates the files while they are read; a content that cannot be read is a failure among their chunks. */
  readonly files: (library: Library) => Iterable<OutputFile>;
  /** What the output will lack. */
  readonly lost: PlacedGroup;
}

/** Where outputs take their contents from. */
interface OutputSources {
  readonly contents: Contents;
  readonly host: Pick<Host, "sha256" | "sha256OfPieces" | "encodeBase64">;
  /** Of each output. */
  readonly scripts: readonly OutputScripts[];
  readonly recall?: Recall | undefined;
}

export function openOutputs(
  { linked, run }: Pick<LinkedRun, "linked" | "run">,
  { contents, host, scripts, recall }: OutputSources,
): readonly CompiledOutput[] {
  return run.config.outputs.map((output, index): CompiledOutput => {
    const { outDir } = output;
    const own = scripts[index] ?? new Map();
    const part = narrowToView(linked, output.view, host);
    return {
      output,
      get catalog() {
        return part.catalog;
      },
      pieces: () => part.skills.map(({ piece }) => piece),
      files: (library) => emit(part, output, openContents(contents, host, { library, scripts: own, outDir, recall })),
      lost: reportLosses(part, output),
    };
  });
}

function reportLosses(part: Linked, output: Output): PlacedGroup {
  const findings = createFindings();
  for (const { file, args } of losses(part, output)) findings.add(targetRules["target-loss"], { file }, args);
  return findings;
}
