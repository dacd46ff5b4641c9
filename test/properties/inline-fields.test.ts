/** An inline skill has the fields of a SKILL.md, with the same effect: what restricts one restricts the other. */
import { describe, expect, test } from "vitest";
import { validateUserConfig } from "../../src/config/validate.ts";
import { createFindings } from "../../src/diagnostics/index.ts";
import { createMemoryHost } from "../../src/host/index.ts";
import { inlineSpellings } from "../../src/model/inline-fields.ts";
import { profileNames } from "../../src/profiles/index.ts";
import type { CatalogSkill } from "../../src/runtime/catalog/catalog.ts";
import { compileMemory, compileProject, compileToCatalog } from "../support/compile-project.ts";
import fc from "../support/fast-check.ts";
import { diagnosticsOf } from "../support/judged-findings.ts";

const word = fc.stringMatching(/^[a-z][a-z0-9]{0,8}$/);
const words = fc.uniqueArray(word, { minLength: 1, maxLength: 3 });
const VALUES: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  text: word,
  texts: fc.oneof(words, word),
  mapping: fc.constant({ PreToolUse: [{ matcher: "Bash", hooks: [{ type: "command", command: "./check.sh" }] }] }),
  model: fc.constantFrom("sonnet", "anthropic://claude-sonnet?max_tokens=100"),
  flag: fc.boolean(),
  source: word,
  tools: fc.oneof(
    fc.constantFrom(["Read", "Bash(git add:*)"], ["Write"]),
    fc.constantFrom("Read Bash(git add:*)", "Write"),
  ),
  metadata: fc.dictionary(word, fc.oneof(word, fc.constant("8004"))),
};
const field = fc
  .constantFrom(...inlineSpellings)
  .chain((row) => (VALUES[row.type] as fc.Arbitrary<unknown>).map((value) => ({ ...row, value })));
const fields = fc.uniqueArray(field, { selector: (one) => one.field, maxLength: 6 });

const base = { name: "boats", description: "Counts boats. Use when asked to." };

/** What both have; the list of tools is JSON in one and YAML in the other, and only a file has a place. */
function comparable(skills: readonly CatalogSkill[]): unknown {
  return skills.map(
    ({ allowedToolsRaw: _raw, source: _source, path: _path, body: _body, frontmatter: _head, ...skill }) => skill,
  );
}

test("an inline skill is the skill of a SKILL.md with the same fields", { timeout: 60_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(fields, fc.constantFrom(...profileNames), async (given, profile) => {
      const head = Object.entries({ ...base, ...Object.fromEntries(given.map((one) => [one.field, one.value])) });
      const text = head.map(([key, value]) => `${key}: ${JSON.stringify(value)}\n`).join("");
      const files = { "/project/skills/boats/SKILL.md": `---\n${text}---\nCount the boats.\n` };
      const common = { profile, allowEmpty: true };
      const inline = {
        ...base,
        instructions: "Count the boats.\n",
        ...Object.fromEntries(given.map((one) => [one.spelling, one.value])),
      };
      const fromFile = await compileToCatalog(files, { ...common, sources: ["skills"] });
      const fromConfig = await compileToCatalog({}, { ...common, sources: [inline] });
      // A form that the frontmatter of a system may not have is natural in a config.
      const refused =
        fromFile.catalog.skills.length === 0 || fromFile.diagnostics.some(({ severity }) => severity === "error");
      if (refused) return;
      expect(comparable(fromConfig.catalog.skills)).toEqual(comparable(fromFile.catalog.skills));
    }),
    { numRuns: 500 },
  );
});

describe("fields that cannot be kept", () => {
  const cycle: Record<string, unknown> = {};
  cycle["self"] = cycle;
  const build = async (fields: Record<string, unknown>): Promise<readonly string[]> => {
    const findings = createFindings();
    const config = { sources: [{ ...base, instructions: "Count.", ...fields }] };
    const user = validateUserConfig(config, { place: () => ({ file: "skillc.config.json" }), findings });
    const { diagnostics } =
      user === undefined
        ? { diagnostics: diagnosticsOf(findings) }
        : await compileProject(createMemoryHost({}), user, { findings });
    return diagnostics.filter(({ severity }) => severity === "error").map(({ rule, message }) => `${rule}: ${message}`);
  };

  test.each([
    ["a misspelled restriction", { requiredScopes: "billing" }, /config-unknown-key.*requiredScopes/],
    ["another spelling of one", { "required-scope": "billing" }, /config-unknown-key/],
    [
      "a restriction of a wrong type",
      { requiredScope: { a: "b" } },
      /config-invalid-value: sources\[0\]\.requiredScope/,
    ],
    ["a flag in words", { disableModelInvocation: "yes" }, /config-invalid-value/],
    ["one field in two spellings", { requiredScope: "a", required_scope: "b" }, /must be absent next to requiredScope/],
    ["a function", { hooks: { PreToolUse: [() => {}] } }, /must be JSON/],
    ["a cycle", { metadata: cycle }, /must be JSON/],
    ["a date", { metadata: { on: new Date(0) } }, /must be JSON/],
    ["a number that is none", { metadata: { size: Number.NaN } }, /must be JSON/],
  ])("%s is an error of the config", async (_, fields, expected) => {
    expect((await build(fields)).join("\n")).toMatch(expected);
  });

  test.each([
    { requiredScope: ", ," },
    { hooks: { PreToolUse: "./check.sh" } },
    { hooks: { PreToolUse: ["./check.sh"] } },
    { paths: "," },
  ])("%j leaves the skill out", async (fields) => {
    const config = { sources: [{ ...base, instructions: "Count.", ...fields }], allowEmpty: true };
    const { catalog } = await compileToCatalog({}, config);
    expect(catalog.skills).toEqual([]);
    expect(catalog.dropped).toMatchObject([{ reason: expect.stringContaining("cannot be applied") }]);
  });

  test.each(inlineSpellings.map(({ spelling }) => spelling))("%s on a directory is an error", async (key) => {
    const { diagnostics } = await compileMemory({
      files: { "/project/skills/boats/SKILL.md": "---\nname: boats\ndescription: Counts boats.\n---\nCount.\n" },
      config: { sources: [{ dir: "skills", [key]: /invo/i.test(key) ? true : /hooks|metadata/.test(key) ? {} : "x" }] },
    });
    expect(diagnostics.map(({ rule, severity }) => [rule, severity])).toContainEqual(["config-unknown-key", "error"]);
  });
});
