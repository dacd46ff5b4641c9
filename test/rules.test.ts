/** Holds the rows of the rules and the cases together: none can change without the others. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { helpOf, messageOf, type Rule } from "../src/diagnostics/rule.ts";
import { ruleBook, type RuleName } from "../src/rules.ts";
import { checkExample } from "./support/example-project.ts";
import { ruleExample } from "./support/rule-example.ts";

const CASES = join(import.meta.dirname, "cases");
const ruleNames = ruleBook.names as readonly RuleName[];
const ruleEntry = (name: RuleName): Rule => ruleBook.get(name) as Rule;

describe("the table", () => {
  test("gives each rule a code of its own", () => {
    const codes = ruleNames.map((name) => ruleEntry(name).code);
    expect(codes.filter((code, index) => codes.indexOf(code) !== index)).toEqual([]);
    expect(codes.filter((code) => !/^SKC\d{3}$/.test(code))).toEqual([]);
    expect(ruleNames.filter((name) => !/^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(name))).toEqual([]);
  });

  test.each(ruleNames)("%s says what is wrong, what follows and what to do", (name) => {
    const entry = ruleEntry(name);
    const { consequence, origin } = entry;
    const { args } = ruleExample(name);
    const texts = [messageOf(entry, args), ...helpOf(entry, args), ...(consequence === undefined ? [] : [consequence])];
    for (const text of texts) {
      expect(text).not.toMatch(/undefined|\[object|(?<!\.)\.$|^\s|\s$/);
      expect(text.length).toBeGreaterThan(3);
    }
    expect(origin.source).not.toBe("");
  });

  test("has a fix for every rule except those that only inform", () => {
    const silent = ruleNames.filter((name) => helpOf(ruleEntry(name), ruleExample(name).args).length === 0);
    expect(silent).toEqual([]);
  });
});

const shown = ruleNames.filter((name) => ruleExample(name).kind !== "words");

describe("the examples", () => {
  test.each(shown)("%s", async (name) => {
    const example = ruleExample(name);
    const found = (await checkExample(example, example.bad)).filter(({ rule }) => rule === name);
    expect(found.length, "the bad example breaks the rule").toBeGreaterThan(0);
    if (hasPlaces(name)) expect(found[0]?.span, "at an exact place").toBeDefined();
    const applicabilities = new Set(found.flatMap(({ fixes = [] }) => fixes.map(({ applicability }) => applicability)));
    for (const applicability of applicabilities)
      expect(example.fix, "the fix is named").toMatch(new RegExp(`\\b${applicability}\\b`));
    if (example.fix !== undefined && !FIXES_ELSEWHERE.has(name))
      expect(applicabilities.size, "the fix is there").toBeGreaterThan(0);
    const good = await checkExample(example, example.good);
    expect(
      good.filter(({ rule, suppressed }) => rule === name && suppressed === undefined),
      "the good example does not",
    ).toEqual([]);
  });

  test("of skills are good in every other way", async () => {
    const faults: string[] = [];
    for (const name of shown) {
      const example = ruleExample(name);
      const others = (await checkExample(example, example.good)).filter(
        ({ severity, suppressed }) => severity === "error" && suppressed === undefined,
      );
      faults.push(...others.map(({ rule }) => `${name}: ${rule}`));
    }
    expect(faults).toEqual([]);
  });
});

/** The fix belongs to another form of the fault than the example's; test/fixes and test/unit/check/manifests.test.ts show it. */
const FIXES_ELSEWHERE: ReadonlySet<RuleName> = new Set<RuleName>([
  "unknown-field",
  "description-not-string",
  "plugin-manifest-invalid",
]);

/** Rules about a whole file, a directory, the configuration or the system: the file is all there is to point at. */
function hasPlaces(name: RuleName): boolean {
  const { kind } = ruleExample(name);
  return kind !== "files" && kind !== "config" && kind !== "words" && !WHOLE_FILES.has(name);
}

const WHOLE_FILES: ReadonlySet<RuleName> = new Set<RuleName>(["file-orphan"]);

describe("the cases", () => {
  const places = new Map<string, Set<string>>();
  for (const file of readdirSync(CASES, { recursive: true, encoding: "utf8" }).filter((path) =>
    path.endsWith("expected/diagnostics.txt"),
  ))
    for (const [, rule = "", place = ""] of readFileSync(join(CASES, file), "utf8").matchAll(
      /^(?:error|warning|info)\[SKC\d{3}\] ([\w-]+):.*(?:\n +--> (.*))?/gm,
    ))
      places.set(rule, (places.get(rule) ?? new Set()).add(place));

  test("name a place for every rule that has places", () => {
    const without = ruleNames.filter((name) => {
      const found = places.get(name);
      return found !== undefined && hasPlaces(name) && ![...found].some((place) => /:\d+:\d+$/.test(place));
    });
    expect(without).toEqual([]);
  });

  test("show every rule that no example shows", () => {
    const elsewhere = readFileSync(join(import.meta.dirname, "cases.test.ts"), "utf8");
    const missing = ruleNames.filter(
      (name) => ruleExample(name).kind === "words" && !places.has(name) && !elsewhere.includes(`"${name}":`),
    );
    expect(missing).toEqual([]);
  });

  test("exist", () => expect(existsSync(CASES) && places.size > 100).toBe(true));
});
