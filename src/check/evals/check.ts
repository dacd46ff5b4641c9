/** Reads eval files with the other files of a skill, and finds those that nothing else of the skill needs. */
import { createFindings, type Findings } from "../../diagnostics/index.ts";
import type { EvalCase, EvalFile } from "../../model/evals.ts";
import type { SkillDocument } from "../../model/document.ts";
import type { FindingGroup } from "../../model/finding.ts";
import { detach, locate, type SourceText, type TextSpan } from "../../model/source.ts";
import type { SkillFields } from "../../model/unit.ts";
import { nearestNames } from "../../runtime/access.ts";
import { reportIn, type ReportAt, type SkillListing } from "../context.ts";
import type { FileContents } from "../files/check.ts";
import { decodeTarget } from "../links/check.ts";
import { MOST_EVAL_BYTES } from "./eval-paths.ts";
import { readEvals, type EvalReading, type FoundCase } from "./read-evals.ts";
import { evalRules } from "./rules.ts";

export interface EvalChecks {
  see(file: FileContents): void;
  finish(): ReadEvals;
}

export interface ReadEvals {
  readonly evals: readonly EvalFile[];
  /** Files in the same places that have no known form of an eval. */
  readonly others: readonly string[];
  /** Eval files that no text of the skill names. */
  readonly unnamed: readonly string[];
  /** Checks the files against the fields of their skill; without fields only what every skill shares. */
  check(fields: SkillFields | undefined): FindingGroup;
  /** The own skill counts, without a name, only if no model sees it. */
  expected(fields: SkillFields | undefined): readonly FoundExpectation[];
}

interface FoundExpectation {
  readonly name?: string;
  /** Relative to the skill. */
  readonly file: string;
  readonly source: SourceText;
  readonly span: TextSpan | undefined;
}

interface OpenEval {
  readonly source: SourceText;
  readonly reading: EvalReading;
}

/** Undefined for a skill without eval files. */
export function createEvalChecks(
  skill: SkillListing,
  document: SkillDocument,
  isEvalPath: (path: string) => boolean,
): EvalChecks | undefined {
  const paths = skill.files.filter(isEvalPath);
  if (paths.length === 0) return undefined;
  const own = new Set(paths);
  const named = new Set<string>();
  const search = (text: string): void => {
    for (const path of paths) if (!named.has(path) && names(text, path)) named.add(path);
  };
  search(document.source.text);
  for (const { target } of document.links) search(decodeTarget(target));
  const opened: OpenEval[] = [];
  return {
    see({ path, source, bytes }) {
      if (source === undefined) return;
      if (!own.has(path)) search(source.text);
      else if (bytes <= MOST_EVAL_BYTES) opened.push({ source, reading: readEvals(path, source.text) });
    },
    finish() {
      const evals = opened.flatMap(({ source, reading: { cases } }) =>
        cases === undefined ? [] : [{ path: source.file, cases: cases.map((one) => toCase(one, source)) }],
      );
      return {
        evals,
        others: opened.flatMap(({ source: { file }, reading }) => (isOther(reading) ? file : [])),
        unnamed: evals.flatMap(({ path }) => (named.has(path) ? [] : [path])),
        check: (fields) => checkEvals(skill, fields, opened),
        expected: (fields) => expectedSkills(skill, fields, opened),
      };
    },
  };
}

function isOther({ cases, faults }: EvalReading): boolean {
  return cases === undefined && faults.length === 0;
}

/** By its path or name, or by its directory, as in `evals/`. */
function names(text: string, path: string): boolean {
  const slash = path.lastIndexOf("/");
  return text.includes(path.slice(slash + 1)) || (slash > 0 && text.includes(path.slice(0, slash + 1)));
}

function toCase({ span, query, named: _named, ...one }: FoundCase, source: SourceText): EvalCase {
  return { query: detach(query), ...one, line: span === undefined ? 1 : locate(source, span).start.line };
}

function namesOf({ dirName }: SkillListing, fields: SkillFields | undefined): readonly string[] {
  const qualified = fields?.namespace === undefined ? [] : [`${fields.namespace}:${fields.name}`];
  return [...(fields === undefined ? [] : [fields.name]), ...qualified, ...(dirName === undefined ? [] : [dirName])];
}

function checkEvals(skill: SkillListing, fields: SkillFields | undefined, opened: readonly OpenEval[]): Findings {
  const findings = createFindings();
  const names = namesOf(skill, fields);
  const seen = new Map<string, FoundCase>();
  for (const { source, reading } of opened) {
    const at = reportIn(source, findings);
    const { faults, files, skillName } = reading;
    const [first] = faults;
    if (first !== undefined) at(evalRules["eval-invalid"], first.span, { fault: first.fault, more: faults.length - 1 });
    if (skillName !== undefined && names.length > 0 && !names.includes(skillName.text))
      at(evalRules["eval-skill-differs"], skillName.span, { written: skillName.text, name: names[0] as string });
    for (const { text, span } of files)
      if (!hasFile(skill, text, source.file))
        at(evalRules["eval-file-missing"], span, { path: text, nearest: nearestNames(text, skill.files)[0] ?? "" });
    checkQueries(at, reading.cases ?? [], { seen, name: fields?.name });
  }
  const cases = opened.flatMap(({ reading }) => reading.cases ?? []);
  const first = opened.find(({ reading }) => reading.cases?.some(({ kind }) => kind === "should"));
  if (first !== undefined && !cases.some(({ kind }) => kind === "should-not")) {
    const queries = cases.filter(({ kind }) => kind === "should").length;
    reportIn(first.source, findings)(evalRules["eval-no-negatives"], undefined, { queries });
  }
  return findings;
}

function expectedSkills(
  skill: SkillListing,
  fields: SkillFields | undefined,
  opened: readonly OpenEval[],
): readonly FoundExpectation[] {
  const own = new Set(namesOf(skill, fields));
  const expected = new Map<string, FoundExpectation>();
  for (const { source, reading } of opened)
    for (const { kind, skill: written = "", named, span } of reading.cases ?? []) {
      const name = own.has(written) ? "" : written;
      if (kind !== "should" || expected.has(name) || (name === "" && fields?.disableModelInvocation !== true)) continue;
      expected.set(name, { ...(name !== "" && { name }), file: source.file, source, span: named ?? span });
    }
  return [...expected.values()];
}

/** A path is relative to the skill, as the standard says, or to the eval file. */
function hasFile({ files, leftOut }: SkillListing, written: string, evalFile: string): boolean {
  if (/^[a-z][a-z\d+.-]*:/i.test(written) || written.trim() === "") return true;
  const path = written.replace(/^(?:\.\/)+/, "");
  const beside = evalFile.slice(0, evalFile.lastIndexOf("/") + 1) + path;
  const known = [...files, ...leftOut.map((one) => one.path)];
  return known.some((file) =>
    [path, beside].some((one) => file === one || file.startsWith(one.endsWith("/") ? one : `${one}/`)),
  );
}

/** Earlier queries: labelled ones by skill and text. */
interface SeenQueries {
  readonly seen: Map<string, FoundCase>;
  readonly name: string | undefined;
}

function checkQueries(at: ReportAt, cases: readonly FoundCase[], { seen, name }: SeenQueries): void {
  for (const one of cases) {
    const { query, kind, span, skill = "" } = one;
    // A prompt tests the answer, so it may also be a query of a trigger test.
    const key = JSON.stringify([kind === "prompt", skill, query.trim()]);
    const before = seen.get(key);
    if (before === undefined) seen.set(key, one);
    else if (before.kind === kind) at(evalRules["eval-duplicate"], span, { query });
    else at(evalRules["eval-contradiction"], span, { query });
    const expected = skill === "" ? name : skill;
    if (kind === "should" && expected !== undefined && calls(query, expected))
      at(evalRules["eval-names-skill"], span, { query, name: expected });
  }
}

/** A name of one word must be marked, as in `/pdf`. */
function calls(query: string, name: string): boolean {
  const text = query.toLowerCase();
  const word = name.toLowerCase();
  const isPart = (at: number): boolean => /[\p{L}\p{N}_-]/u.test(text[at] ?? "");
  for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + 1)) {
    const isMarked = /[-_:]/.test(word) || /[/$@`"']/.test(text[at - 1] ?? "");
    if (isMarked && !isPart(at - 1) && !isPart(at + word.length)) return true;
  }
  return false;
}
