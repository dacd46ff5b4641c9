/** Sets the weight of an output against the limits of the platform that it is for, and reports what is over one. */
import type { Compiled } from "../compile.ts";
import { readRuntimeFiles } from "../host/index.ts";
import type { Config } from "../model/config.ts";
import type { Report } from "../diagnostics/index.ts";
import { assess, findPlatform, type OutputFigures, type PlatformRow } from "../platforms/index.ts";
import { createSizeMeter } from "./figures.ts";
import { targetRules } from "../targets/rules.ts";

const WHAT: Readonly<Record<PlatformRow["what"], string>> = {
  raw: "the size of the module",
  gzip: "the compressed size of the module",
  startup: "the estimated time to start",
  memory: "the estimated memory of what is loaded at startup",
};

export function reportPlatformLimits(
  { platform: name, file, place, sources: [source] }: Config,
  figures: OutputFigures,
  report: Report,
): void {
  const platform = name === undefined ? undefined : findPlatform(name);
  if (platform === undefined) return;
  const at = place?.(["platform"]) ?? { file: file ?? (source?.kind === "directory" ? source.dir : ".") };
  for (const { what, actual, limit, ok, severity, note } of assess(platform, figures)) {
    if (ok) continue;
    const show = what === "startup" ? (value: number): string => `${value} ms` : showBytes;
    const args = { platform: platform.label, what: WHAT[what], actual: show(actual), limit: show(limit), note };
    report.add(targetRules["platform-limit"], at, { ...args, certain: severity === "error" });
  }
}

/** Makes the output without writing it, only to weigh it. */
export function weighOutput({ linked, outputs }: Compiled): OutputFigures {
  const meter = createSizeMeter();
  for (const _ of meter.weigh(outputs(readRuntimeFiles())));
  return meter.figures(linked.catalog);
}

function showBytes(bytes: number): string {
  return bytes < 1_000_000 ? `${Math.ceil(bytes / 1000)} kB` : `${(bytes / 1_000_000).toFixed(2)} MB`;
}
