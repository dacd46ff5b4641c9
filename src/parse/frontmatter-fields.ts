import { describeValue } from "../model/describe-value.ts";
import { codePointOf } from "../diagnostics/rule.ts";
import { cutFrontmatter } from "./frontmatter.ts";
import type { Findings } from "../diagnostics/index.ts";
import type { FieldNode, MapNode } from "../model/fields.ts";
import type { FrontmatterRule } from "../model/profile.ts";
import type { FrontmatterBlock } from "../model/document.ts";
import { asRestriction } from "../model/restrictions.ts";
import type { TextPlace } from "../model/source.ts";
import { canonicalField, type ProfileBehavior } from "../profiles/index.ts";
import type { FrontmatterCut } from "./frontmatter.ts";
import { ALIAS_LIMIT, attemptsAt, isMapNode, readYaml, type YamlReading } from "./yaml.ts";
import type { FrontmatterNotes } from "./frontmatter-notes.ts";
import { planClosingFence, planFrontmatter } from "./frontmatter-fixes.ts";
import { explainKeyColon, type YamlProblem } from "./yaml-causes.ts";
import { withEdits, type Edit } from "./text-edits.ts";
import { planDuplicate, planMark, planRepair, planYamlFix } from "./yaml-fixes.ts";
import { readAccepting, refusedConstruct } from "./yaml-dialect.ts";
import { readLines, readValues, repairYaml, type Repair } from "./yaml-repair.ts";
import { parseRules } from "./rules.ts";

interface ReadFieldsOptions {
  readonly profile: Pick<ProfileBehavior, "frontmatter">;
  readonly findings: Findings;
  readonly notes: FrontmatterNotes;
}

/** UTF-16 units. Real frontmatter has some hundred, and the YAML parser needs up to a second for a megabyte of faults. */
const LONGEST_FRONTMATTER = 64 * 1024;

/** Undefined, with a finding, if it is not a mapping. */
export function readFields(cut: FrontmatterBlock, place: TextPlace, options: ReadFieldsOptions): MapNode | undefined {
  const { profile, findings, notes } = options;
  if (cut.text.length > LONGEST_FRONTMATTER) {
    const args = { length: cut.text.length, limit: LONGEST_FRONTMATTER };
    findings.add(parseRules["frontmatter-too-large"], { ...place, span: cut.fence }, args);
    notes.faults.push("too-large");
    return undefined;
  }
  const { controlCharacters, yaml } = profile.frontmatter;
  const block = withinEdges(cut, profile.frontmatter);
  let reading: YamlReading = readAccepting(block.text, block.span.start, yaml.accepted);
  const construct = refusedConstruct(reading.node, { text: block.text, start: block.span.start }, yaml.refused);
  if (construct !== undefined) reading = { ...reading, problems: [construct] };
  // The parser accepts them; YAML 1.2 (c-printable) does not.
  const control = controlIn(block.text, controlCharacters);
  if (control !== -1 && reading.problems.length === 0)
    reading = { ...reading, problems: [controlProblem(block, control)] };
  const { broken } = profile.frontmatter;
  if (needsRepair(reading, broken)) {
    const repair = repairOf(block, profile.frontmatter);
    if (repair?.isByLine === true) notes.isByLine = true;
    // For some clients a repaired file is still a fault: other tools of theirs reject it.
    if (repair !== undefined && profile.frontmatter.repaired === "yaml-invalid")
      reportReading(reading, block, place, options);
    for (const { key, span } of repair?.values ?? []) {
      notes.isRepaired = true;
      findings.add(
        parseRules["yaml-repaired"],
        { ...place, span },
        { key },
        { fixes: planRepair(span, block.text, block.span.start) },
      );
    }
    reading = repair?.reading ?? withoutLines(reading, block, broken);
  }
  reportReading(reading, block, place, options);
  if (reading.problems.length > 0 || reading.overLimit !== undefined) return undefined;
  const { node } = reading;
  if (isMapNode(node)) return asReadBy(profile.frontmatter, node, block.text);
  if (node === undefined || (node.kind === "scalar" && node.value === null)) {
    findings.add(parseRules["frontmatter-empty"], { ...place, span: block.fence }, {});
    return { kind: "map", entries: [], source: "", span: block.fence };
  }
  const problem = explainKeyColon(block.text, 0);
  if (problem !== undefined && canonicalField(problem.key) !== undefined) {
    const { start } = block.span;
    const inFile = {
      ...problem,
      cause: "only-text" as const,
      span: { start: problem.span.start + start, end: problem.span.end + start },
    };
    reportReading({ ...reading, problems: [inFile] }, block, place, options);
    return undefined;
  }
  notes.faults.push("not-mapping");
  findings.add(parseRules["frontmatter-not-mapping"], { ...place, span: node.span }, { found: describeValue(node) });
  return undefined;
}

function withinEdges(cut: FrontmatterBlock, { edges, tabs }: FrontmatterRule): FrontmatterBlock {
  const text = tabs === "refuse" ? cut.text : cut.text.replaceAll(/^[ \t]+/gm, indentOf);
  if (edges === "kept") return text === cut.text ? cut : { ...cut, text };
  if (edges !== "trimmed") return { ...cut, text: text.replace(edges === "cut" ? /\r?\n$/ : /\n$/, "") };
  const start = cut.span.start + text.length - text.trimStart().length;
  return { ...cut, text: text.trim(), span: { ...cut.span, start } };
}

/** A reader of lines has no name and no description if they are neither lines nor strings in YAML. */
function withoutLines(reading: YamlReading, { span }: FrontmatterBlock, broken: string): YamlReading {
  if (broken !== "lines" || reading.problems.length > 0) return reading;
  const detail = "there are no lines of a name and a description, nor strings for both in YAML";
  return { ...reading, problems: [{ cause: "other", key: "", detail, span }] };
}

/** Some readers count a tab as a space. */
const indentOf = (written: string): string => " ".repeat(written.length);

/** A reader of lines accepts only two strings. */
function needsRepair({ problems, duplicates, tags, node }: YamlReading, broken: FrontmatterRule["broken"]): boolean {
  if (broken === "refuse" || broken === "body") return false;
  if (problems.length > 0) return true;
  return broken === "lines" && (duplicates.length > 0 || tags.length > 0 || !hasStrings(node));
}

function hasStrings(node: YamlReading["node"]): boolean {
  const last = isMapNode(node) ? new Map(node.entries.map(({ key, value }) => [key, value])) : new Map<string, never>();
  return ["name", "description"].every((key) => {
    const value = last.get(key);
    return value?.kind === "scalar" && typeof value.value === "string";
  });
}

function repairOf({ text, span }: FrontmatterBlock, { broken, repairs }: FrontmatterRule): Repair | undefined {
  if (broken === "lines") return readLines(text, span.start);
  return repairYaml(text, span.start, repairs) ?? (broken === "values" ? readValues(text, span.start) : undefined);
}

/** As the reader does: two spaces for a tab outside quotes, no line end after a block that ends the text. */
function asReadBy({ tabs, yaml }: FrontmatterRule, node: MapNode, text: string): MapNode {
  const isOpen = yaml.accepted.includes("open-block") && !text.endsWith("\n");
  if (tabs !== "spaces" && !isOpen) return node;
  const last = node.entries.at(-1);
  const changed = (value: FieldNode, isLast: boolean): FieldNode => {
    if (value.kind !== "scalar" || value.style === "quoted" || typeof value.value !== "string") return value;
    const spaced = tabs === "spaces" ? value.source.replaceAll("\t", "  ") : value.source;
    const source = isOpen && isLast && value.style === "block" ? spaced.replace(/\n$/, "") : spaced;
    return { ...value, source, value: source };
  };
  return { ...node, entries: node.entries.map((one) => ({ ...one, value: changed(one.value, one === last) })) };
}

/** Control characters other than tab and line endings. */
const CONTROL = /[\0-\x08\x0B\x0C\x0E-\x1F]/;

/** -1 without a refused character. */
function controlIn(text: string, refused: FrontmatterRule["controlCharacters"]): number {
  if (refused === "accept") return -1;
  if (refused === "refuse-nul") return text.indexOf("\0");
  const control = text.search(CONTROL);
  return control !== -1 || refused === "refuse" ? control : breakIn(text);
}

/** Only line ends of YAML 1.1 that are characters in YAML 1.2, and outside quotes. */
function breakIn(text: string): number {
  let start = 0;
  for (const line of text.split("\n")) {
    const at = line.search(/[\x85\u2028\u2029"']/);
    if (at !== -1 && line[at] !== '"' && line[at] !== "'") return start + at;
    start += line.length + 1;
  }
  return -1;
}

function controlProblem({ text, span }: FrontmatterBlock, at: number): YamlReading["problems"][number] {
  const detail = codePointOf(text.charAt(at));
  return { cause: "control", key: "", detail, span: { start: span.start + at, end: span.start + at + 1 } };
}

export function reportMissing(
  cut: FrontmatterCut & { readonly kind: "missing" },
  dirName: string | undefined,
  place: TextPlace,
  findings: Findings,
): void {
  const fixes = place.source === undefined ? [] : planFrontmatter(cut, place.source.text, dirName);
  findings.add(parseRules["frontmatter-missing"], { ...place, span: cut.at }, { found: cut.nearMiss }, { fixes });
}

/** Labels the line that was probably meant as the closing fence. */
export function reportUnterminated(
  cut: FrontmatterCut & { readonly kind: "unterminated" },
  place: TextPlace,
  findings: Findings,
): void {
  const { fence, nearCloser } = cut;
  const found = nearCloser === undefined ? "" : (place.source?.text.slice(nearCloser.start, nearCloser.end) ?? "");
  const labels = nearCloser && [
    { ...place, span: nearCloser, text: "this line does not close it" },
    { ...place, span: fence, text: "opened here" },
  ];
  const fixes = place.source === undefined ? [] : planClosingFence(cut, place.source.text);
  findings.add(
    parseRules["frontmatter-unterminated"],
    { ...place, span: nearCloser ?? fence },
    { found },
    { labels, fixes },
  );
}

const MOST_PROBLEMS = 10;
/** No one writes so many, and the next run reports the rest. */
const MOST_DUPLICATES = 100;

/**
 * One mistake causes several errors in a row, and only the first is at the mistake. The next mistake is the first error
 * after the first mistake is fixed.
 */
function reportProblems(
  first: YamlProblem,
  { text, span: { start } }: FrontmatterBlock,
  place: TextPlace,
  findings: Findings,
): void {
  let current = text;
  const done: Edit[] = [];
  const most = attemptsAt(text, MOST_PROBLEMS);
  for (let problem: YamlProblem | undefined = first; problem !== undefined;) {
    const { key, detail } = problem;
    // Without the first mistake, the next one like it is an error of YAML.
    const cause = first.cause === "only-text" && problem.cause === "key-colon" ? first.cause : problem.cause;
    const span = { start: writtenAt(problem.span.start, done), end: writtenAt(problem.span.end, done) };
    const [plan] = planYamlFix(problem, current, start);
    // A plan for the fixed text does not fit the written one; the next run offers it.
    findings.add(
      parseRules["yaml-invalid"],
      { ...place, span },
      { cause, key, detail },
      { fixes: done.length === 0 && plan ? [plan] : [] },
    );
    // Everything after a guess would be a guess.
    if (plan?.applicability !== "safe" || done.length >= most) return;
    const edits = plan.edits.map((edit) => ({
      ...edit,
      span: { start: edit.span.start - start, end: edit.span.end - start },
    }));
    current = withEdits(current, edits);
    done.push(...plan.edits);
    const end = Math.max(...edits.map((edit) => edit.span.start + edit.text.length));
    problem = readYaml(current, start, end).problems.find((next) => next.span.start >= start + end);
  }
}

/** Edits were made from top to bottom. */
function writtenAt(at: number, edits: readonly Edit[]): number {
  return edits.reduceRight((place, { span, text }) => {
    const grown = text.length - (span.end - span.start);
    return place >= span.end + grown ? place - grown : place;
  }, at);
}

function reportReading(
  reading: YamlReading,
  block: FrontmatterBlock,
  place: TextPlace,
  { findings, notes }: ReadFieldsOptions,
): void {
  const [problem] = reading.problems;
  if (problem !== undefined) {
    notes.faults.push("invalid");
    return reportProblems(problem, block, place, findings);
  }
  const { text } = block;
  const { start } = block.span;
  notes.tags.push(...[...reading.tags, ...reading.knownTags].map(({ tag }) => tag));
  for (const { key } of reading.duplicates) {
    const field = asRestriction(canonicalField(key));
    if (field !== undefined) notes.doubled.push(field);
  }
  for (const duplicate of reading.duplicates.slice(0, MOST_DUPLICATES)) {
    const labels = [{ ...place, span: duplicate.first, text: "first defined here" }];
    const fixes = planDuplicate(duplicate, text, start);
    findings.add(
      parseRules["yaml-duplicate-key"],
      { ...place, span: duplicate.second },
      { key: duplicate.key },
      { labels, fixes },
    );
  }
  for (const { tag, span } of reading.tags)
    findings.add(
      parseRules["yaml-tag"],
      { ...place, span },
      { tag, known: false },
      { fixes: planMark(tag, span, text, start) },
    );
  for (const { tag, span } of reading.knownTags)
    findings.add(parseRules["yaml-tag"], { ...place, span }, { tag, known: true });
  if (reading.overLimit !== undefined) {
    notes.faults.push("aliases");
    findings.add(parseRules["yaml-alias-limit"], { ...place, span: reading.overLimit }, { limit: ALIAS_LIMIT });
    return;
  }
  // One finding for all used anchors; each unused anchor is a separate mistake.
  const firstUsed = reading.anchors.find(({ unused }) => !unused);
  for (const anchor of reading.anchors)
    if (anchor.unused || anchor === firstUsed) {
      const fixes = anchor.unused ? planMark(anchor.mark, anchor.span, text, start) : [];
      findings.add(
        parseRules["yaml-anchor"],
        { ...place, span: anchor.span },
        { mark: anchor.mark, unused: anchor.unused },
        { fixes },
      );
    }
}

export function hasReadableFrontmatter(document: string): boolean {
  const cut = cutFrontmatter(document);
  return cut.kind === "found" && cut.text.length <= LONGEST_FRONTMATTER && isMapNode(readYaml(cut.text).node);
}
