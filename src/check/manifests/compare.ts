import type { Findings, Rule } from "../../diagnostics/index.ts";
import { findEntry, type MapNode } from "../../model/fields.ts";
import type { SourceText, TextSpan } from "../../model/source.ts";
import { textAt } from "../entries/entry-context.ts";
import { SHARED_FIELDS, type PluginKind } from "./plugin-fields.ts";
import { type Difference, manifestRules } from "./rules.ts";

export interface ReadPlugin {
  readonly kind: PluginKind;
  readonly map: MapNode;
  readonly source: SourceText;
}

export function compareManifests(manifests: readonly ReadPlugin[], findings: Findings): void {
  const hasPortable = manifests.find(({ kind }) => kind === "agent-plugins");
  for (const [index, one] of manifests.entries()) {
    const hooks = one.kind === "codex" ? findEntry(one.map, "hooks") : undefined;
    if (hooks !== undefined && hasPortable !== undefined)
      findings.add(
        manifestRules["plugin-hooks-ignored"],
        { file: one.source.file, source: one.source, span: hooks.keySpan },
        { manifest: hasPortable.source.file },
      );
    const first = manifests[0];
    if (index === 0 || first === undefined) continue;
    for (const field of SHARED_FIELDS)
      reportDifference(manifestRules["plugin-manifests-differ"], { field, here: one, there: first }, findings);
  }
}

export function compareEntry(
  entry: { readonly map: MapNode; readonly source: SourceText; readonly isForCodex: boolean },
  plugin: ReadPlugin,
  findings: Findings,
): void {
  for (const field of ["name", "version"]) {
    const isFatal = entry.isForCodex && field === "name";
    reportDifference(
      manifestRules["marketplace-entry-differs"],
      { field, here: entry, there: plugin, isFatal },
      findings,
    );
  }
}

interface Compared {
  readonly field: string;
  readonly here: Pick<ReadPlugin, "map" | "source">;
  readonly there: Pick<ReadPlugin, "map" | "source">;
  readonly isFatal?: boolean;
}

function reportDifference(
  rule: Rule<Difference>,
  { field, here, there, isFatal = false }: Compared,
  findings: Findings,
): void {
  const [own, other] = [textAt(here.map, field), textAt(there.map, field)];
  if (own === undefined || other === undefined || own.text === other.text) return;
  const args = { field, value: own.text, other: other.text, manifest: there.source.file, isFatal };
  const labels = labelOf(there.source, other.span, `${field} is here`);
  findings.add(rule, { file: here.source.file, source: here.source, span: own.span }, args, { labels });
}

function labelOf(source: SourceText, span: TextSpan | undefined, text: string) {
  return span === undefined ? [] : [{ file: source.file, source, span, text }];
}
