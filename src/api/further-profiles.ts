/** Several profiles at once: the first one makes the catalog, the others only have their say. */
import { inspect } from "../compile.ts";
import { compareDiagnostics, createReport } from "../diagnostics/index.ts";
import type { Config } from "../model/config.ts";
import type { Diagnostic } from "../model/diagnostic.ts";
import type { Host } from "../model/host.ts";

/** Findings of the further profiles of a config about its skills; those about the project are not repeated. */
export async function checkFurtherProfiles(config: Config, host: Host): Promise<readonly Diagnostic[]> {
  const found: Diagnostic[] = [];
  for (const profile of config.alsoCheck ?? []) {
    const report = createReport({ profile, levels: config.rules, overrides: config.overrides ?? [] });
    await inspect({ config: { ...config, profile }, host, report });
    const own = report.diagnostics().filter(({ category }) => category !== "config" && category !== "system");
    for (const diagnostic of own) found.push({ ...diagnostic, profile });
  }
  return found;
}

/** Findings of the first profile and of the further ones, in order; each with its profile when there are several. */
export function mergeProfiles(
  config: Config | undefined,
  first: readonly Diagnostic[],
  further: readonly Diagnostic[],
): readonly Diagnostic[] {
  if (config?.alsoCheck === undefined) return first;
  const { profile } = config;
  const own = first.map((diagnostic) =>
    diagnostic.category === "config" || diagnostic.category === "system" ? diagnostic : { ...diagnostic, profile },
  );
  // A comment is of use when it silences something under any of the profiles.
  const all = [...own, ...further];
  const runs = 1 + config.alsoCheck.length;
  const isUnused = (diagnostic: Diagnostic): boolean => diagnostic.rule === "suppression-unused";
  const counts = new Map<string, number>();
  for (const diagnostic of all.filter(isUnused))
    counts.set(placeOf(diagnostic), (counts.get(placeOf(diagnostic)) ?? 0) + 1);
  return all
    .filter((diagnostic) => !isUnused(diagnostic) || counts.get(placeOf(diagnostic)) === runs)
    .sort(compareDiagnostics);
}

function placeOf({ file, span }: Diagnostic): string {
  return `${file}:${span?.start.offset}`;
}
