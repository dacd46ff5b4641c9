import { MISSING, found, type SystemCut } from "../cut.ts";
import type { System } from "../system.ts";

export const cognesy: System = {
  base: "lenient",
  changes: {
    name: "cognesy",
    label: "instructor-php agents (cognesy)",
    source: "cognesy/instructor-php 2.7 (05e240c)",
    onInvalid: "body",
    duplicates: "first",
    discovery: { places: ["*"], dotDirectories: "skip", missingSource: "empty" },
    frontmatter: { style: "cognesy", broken: "body" },
    naming: { form: "free", maxLength: Infinity },
    description: { missing: "empty", maxLength: Infinity },
    body: "php-trimmed",
    resources: "conventional-directories",
    failedCommands: "marker",
  },
  exact: { scalars: "php", booleans: "php", tools: "cognesy" },
  reader: {
    label: "instructor-php",
    source: "cognesy/instructor-php 2.7",
    read: "2026-11-21",
    fields: ["disable-model-invocation", "user-invocable", "argument-hint", "model", "context", "agent"],
  },
  signs: {},
  cut: cutCognesy,
};

const PHP_BLANK = /[ \t\n\v\f\r]/;

/**
 * instructor-php 2.7: blank lines may follow the opening line; the block ends at the first line that starts with three
 * hyphens, whatever follows them; without both lines there is no frontmatter.
 */
function cutCognesy(text: string): SystemCut {
  if (!text.startsWith("---")) return MISSING;
  let end = 3;
  while (end < text.length && PHP_BLANK.test(text[end] as string)) end++;
  const breaks = text.slice(3, end);
  const from = 3 + breaks.lastIndexOf("\n") + 1;
  if (from === 3) return MISSING;
  let yamlStart = from;
  let closer = text.indexOf("\n---", from);
  // Only blank lines in between: one of them ends the opening line, another one is the block.
  if (closer === -1 && text.startsWith("---", from) && breaks.indexOf("\n") < breaks.lastIndexOf("\n")) {
    closer = from - 1;
    yamlStart = 3 + breaks.lastIndexOf("\n", breaks.lastIndexOf("\n") - 1) + 1;
  }
  if (closer === -1) return MISSING;
  const yamlEnd = text[closer - 1] === "\r" && closer > yamlStart ? closer - 1 : closer;
  let bodyStart = closer + 4;
  while (bodyStart < text.length && PHP_BLANK.test(text[bodyStart] as string)) bodyStart++;
  return found(text, { start: 0, end: 3 }, { start: yamlStart, end: Math.max(yamlStart, yamlEnd) }, bodyStart);
}
