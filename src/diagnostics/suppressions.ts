import type { SuppressionComment } from "../model/finding.ts";
import { nearestNames } from "../runtime/access.ts";
import { createFindings, type Findings, type LocatedPlace } from "./findings.ts";
import { fileOf, type Judged, type PlacedGroup } from "./placed.ts";
import type { RuleBook } from "./rule-book.ts";
import { suppressionRules } from "./rules.ts";

export interface Suppressions {
  find(finding: Judged): { readonly key: string; readonly reason: string } | undefined;
  readonly faults: readonly PlacedGroup[];
  /** Comments without effect, given the keys of those with one; `refused` ones would suppress too much. */
  unused(used: ReadonlySet<string>, refused: ReadonlySet<string>): readonly PlacedGroup[];
}

interface Active {
  readonly key: string;
  readonly comment: SuppressionComment;
  readonly group: PlacedGroup;
  readonly rules: ReadonlySet<string>;
}

export function resolveSuppressions(groups: readonly PlacedGroup[], book: RuleBook): Suppressions {
  const byFile = new Map<string, Active[]>();
  const active: Active[] = [];
  const faults: PlacedGroup[] = [];
  // An unknown rule name is often repeated.
  const nearest = new Map<string, string>();
  const nearestTo = (name: string): string => {
    const known = nearest.get(name) ?? nearestRule(name, book);
    nearest.set(name, known);
    return known;
  };
  for (const group of groups) {
    if (group.comments === undefined || group.comments.length === 0) continue;
    const findings = createFindings();
    for (const comment of group.comments) {
      const rules = new Set(comment.keys.flatMap((key) => book.matching(key)).map(({ name }) => name));
      reportFaults(comment, rules, { findings, group, book, nearestTo });
      if (rules.size === 0 || comment.reason === "") continue;
      const file = fileOf(group, comment.file);
      const one = { key: `${file}:${comment.at.span.start.offset}`, comment, group, rules };
      active.push(one);
      const inFile = byFile.get(file);
      if (inFile === undefined) byFile.set(file, [one]);
      else inFile.push(one);
    }
    if (findings.findings.length > 0) faults.push(placed(findings, group));
  }
  return {
    faults,
    find({ rule, finding, file }) {
      // Most projects have no comment, and a large one thousands of findings.
      if (byFile.size === 0 || Object.hasOwn(suppressionRules, rule.name)) return undefined;
      const line = finding.at?.span.start.line ?? 0;
      const found = byFile
        .get(file)
        ?.find(
          ({ rules, comment: { from, to } }) => rules.has(rule.name) && (from === 0 || (line >= from && line <= to)),
        );
      return found && { key: found.key, reason: found.comment.reason };
    },
    unused: (used, refused) =>
      active.filter(({ key }) => !used.has(key)).map((one) => reportUnused(one, refused.has(one.key))),
  };
}

function placed({ findings, lines }: Findings, { place, dir }: PlacedGroup): PlacedGroup {
  return { findings, lines, place, dir };
}

function placeOf({ file, at }: SuppressionComment, { lines }: PlacedGroup): LocatedPlace {
  return { file, at, lines };
}

interface FaultsOf {
  readonly findings: Findings;
  readonly group: PlacedGroup;
  readonly book: RuleBook;
  nearestTo(name: string): string;
}

function reportFaults(
  comment: SuppressionComment,
  rules: ReadonlySet<string>,
  { findings, group, book, nearestTo }: FaultsOf,
): void {
  const place = placeOf(comment, group);
  const unknown = suppressionRules["suppression-unknown-rule"];
  if (comment.keys.length === 0) findings.add(unknown, place, { name: "", nearest: "" });
  for (const name of comment.keys.filter((key) => book.matching(key).length === 0))
    findings.add(unknown, place, { name, nearest: nearestTo(name) });
  if (rules.size > 0 && comment.reason === "") findings.add(suppressionRules["suppression-without-reason"], place, {});
}

function nearestRule(name: string, book: RuleBook): string {
  const codes = book.names.map((rule) => book.get(rule)?.code ?? "");
  return nearestNames(name, [...book.names, ...codes])[0] ?? "";
}

function reportUnused({ comment, group }: Active, refused: boolean): PlacedGroup {
  const findings = createFindings();
  const args = { names: comment.keys.join(", "), refused };
  findings.add(suppressionRules["suppression-unused"], placeOf(comment, group), args);
  const [finding] = findings.findings;
  return {
    ...placed(findings, group),
    findings: finding === undefined ? [] : [{ ...finding, fixes: [comment.removal] }],
  };
}
