/** A skill in the catalog is never less restricted than its frontmatter says, whatever is wrong with it. */
import { expect, test } from "vitest";
import { compileToCatalog } from "../support/compile-project.ts";
import fc from "../support/fast-check.ts";
import { FAULTS } from "../support/faulty-documents.ts";
import { parseHooks } from "../../src/runtime/guard/hooks.ts";
import type { UserConfig } from "../../src/config/user-config.ts";
import type { Level } from "../../src/model/diagnostic.ts";
import { profileNames } from "../../src/profiles/index.ts";
import { rules } from "../../src/rules.ts";
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

/** Where skills come from, and how they leave. */
const PROJECTS: readonly UserConfig[] = [
  { sources: ["skills"] },
  { sources: [{ dir: "skills", mountAs: "lib/skills", namespace: "acme", preload: true }] },
  {
    sources: ["skills"],
    emit: undefined,
    views: { all: "**", boats: "skills/boats" },
    outputs: [{ outDir: "out", emit: ["json-full"], view: "boats" }],
  },
  { sources: ["skills"], files: { exclude: ["**/*.md"] }, duplicates: "last" },
  { sources: ["skills"], overrides: [{ files: "**", rules: { correctness: "off", security: "off" } }] },
];

test("no fault makes a skill of the catalog less restricted", { timeout: 60_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(fc.constantFrom(...names), { minLength: 1 }),
      fc.constantFrom(...FAULTS),
      fc.constantFrom("error", "skip", "body", undefined),
      fc.constantFrom(...profileNames),
      fc.oneof(
        fc.uniqueArray(fc.constantFrom(...Object.keys(rules)), { maxLength: 3 }),
        fc.constantFrom<readonly string[]>(["*"], ["correctness"], ["security"], ["portability", "quality"]),
      ),
      fc.tuple(fc.constantFrom<Level>("error", "warning", "off"), fc.constantFrom(...PROJECTS)),
      async (chosen, fault, onInvalid, profile, raised, [level, project]) => {
        const lines = ["name: boats", "description: Counts boats. Use when asked to."];
        for (const name of chosen) lines.push(`${name}: ${FIELDS[name]?.[0]}`);
        const files = { "/project/skills/boats/SKILL.md": fault(lines, chosen[0] ?? "") };
        const levels = Object.fromEntries(raised.map((rule) => [rule, level]));
        const { catalog, diagnostics } = await compileToCatalog(files, {
          ...project,
          profile,
          rules: levels,
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
        if (catalog.skills.length === 0 && diagnostics.length > 0 && level !== "off" && project.overrides === undefined)
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

test("the instructions of an inline skill cannot restrict it, so one whose instructions try is left out", async () => {
  for (const name of names) {
    const instructions = `---\nname: boats\n${name}: ${FIELDS[name]?.[0]}\n---\nCount.\n`;
    const inline = { name: "boats", description: "Counts boats. Use when asked to.", instructions };
    const { catalog } = await compileToCatalog({}, { sources: [inline], allowEmpty: true });
    expect(catalog.skills).toEqual([]);
    expect(catalog.dropped).toMatchObject([{ reason: `${name} cannot be applied` }]);
  }
  const text = {
    name: "boats",
    description: "Counts boats. Use when asked to.",
    instructions: "---\n\nallowed-tools: Read\n",
  };
  expect((await compileToCatalog({}, { sources: [text] })).catalog.skills).toHaveLength(1);
});

test("a spelling that VS Code reads restricts as the field does", async () => {
  const files = {
    "/project/skills/boats/SKILL.md": plain("name: boats\ndescription: Counts boats.\nuser-invokable: false"),
  };
  const { catalog } = await compileToCatalog(files, { sources: ["skills"] });
  expect(catalog.skills).toMatchObject([{ userInvocable: false }]);
});
