/** A skill in the catalog is never less restricted than its frontmatter says, whatever is wrong with it. */
import { expect, test } from "vitest";
import { compileToCatalog } from "../support/compile-project.ts";
import fc from "../support/fast-check.ts";
import { parseHooks } from "../../src/runtime/guard/hooks.ts";
import { profileNames } from "../../src/profiles/index.ts";
import type { CatalogSkill } from "../../src/runtime/catalog/catalog.ts";

/** The fields with what a catalog has of each. */
const FIELDS: Readonly<Record<string, readonly [written: string, holds: (skill: CatalogSkill) => boolean]>> = {
  "allowed-tools": ["Read Grep", ({ allowedTools }) => allowedTools.length > 0],
  "disallowed-tools": ["Bash", ({ disallowedTools = [] }) => disallowedTools.length > 0],
  "disable-model-invocation": ["true", ({ disableModelInvocation }) => disableModelInvocation],
  required_scope: ["billing", ({ requiredScope }) => requiredScope.length > 0],
  "user-invocable": ["false", ({ userInvocable }) => !userInvocable],
  paths: ["src/**", ({ paths = [] }) => paths.length > 0],
  hooks: [
    "{ PreToolUse: [{ hooks: [{ type: command, command: ./guard.sh }] }] }",
    ({ hooks }) => parseHooks(hooks).hooks.some(({ handler }) => handler !== undefined),
  ],
};
const names = Object.keys(FIELDS);

type Fault = (lines: readonly string[], field: string) => string;
const document = (lines: readonly string[], body = "Count the boats.\n"): string =>
  `---\n${lines.join("\n")}\n---\n${body}`;
const replaced = (lines: readonly string[], field: string, by: (line: string) => string): string =>
  document(lines.map((line) => (line.startsWith(`${field}:`) ? by(line) : line)));
const FAULTS: readonly Fault[] = [
  (lines) => document(lines),
  (lines, field) => replaced(lines, field, (line) => `${line}: [`),
  (lines, field) => replaced(lines, field, (line) => line.replace(":", "")),
  (lines, field) => replaced(lines, field, () => `"${field.replace("a", String.raw`\x61`)}": "\\q"`),
  (lines, field) => replaced(lines, field, () => `${field}: { a: { b: c } }`),
  (lines, field) => replaced(lines, field, () => `${field}: [{ a: b }]`),
  (lines, field) => replaced(lines, field, () => `${field}: ", ,"`),
  (lines) => replaced(lines, "hooks", (line) => line.replace("PreToolUse", "PreTolUse")),
  (lines) => replaced(lines, "hooks", (line) => line.replace("[{ hooks", "{ hooks").replace("] }] }", "] } }")),
  (lines) => replaced(lines, "hooks", (line) => line.replace("type:", "kind:")),
  (lines) => replaced(lines, "hooks", () => "hooks: { PreToolUse: [./guard.sh] }"),
  (lines) => replaced(lines, "hooks", () => "hooks: { PreToolUse: [{ type: command, command: ./guard.sh }] }"),
  (lines) => replaced(lines, "hooks", () => "hooks: { PreToolUse: [{ hooks: ./guard.sh }] }"),
  (lines, field) => replaced(lines, field, (line) => `\t${line}`),
  (lines) => document([...lines, 'license: "\u0001']),
  (lines) => document(lines.filter((line) => !line.startsWith("name:"))),
  (lines) => document(lines.map((line) => line.replace(/^description:.*/, "description: Use when: late"))),
  (lines) => document([...lines, "files: 7"]),
  (lines) => document(lines, "Count\u202E the boats [there](gone.md).\n"),
  (lines) => document(lines).slice(4),
  (lines) => `Notes.\n\n${document(lines)}`,
  (lines) => `\`\`\`\n${document(lines)}\`\`\`\n`,
  (lines) => document(lines).replace("\n---\nCount", "\nCount"),
  (lines) => document([`- ${lines.join("\n  ")}`]),
  (lines) => `\uFEFF${document(lines)}`,
];

const RULES = ["hidden-character", "ref-missing", "field-type", "boolean-unparseable", "allowed-tools-not-string"];

test("no fault makes a skill of the catalog less restricted", { timeout: 60_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(fc.constantFrom(...names), { minLength: 1 }),
      fc.constantFrom(...FAULTS),
      fc.constantFrom("error", "skip", "body", undefined),
      fc.constantFrom(...profileNames),
      fc.subarray([...RULES, "yaml-invalid", "frontmatter-missing"]),
      fc.constantFrom("error", "warning"),
      async (chosen, fault, onInvalid, profile, raised, level) => {
        const lines = ["name: boats", "description: Counts boats. Use when asked to."];
        for (const name of chosen) lines.push(`${name}: ${FIELDS[name]?.[0]}`);
        const files = { "/project/skills/boats/SKILL.md": fault(lines, chosen[0] ?? "") };
        const rules = Object.fromEntries(raised.map((rule) => [rule, level]));
        const { catalog, diagnostics } = await compileToCatalog(files, {
          sources: ["skills"],
          profile,
          rules,
          allowEmpty: true,
          ...(onInvalid && { onInvalid }),
        }).catch((error: unknown) => {
          // A rule that cannot be lowered is an error of the config.
          expect(String(error)).toMatch(/cannot be lowered/);
          return { catalog: { skills: [], dropped: [] }, diagnostics: [] };
        });
        if (diagnostics.some(({ severity }) => severity === "error")) return;
        for (const skill of catalog.skills)
          for (const name of chosen) expect({ name, holds: FIELDS[name]?.[1](skill) }).toEqual({ name, holds: true });
        if (catalog.skills.length === 0 && diagnostics.length > 0)
          expect(catalog.dropped).toMatchObject([{ file: expect.stringContaining("SKILL.md") }]);
      },
    ),
    { numRuns: 1500 },
  );
});

const plain = (head: string, body = "Count.\n"): string => `---\n${head}\n---\n${body}`;
const admitted = async (text: string, rules = {}): Promise<unknown> => {
  const files = { "/project/skills/boats/SKILL.md": text };
  const user = { sources: ["skills"], profile: "cognesy", allowEmpty: true, rules };
  const { catalog } = await compileToCatalog(files, user);
  return { ids: catalog.skills.map(({ id }) => id), reasons: catalog.dropped.map(({ reason }) => reason) };
};

test("the body is kept only where frontmatter cannot be read and restricts nothing", async () => {
  expect(await admitted(plain("name: boats\ndescription: Use when: [late"))).toEqual({ ids: ["boats"], reasons: [] });
  expect(await admitted(plain("name: boats\nlicense: [\nrequired_scope: billing"))).toMatchObject({
    ids: [],
    reasons: [expect.stringMatching(/^yaml-invalid, required_scope cannot be applied$/)],
  });
  const linked = plain("name: boats\ndescription: Counts boats.", "[there](gone.md)\n");
  expect(await admitted(linked, { "ref-missing": "error" })).toEqual({ ids: [], reasons: ["ref-missing"] });
});
