import type { FixPlan } from "../../diagnostics/index.ts";
import { findEntry, type ListNode, type MapNode } from "../../model/fields.ts";
import { readJson } from "../../model/json-text.ts";
import { SKILL_KEYWORDS } from "../../model/package.ts";
import type { ManifestContext } from "./manifest-text.ts";
import { manifestRules } from "./rules.ts";

/**
 * Reports a `files` without `skills`. npm itself reports an invalid package.json. `isWritten`: whether an output writes
 * the skills there; otherwise only keywords say that they are for others.
 */
export function checkNpmPackage({ source, at }: ManifestContext, isWritten: boolean): void {
  const reading = readJson(source.text);
  const map = "node" in reading && reading.node.kind === "map" ? reading.node : undefined;
  const files = map && findEntry(map, "files")?.value;
  if (map === undefined || files?.kind !== "list" || isPrivate(map)) return;
  const keyword = textsOf(findEntry(map, "keywords")?.value).find((word) => SKILL_KEYWORDS.includes(word));
  if ((!isWritten && keyword === undefined) || publishes(textsOf(files))) return;
  const why = isWritten ? "an output writes them there" : `its keywords have "${keyword ?? ""}"`;
  at(manifestRules["npm-skills-not-published"], files.span, { why }, { fixes: planEntry(files, source.text) });
}

function isPrivate(map: MapNode): boolean {
  const node = findEntry(map, "private")?.value;
  return node?.kind === "scalar" && node.value === true;
}

function textsOf(node: MapNode["entries"][number]["value"] | undefined): readonly string[] {
  const items = node?.kind === "list" ? node.items : [];
  return items.flatMap((item) => (item.kind === "scalar" && typeof item.value === "string" ? [item.value] : []));
}

/** npm lets the last matching pattern decide. */
function publishes(patterns: readonly string[]): boolean {
  let isPacked = false;
  for (const pattern of patterns) {
    const isExcluded = pattern.startsWith("!");
    const segments = pattern.replace(/^!?(?:\.?\/)*/, "").split("/");
    while (segments.length > 1 && /^\*{0,2}$/.test(segments.at(-1) ?? "")) segments.pop();
    const path = segments.join("/");
    const isAll = /^(?:\.|\*{0,2}|skills)$/.test(path);
    if (isAll || (!isExcluded && path.startsWith("skills/"))) isPacked = !isExcluded;
  }
  return isPacked;
}

/** In the layout of the first entry. */
function planEntry({ span, items: [first] }: ListNode, text: string): readonly FixPlan[] {
  const at = first?.span?.start ?? (span === undefined ? undefined : span.start + 1);
  if (at === undefined || span === undefined) return [];
  const added = first === undefined ? '"skills"' : `"skills",${text.slice(span.start + 1, at) || " "}`;
  return [
    { title: 'add "skills" to files', applicability: "safe", edits: [{ span: { start: at, end: at }, text: added }] },
  ];
}
