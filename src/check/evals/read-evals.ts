/** Every common shape of an eval file. */
import { thousands } from "../../diagnostics/rule.ts";
import type { EvalCase } from "../../model/evals.ts";
import { findEntry, type FieldNode, type ListNode, type MapNode } from "../../model/fields.ts";
import { readJson } from "../../model/json-text.ts";
import type { TextSpan } from "../../model/source.ts";
import { describeValue } from "../context.ts";
import { readCsv, type CsvField } from "./csv.ts";

export interface FoundCase extends Omit<EvalCase, "line"> {
  readonly span: TextSpan | undefined;
  readonly named?: TextSpan | undefined;
}

interface FoundText {
  readonly text: string;
  readonly span: TextSpan | undefined;
}

export interface EvalReading {
  /** Undefined if the file has no shape of an eval, and so is not one. */
  readonly cases?: readonly FoundCase[];
  readonly faults: readonly { readonly fault: string; readonly span: TextSpan | undefined }[];
  /** Names of the skill that the file states. */
  readonly skillName?: FoundText;
  readonly files: readonly FoundText[];
}

const MOST_CASES = 10_000;

export function readEvals(path: string, text: string): EvalReading {
  const reader = new EvalReader();
  if (path.endsWith(".csv")) reader.readRows(text);
  else reader.readJson(text);
  return reader.finish();
}

interface Defaults {
  readonly kind?: EvalCase["kind"];
  readonly split?: string;
  readonly needs?: "prompt" | "query";
  /** How the list says whether a query should trigger. */
  readonly label?: "should_trigger" | "expected";
}

class EvalReader {
  private readonly cases: FoundCase[] = [];
  private readonly faults: { fault: string; span: TextSpan | undefined }[] = [];
  private readonly files: FoundText[] = [];
  private skillName: FoundText | undefined;
  private isEval = false;

  finish(): EvalReading {
    const { faults, files, skillName } = this;
    const { length } = this.cases;
    const cases = this.cases.slice(0, MOST_CASES);
    if (length > MOST_CASES)
      this.fault(`it has ${thousands(length)} queries (max ${thousands(MOST_CASES)})`, this.cases[MOST_CASES]?.span);
    return { ...(this.isEval && { cases }), faults, files, ...(skillName && { skillName }) };
  }

  readJson(written: string): void {
    const read = readJson(written.startsWith("\uFEFF") ? ` ${written.slice(1)}` : written);
    if ("fault" in read) return this.fault(read.fault.message, read.fault.span);
    const { node: root } = read;
    if (root.kind === "map") this.readMap(root);
    if (root.kind === "list" && root.items.some((item) => item.kind === "map" && hasQuery(item)))
      this.readList(
        root,
        root.items.some(isLabelled) ? { label: "should_trigger", needs: "query" } : { kind: "prompt" },
      );
  }

  readRows(text: string): void {
    const { rows, unclosed } = readCsv(text);
    const [header = [], ...entries] = rows;
    const column = (...names: readonly string[]): number =>
      header.findIndex(({ value }) => names.includes(value.trim().toLowerCase()));
    const [query, skill, label] = [column("prompt", "query"), column("expected_skill"), column("should_trigger")];
    if (query < 0 || (skill < 0 && label < 0)) return;
    this.isEval = true;
    if (unclosed !== undefined) this.fault("a quoted field is never closed", unclosed);
    for (const row of entries) this.readRow(row, { query, skill, label });
  }

  private readRow(row: readonly CsvField[], at: Readonly<Record<"query" | "skill" | "label", number>>): void {
    const cell = (index: number): string => row[index]?.value.trim() ?? "";
    const span = row[at.query]?.span ?? row[0]?.span;
    const query = cell(at.query);
    if (query === "") return this.fault("a row has no query", span);
    const label = cell(at.label).toLowerCase();
    const kind = LABELS.get(label);
    if (kind === undefined) return this.fault(`should_trigger is "${label}", not true or false`, row[at.label]?.span);
    const skill = cell(at.skill);
    this.cases.push({ query, kind, span, ...(skill !== "" && { skill, named: row[at.skill]?.span }) });
  }

  private readMap(map: MapNode): void {
    const valueOf = (...keys: readonly string[]): FieldNode | undefined =>
      keys.map((key) => findEntry(map, key)?.value).find((value) => value !== undefined);
    const evals = valueOf("evals");
    const name = valueOf("skill_name");
    if (evals !== undefined && (evals.kind === "list" || name !== undefined)) {
      this.isEval = true;
      if (evals.kind === "list")
        this.readList(evals, {
          kind: "prompt",
          needs: "prompt",
          ...(evals.items.some(isLabelled) && { label: "should_trigger" }),
        });
      else this.fault(`"evals" must be a list, but is ${describeValue(evals)}`, evals.span);
      if (name !== undefined && isString(name)) this.skillName = { text: name.value, span: name.span };
      else if (name !== undefined) this.fault(`skill_name must be a string, but is ${describeValue(name)}`, name.span);
    }
    const should = valueOf("should_trigger", "shouldTrigger");
    const shouldNot = valueOf("should_not_trigger", "shouldNotTrigger");
    // A single entry has a boolean here.
    if (should?.kind === "list" || should?.kind === "map" || shouldNot?.kind === "list" || shouldNot?.kind === "map") {
      this.readLabelled(should, "should");
      this.readLabelled(shouldNot, "should-not");
    }
    for (const part of [map, valueOf("triggers")]) {
      const items = part?.kind === "map" ? findEntry(part, "items")?.value : undefined;
      if (items?.kind === "list" && items.items.some(isExpecting))
        this.readList(items, { label: "expected", needs: "query" });
    }
    const scenarios = valueOf("scenarios");
    if (scenarios?.kind === "list" && scenarios.items.some(hasQuery)) this.readList(scenarios, { kind: "prompt" });
    if (!this.isEval && findEntry(map, "expected_behavior") !== undefined) this.readEntry(map, { kind: "prompt" });
  }

  /** A list, or a list for each split. */
  private readLabelled(node: FieldNode | undefined, kind: EvalCase["kind"]): void {
    if (node?.kind === "map")
      for (const { key, value } of node.entries) {
        if (value.kind === "list") this.readList(value, { kind, split: key, needs: "query" });
        else this.fault(`"${key}" must be a list of queries, but is ${describeValue(value)}`, value.span);
      }
    else if (node?.kind === "list") this.readList(node, { kind, needs: "query" });
    else if (node !== undefined) this.fault(`the queries must be a list, but are ${describeValue(node)}`, node.span);
  }

  private readList({ items }: ListNode, defaults: Defaults): void {
    this.isEval = true;
    for (const item of items) this.readEntry(item, defaults);
  }

  private readEntry(item: FieldNode, defaults: Defaults): void {
    const { kind, needs, label, split } = defaults;
    const node = item.kind === "map" ? queryOf(item) : item;
    if (node?.kind !== "scalar" || typeof node.value !== "string") {
      if (needs === undefined) return;
      const isMissing = item.kind === "map" && node === undefined;
      return this.fault(
        isMissing ? `an entry has no ${needs}` : `a ${needs} must be a string, but is ${describeValue(node ?? item)}`,
        (node ?? item).span,
      );
    }
    this.isEval = true;
    if (node.value.trim() === "") return this.fault(`a ${needs ?? "query"} is empty`, node.span);
    if (item.kind === "map") this.readNeeds(item);
    if (item.kind === "map" && needs === "prompt") this.checkTypes(item);
    const own = item.kind === "map" && label !== undefined ? this.labelOf(item, label, kind) : kind;
    if (own === undefined) return;
    const written = item.kind === "map" ? findEntry(item, "split")?.value : undefined;
    const part = written?.kind === "scalar" && typeof written.value === "string" ? written.value : split;
    this.cases.push({
      query: node.value,
      kind: own,
      span: node.span,
      ...(part !== undefined && { split: part }),
    });
  }

  /** Undefined, with a finding, if the entry does not say so. */
  private labelOf(
    item: MapNode,
    label: "should_trigger" | "expected",
    otherwise: EvalCase["kind"] | undefined,
  ): EvalCase["kind"] | undefined {
    const value = findEntry(item, label)?.value;
    if (value === undefined) {
      if (otherwise === undefined) this.fault(`an entry has no ${label}`, item.span);
      return otherwise;
    }
    const { value: plain } = value.kind === "scalar" ? value : { value: undefined };
    if (label === "should_trigger" && typeof plain === "boolean") return plain ? "should" : "should-not";
    const kind = label === "expected" && typeof plain === "string" ? EXPECTATIONS.get(plain) : undefined;
    if (kind !== undefined) return kind;
    const allowed = label === "expected" ? '"fire" or "no_fire"' : "true or false";
    this.fault(
      `${label} must be ${allowed}, but is ${typeof plain === "string" ? `"${plain}"` : describeValue(value)}`,
      value.span,
    );
    return undefined;
  }

  private readNeeds(item: MapNode): void {
    const files = findEntry(item, "files")?.value;
    for (const file of files?.kind === "list" ? files.items : [])
      if (file.kind === "scalar" && typeof file.value === "string")
        this.files.push({ text: file.value, span: file.span });
  }

  /** Types from the guide of the standard; null counts as absent. */
  private checkTypes(item: MapNode): void {
    for (const [key, what, isRight] of ENTRY_TYPES) {
      const value = findEntry(item, key)?.value;
      if (value === undefined || isRight(value) || (value.kind === "scalar" && value.value === null)) continue;
      this.fault(`${key} must be ${what}, but is ${describeValue(value)}`, value.span);
    }
    const files = findEntry(item, "files")?.value;
    for (const file of files?.kind === "list" ? files.items : [])
      if (!isString(file)) this.fault(`a file must be a string, but is ${describeValue(file)}`, file.span);
  }

  private fault(fault: string, span: TextSpan | undefined): void {
    this.faults.push({ fault, span });
  }
}

type StringNode = Extract<FieldNode, { readonly kind: "scalar" }> & { readonly value: string };

function isString(node: FieldNode): node is StringNode {
  return node.kind === "scalar" && typeof node.value === "string";
}

const isList = (node: FieldNode): boolean => node.kind === "list";

const ENTRY_TYPES: readonly (readonly [key: string, what: string, isRight: (node: FieldNode) => boolean])[] = [
  ["expected_output", "a string", isString],
  ["assertions", "a list", isList],
  ["expectations", "a list", isList],
  ["files", "a list", isList],
];

/** An empty cell means a query that should trigger. */
const LABELS: ReadonlyMap<string, EvalCase["kind"]> = new Map([
  ["", "should"],
  ...["true", "yes", "1"].map((word) => [word, "should"] as const),
  ...["false", "no", "0"].map((word) => [word, "should-not"] as const),
]);

const EXPECTATIONS: ReadonlyMap<string, EvalCase["kind"]> = new Map([
  ["fire", "should"],
  ["no_fire", "should-not"],
  ["no-fire", "should-not"],
]);

function queryOf(map: MapNode): FieldNode | undefined {
  return (findEntry(map, "prompt") ?? findEntry(map, "query"))?.value;
}

function hasQuery(item: FieldNode): boolean {
  return item.kind === "map" && queryOf(item) !== undefined;
}

function isLabelled(item: FieldNode): boolean {
  return item.kind === "map" && findEntry(item, "should_trigger") !== undefined;
}

function isExpecting(item: FieldNode): boolean {
  return hasQuery(item) && item.kind === "map" && findEntry(item, "expected") !== undefined;
}
