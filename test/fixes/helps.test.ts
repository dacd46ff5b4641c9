/** A help that states a repair is right: who does what it says, to the letter, no longer has the finding. */
import { expect, test } from "vitest";
import { ruleBook, type RuleName } from "../../src/rules.ts";
import { helpOf, type Rule } from "../../src/diagnostics/rule.ts";
import { applyHelp, statesRepair } from "../support/apply-help.ts";
import { checkExample, textBefore } from "../support/example-project.ts";
import { ruleExample } from "../support/rule-example.ts";

const names = (ruleBook.names as readonly RuleName[]).filter((name) => {
  const { kind, args } = ruleExample(name);
  const helps = helpOf(ruleBook.get(name) as Rule, args);
  return ["document", "frontmatter", "body", "config"].includes(kind) && helps.some(statesRepair);
});

/** Forms that the examples do not show: another system's line ends, and lines around the fault. */
const forms: readonly (readonly [what: string, of: (text: string, kind: string) => string])[] = [
  ["the example", (text) => text],
  ["the example with other lines around it", surrounded],
];

function surrounded(text: string, kind: string): string {
  if (kind === "frontmatter") return `x-berth: four\n${text}\nx-tide: north`;
  if (kind === "body") return `# Tides\n\nRead the table first.\n\n${text}\n\nThen go.`;
  if (kind === "document") return text.replace(/^(---\n)(?=\w)/, "$1x-tide: north\n");
  return text.replaceAll(/(?<=[{,]) /g, "\n  ");
}

const applied = new Map<string, Set<string>>(forms.map(([what]) => [what, new Set()]));

test.each(forms)("in %s", async (what, formOf) => {
  const wrong: string[] = [];
  for (const name of names) {
    const example = ruleExample(name);
    const bad = formOf(example.bad, example.kind);
    const found = await checkExample(example, bad);
    const finding = found.find(({ rule }) => rule === name);
    if (finding === undefined) continue;
    const isConfig = example.kind === "config";
    let text = bad;
    // One finding may be of several places.
    for (let left = [finding]; left[0] !== undefined;) {
      const after = applyHelp({ text, before: textBefore(example.kind).length, finding: left[0], isConfig });
      if (after === undefined) break;
      applied.get(what)?.add(name);
      const now = await checkExample(example, after);
      const next = now.filter(({ rule }) => rule === name);
      if (next.length >= found.filter(({ rule }) => rule === name).length && next.length >= left.length)
        wrong.push(`${name}: ${(left[0].help ?? []).join(" | ")}\n${after}`);
      const errors = now.filter(
        ({ severity, rule }) => severity === "error" && !found.some((one) => one.rule === rule),
      );
      wrong.push(...errors.map(({ rule, message }) => `${name}: ${rule}: ${message}\n${after}`));
      if (next.length >= left.length) break;
      left = next;
      text = after;
    }
  }
  expect(wrong.join("\n\n")).toBe("");
});

test("the repairs of many rules are applied in both forms", () => {
  for (const rules of applied.values()) expect(rules.size).toBeGreaterThanOrEqual(38);
});
