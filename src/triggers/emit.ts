/** Suites for test runners that ask a model. Nothing here runs one. */
import { parseJson } from "../model/json.ts";
import { oneLine } from "../runtime/prompt/escape.ts";
import type { TriggerCase, TriggerSkill } from "./rank.ts";

const ASK = "Which of these skills do you load for the request? Answer with the name of the skill, or none.";

function listingOf(skills: readonly TriggerSkill[]): string {
  return skills.map(({ id, description }) => `- ${id}: ${oneLine(description)}`).join("\n");
}

/** Queries that say which skill they should trigger, of skills that a model can choose. */
function labelled({ skills, cases }: SuiteInput): readonly TriggerCase[] {
  const ids = new Set(skills.map(({ id }) => id));
  return cases.filter(({ kind, skill }) => kind !== "prompt" && ids.has(skill));
}

/**
 * Returns a text that promptfoo takes as it is: it fills in templates in values too, and a value that begins with `file://`
 * or `package:` names a file or code that it would load.
 */
function literal(text: string): string {
  const plain = text.replaceAll(/\{(?=[{%#])/g, "{ ");
  return /^\s*(?:file|package|https?):/i.test(plain) ? `"${plain}"` : plain;
}

interface SuiteInput {
  /** Those that a model chooses from. */
  readonly skills: readonly TriggerSkill[];
  readonly cases: readonly TriggerCase[];
  readonly before?: string | undefined;
}

/**
 * Returns a suite for promptfoo, as JSON: `promptfoo eval -c file`, after a provider is added. Of a file that it replaces,
 * everything but prompts and tests is kept. Undefined if that file is not such a suite.
 */
export function promptfooSuite({ skills, cases, before }: SuiteInput): string | undefined {
  const kept = before === undefined ? NEW_SUITE : readSuite(before);
  if (kept === undefined) return undefined;
  const suite = {
    ...kept,
    prompts: [`${literal(listingOf(skills))}\n\n${ASK}\n\n{{query}}`],
    tests: labelled({ skills, cases }).map(({ skill, query, kind }) => ({
      vars: { query: literal(query) },
      assert: [
        { type: kind === "should" ? "equals" : "not-equals", value: literal(skill), transform: "output.trim()" },
      ],
    })),
  };
  return `${JSON.stringify(suite, null, 2)}\n`;
}

const NEW_SUITE: Readonly<Record<string, unknown>> = {
  description: "Trigger tests of skills. Add a model to providers: nothing is tested without one.",
  providers: [],
};

function readSuite(text: string): Readonly<Record<string, unknown>> | undefined {
  const suite = (parseJson(text) ?? {}) as Readonly<Record<string, unknown>>;
  return Array.isArray(suite["prompts"]) && Array.isArray(suite["tests"]) ? suite : undefined;
}

/**
 * Returns a suite for vitest: a module with a test for each query, and a function `choose` to write. Of a file that it
 * replaces, the part with this function is kept. Undefined if that file has no such part.
 */
export function vitestSuite({ skills, cases, before }: SuiteInput): string | undefined {
  const own = before === undefined ? CHOOSE : before.slice(before.indexOf(BELOW));
  if (!own.startsWith(BELOW)) return undefined;
  const rows = labelled({ skills, cases }).map(
    ({ skill, query, kind }) => `  ${JSON.stringify([query, kind, skill])},`,
  );
  return `${[
    'import { expect, test } from "vitest";',
    "",
    "/** The skills that a model chooses from. */",
    `const listing = ${JSON.stringify(`${listingOf(skills)}\n\n${ASK}`)};`,
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
  ].join("\n")}\n\n${own}`;
}

const BELOW = "// Yours: skillc test --emit keeps what is below this line.\n";
const CHOOSE = `${BELOW}
/** Asks your model: return the name of the skill that it chooses, or none. */
async function choose(query: string, listing: string): Promise<string> {
  throw new Error(\`Write choose(): it gets \${listing.length} characters of listing and the query \${query}\`);
}
`;
