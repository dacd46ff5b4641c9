/** Suites for test runners that ask a model. Nothing here runs one. */
import { oneLine } from "../runtime/prompt/escape.ts";
import type { TriggerCase, TriggerSkill } from "./rank.ts";

const ASK = "Which of these skills do you load for the request? Answer with the name of the skill, or none.";

/** The names and descriptions that a model chooses by. */
function listingOf(skills: readonly TriggerSkill[]): string {
  return skills.map(({ id, description }) => `- ${id}: ${oneLine(description)}`).join("\n");
}

/** Queries that say which skill they should trigger. */
function labelled(cases: readonly TriggerCase[]): readonly TriggerCase[] {
  return cases.filter(({ kind }) => kind !== "prompt");
}

/**
 * Returns a text that promptfoo takes as it is: it fills in templates in values too, and a value that begins with `file://`
 * or `package:` names a file or code that it would load.
 */
function literal(text: string): string {
  const plain = text.replaceAll(/\{(?=[{%#])/g, "{ ");
  return /^\s*(?:file|package|https?):/i.test(plain) ? `"${plain}"` : plain;
}

/** Returns a suite for promptfoo, as JSON: `promptfoo eval -c file`, after a provider is added. */
export function promptfooSuite(skills: readonly TriggerSkill[], cases: readonly TriggerCase[]): string {
  const suite = {
    description: "Trigger tests of skills. Add a model to providers: nothing is tested without one.",
    prompts: [`${literal(listingOf(skills))}\n\n${ASK}\n\n{{query}}`],
    providers: [],
    tests: labelled(cases).map(({ skill, query, kind }) => ({
      vars: { query: literal(query) },
      assert: [
        { type: kind === "should" ? "equals" : "not-equals", value: literal(skill), transform: "output.trim()" },
      ],
    })),
  };
  return `${JSON.stringify(suite, null, 2)}\n`;
}

/** Returns a suite for vitest: a module with a function `choose` to write, and a test for each query. */
export function vitestSuite(skills: readonly TriggerSkill[], cases: readonly TriggerCase[]): string {
  const rows = labelled(cases).map(({ skill, query, kind }) => `  ${JSON.stringify([query, kind, skill])},`);
  return `${[
    'import { expect, test } from "vitest";',
    "",
    "/** The skills that a model chooses from. */",
    `const listing = ${JSON.stringify(`${listingOf(skills)}\n\n${ASK}`)};`,
    "",
    "/** Asks your model: return the name of the skill that it chooses, or none. */",
    "async function choose(query: string, listing: string): Promise<string> {",
    "  throw new Error(`Write choose(): it gets ${listing.length} characters of listing and the query ${query}`);",
    "}",
    "",
    'const cases: readonly (readonly [query: string, kind: "should" | "should-not", skill: string])[] = [',
    ...rows,
    "];",
    "",
    'test.each(cases)("%s %s trigger %s", async (query, kind, skill) => {',
    "  const chosen = (await choose(query, listing)).trim();",
    '  if (kind === "should") expect(chosen).toBe(skill);',
    "  else expect(chosen).not.toBe(skill);",
    "});",
  ].join("\n")}\n`;
}
