/** Whatever more a build under some profile would grant, an update shows it and needs to be accepted. */
import { expect, test } from "vitest";
import { diffTrees } from "../../src/api/tree-diff.ts";
import { compileToCatalog } from "../support/compile-project.ts";
import fc from "../support/fast-check.ts";
import { profileNames } from "../../src/profiles/index.ts";

/** Fields with values, so that two of one field differ in what they grant. */
const FIELDS: Readonly<Record<string, readonly string[]>> = {
  "allowed-tools": ["Read", "Read Bash", "[Read, Bash]", "Bash(git:*)", "~", '""'],
  "disallowed-tools": ["Bash", "Bash Write", "[Write]"],
  "disable-model-invocation": ["true", "false", "yes", '"true"'],
  "user-invocable": ["true", "false"],
  required_scope: ["billing", "[billing, admin]"],
  paths: ["src/**", "[src/**, docs/**]"],
  hooks: [
    "{ PreToolUse: [{ hooks: [{ type: command, command: ./guard.sh }] }] }",
    "{ PreToolUse: [{ hooks: [{ type: command, command: rm x }] }] }",
    "{}",
  ],
  context: ["fork"],
  agent: ["mate", "captain"],
  model: ["opus", "haiku"],
  shell: ["bash", "powershell"],
  toolsets: ["[sails]", "[sails, guns]"],
  license: ["MIT", "GPL"],
};

const SPELLINGS: readonly ((key: string) => string)[] = [
  (key) => key,
  (key) => key.replaceAll("-", "_"),
  (key) => key.replaceAll("_", "-"),
  (key) => key.replaceAll(/[-_](.)/g, (_, letter: string) => letter.toUpperCase()),
  (key) => key.toUpperCase(),
  (key) => key.replaceAll(/[-_]/g, " "),
  (key) => `"${key} "`,
  (key) => `"${key.replace("a", String.raw`\x61`)}"`,
  (key) => `? ${key}\n`,
];

const line = fc
  .constantFrom(...Object.keys(FIELDS))
  .chain((key) =>
    fc
      .tuple(fc.constantFrom(...SPELLINGS), fc.constantFrom(...(FIELDS[key] as readonly string[])))
      .map(([spell, value]) => `${spell(key)}: ${value}`),
  );

const document = (lines: readonly string[], body = "Count the boats.\n"): string =>
  `---\n${lines.join("\n")}\n---\n${body}`;

/** Ways to write a document, of which most are faults. */
const FORMS: readonly ((lines: readonly string[]) => string)[] = [
  ...Array.from({ length: 4 }, () => (lines: readonly string[]) => document(lines)),
  (lines) => document(lines.map((one) => one.replace(/^description:.*/, "description: Use when: late"))),
  (lines) => document([...lines, "license: a: b"]),
  (lines) => document([...lines, 'version: "\u0001"']),
  (lines) => document([...lines, "other: ["]),
  (lines) => document([...lines.slice(0, 2), "x: &x", ...lines.slice(2).map((one) => `  ${one}`), "<<: *x"]),
  (lines) => document([...lines.slice(0, 2), "...", ...lines.slice(2)]),
  (lines) => document([...lines.slice(0, 2), "---", ...lines.slice(2)]),
  (lines) => document(lines.filter((one) => !one.startsWith("name:"))),
  (lines) => document(lines.filter((one) => !one.startsWith("description:"))),
  (lines) => document(lines).slice(4),
  (lines) => document(lines).replace("\n---\nCount", "\nCount"),
  (lines) => document(lines).replace("\n---\nCount", "\n--- \nCount"),
  (lines) => document(lines).replace("\n---\nCount", "\n---x\nCount\n---\n"),
  (lines) => document(lines).replace("---\n", "---yaml\n"),
  (lines) => document(lines).replace("---\n", "--- \t\n"),
  (lines) => document(lines).replace("---\n", "----\n"),
  (lines) => `\uFEFF${document(lines)}`,
  (lines) => `\n \n${document(lines)}`,
  (lines) => `Notes.\n\n${document(lines)}`,
  (lines) => document(lines).replaceAll("\n", "\r"),
  (lines) => document(lines).replaceAll("\n", "\r\n"),
  (lines) => document([`- ${lines.join("\n  ")}`]),
  (lines) => document(lines, "---\nallowed-tools: Bash\n---\nCount.\n"),
];

const version = fc
  .tuple(fc.array(line, { maxLength: 4 }), fc.constantFrom(...FORMS))
  .map(([lines, form]) => form(["name: boats", "description: Counts boats. Use when asked to.", ...lines]));

/** Two versions that have most in common. */
const versions = fc.oneof(
  fc.tuple(version, version),
  fc
    .tuple(fc.array(line, { maxLength: 3 }), line, fc.constantFrom(...FORMS), fc.constantFrom(...FORMS))
    .map(([lines, more, one, two]): [string, string] => {
      const first = ["name: boats", "description: Counts boats. Use when asked to.", ...lines];
      return [one(first), two([...first, more])];
    }),
);

/** What a build grants: undefined without the skill. */
async function grantsOf(text: string, profile: string, compat: "exact" | undefined): Promise<string | undefined> {
  const user = {
    sources: ["skills"],
    profile,
    ...(compat && { compat }),
    allowEmpty: true,
    onInvalid: "skip" as const,
    // Findings about anything else would leave both versions out.
    rules: { portability: "off", quality: "off", security: "off" } as const,
  };
  const { catalog } = await compileToCatalog({ "/project/skills/boats/SKILL.md": text }, user);
  const [skill] = catalog.skills;
  if (skill === undefined) return undefined;
  const { allowedTools, disallowedTools, disableModelInvocation, userInvocable, requiredScope, hooks, paths } = skill;
  const { context, agent, model, shell, toolsets } = skill;
  return JSON.stringify([
    [allowedTools, disallowedTools, disableModelInvocation, userInvocable, requiredScope, hooks, paths],
    [context, agent, model, shell, toolsets],
  ]);
}

test("an update that grants more under any profile is risky", { timeout: 120_000 }, async () => {
  let grew = 0;
  const harmless = await grantsOf(document(["name: boats", "description: Counts boats."]), "standard", undefined);
  await fc.assert(
    fc.asyncProperty(
      versions,
      fc.constantFrom(...profileNames),
      fc.constantFrom(undefined, "exact" as const),
      async ([one, two], profile, compat) => {
        const [before, after] = [await grantsOf(one, profile, compat), await grantsOf(two, profile, compat)];
        // Nothing is granted by a skill that is left out, nor by a new one without permissions.
        if (after === undefined || after === before || (before === undefined && after === harmless)) return;
        grew++;
        const tree = (text: string) => new Map([["skills/boats/SKILL.md", { bytes: Buffer.from(text) }]]);
        expect(diffTrees(tree(one), tree(two)).isRisky).toBe(true);
      },
    ),
    { numRuns: 700 },
  );
  expect(grew).toBeGreaterThan(100);
});
