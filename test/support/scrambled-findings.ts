/** Findings that say something else: for tests that nothing is decided by what a finding says. */
import { createFindings, type Findings, type Rule, type RuleArgs } from "../../src/diagnostics/index.ts";
import { otherForm } from "../../src/diagnostics/levels.ts";
import type { Finding } from "../../src/model/finding.ts";
import { ruleBook } from "../../src/rules.ts";

/** Returns a whole number below a limit. */
export type Draw = (limit: number) => number;

const rules = ruleBook.names.flatMap((name) => ruleBook.get(name) ?? []);

/** What a level and the columns of the table decide: rules with one key are treated alike. */
function keyOf({ level, category, structural, without, voidIf }: Rule): string {
  const isOfSkill = category !== "config" && category !== "system";
  return JSON.stringify([level, isOfSkill, structural, without, voidIf]);
}

/** Rules with one level only: which form is meant is read from the arguments. */
const byKey = new Map<string, Rule[]>();
for (const rule of rules) {
  if (otherForm(rule) !== undefined) continue;
  byKey.set(keyOf(rule), [...(byKey.get(keyOf(rule)) ?? []), rule]);
}

/** Arguments that have decided something, or might. */
const KEYS = [
  "found",
  "field",
  "key",
  "path",
  "name",
  "source",
  "known",
  "detail",
  "sibling",
  "tag",
  "profile",
  "more",
];
const VALUES = [
  "none",
  "a string",
  "an empty string",
  "",
  "hooks",
  "allowed-tools",
  "files:read",
  "run.sh",
  true,
  0,
  7,
];

function scramble(rule: Rule, args: RuleArgs, draw: Draw): Finding {
  const form = otherForm(rule);
  const level = form?.when(args) === true ? form.level : rule.level;
  // Some levels by profile belong to one rule alone; without its arguments, its form could be another one.
  const alike = byKey.get(keyOf({ ...rule, level }));
  const own = KEYS.filter(() => draw(2) === 0).map((key) => [key, VALUES[draw(VALUES.length)]]);
  const position = { offset: draw(90), line: 1 + draw(9), column: 1 + draw(9) };
  return {
    rule: alike?.[draw(alike.length)]?.name ?? rule.name,
    file: ["SKILL.md", "run.sh", "elsewhere.md", "skills/boats/SKILL.md"][draw(4)] ?? "",
    ...(draw(2) === 0 && { at: { span: { start: position, end: position }, line: 0 } }),
    args: alike === undefined ? args : (Object.fromEntries(own) as RuleArgs),
  };
}

/**
 * Runs something in which every finding is replaced by one of a random rule with the same level and the same columns,
 * with random arguments, at a random place, anywhere among the others.
 */
export async function withScrambledFindings<T>(draw: Draw, run: () => Promise<T>): Promise<T> {
  // All groups of findings have one class.
  const methods = Object.getPrototypeOf(createFindings()) as Findings;
  const { add } = methods;
  methods.add = function scrambled(this: Findings, rule, _place, args) {
    const findings = this.findings as Finding[];
    findings.splice(draw(findings.length + 1), 0, scramble(rule as unknown as Rule, args, draw));
  };
  try {
    return await run();
  } finally {
    methods.add = add;
  }
}
