/** A finding is written and shown, never read back: whatever findings say, a build admits and writes the same. */
import { expect, test, vi } from "vitest";
import type { UserConfig } from "../../src/config/user-config.ts";
import { createMemoryHost, type MemoryEntry } from "../../src/host/index.ts";
import { profileNames } from "../../src/profiles/index.ts";
import { ruleBook } from "../../src/rules.ts";
import { compileProject } from "../support/compile-project.ts";
import { emittedFiles } from "../support/emitted-files.ts";
import fc from "../support/fast-check.ts";
import { FAULTS } from "../support/faulty-documents.ts";
import { withScrambledFindings, type Draw } from "../support/scrambled-findings.ts";

// The sentence of a rule with the arguments of another one cannot be written.
vi.mock("../../src/diagnostics/diagnose.ts", async (original) => ({
  ...(await original<object>()),
  diagnose: ({ rule, file, severity }: { rule: object; file: string; severity: string }) => ({
    ...rule,
    file,
    severity,
    message: "",
    args: {},
  }),
}));

const FIELDS: Readonly<Record<string, string>> = {
  "allowed-tools": "Read Grep",
  "disallowed-tools": "Bash",
  "disable-model-invocation": "true",
  required_scope: "billing",
  "user-invocable": "false",
  paths: "src/**",
  hooks: "{ PreToolUse: [{ hooks: [{ type: command, command: ./guard.sh }] }] }",
  toolsets: "[charts]",
};

const BODY = "Run `bash scripts/run.sh`, read [there](gone.md), [them](../ports/SKILL.md) and !`date`.\n";

const skill = fc
  .record({
    name: fc.constantFrom("boats", "ports", "files:read", "aux", "Bad Name", ""),
    fields: fc.uniqueArray(fc.constantFrom(...Object.keys(FIELDS)), { maxLength: 3 }),
    fault: fc.constantFrom(...FAULTS),
    body: fc.boolean(),
  })
  .map(({ name, fields, fault, body }) => {
    const lines = [
      "description: Counts boats. Use when asked to.",
      ...fields.map((field) => `${field}: ${FIELDS[field]}`),
    ];
    const text = fault(name === "" ? lines : [`name: ${name}`, ...lines], fields[0] ?? "description");
    // What a comment silences depends on the place of a finding, and on its rule.
    return (body ? `${text}\n${BODY}` : text).replaceAll("skillc-disable", "skillc-enable");
  });

/** What else may be in a directory of skills. */
const BESIDE: readonly Readonly<Record<string, MemoryEntry>>[] = [
  { "skills/boats/run.sh": "#!/bin/sh\n", "skills/boats/scripts/run.sh": "#!/bin/bash\n" },
  { "skills/boats/notes.md": { failure: "denied" }, "skills/boats/.env": "A=1\n" },
  { "skills/boats/large.bin": new Uint8Array(1_100_000) },
  { "skills/boats/inner/SKILL.md": "---\nname: inner\ndescription: Counts. Use it.\n---\nCount.\n" },
  { "skills/copies/boats/SKILL.md": "---\nname: boats\ndescription: Counts. Use it.\n---\nCount.\n" },
  { "skills/boats.agent.md": "---\nname: crew\n---\n", "agents/crew/AGENT.md": "---\nname: crew\n---\nSail.\n" },
  { "skills/gone": { symlink: "nowhere" } },
];

const inline = { name: "boats", description: "Counts boats.", instructions: `---\nhooks: 5\n---\n${BODY}`, paths: 7 };

const project = fc.record({
  documents: fc.array(skill, { minLength: 1, maxLength: 4 }),
  beside: fc.subarray([...BESIDE]),
  config: fc.record(
    {
      profile: fc.constantFrom(...profileNames),
      onInvalid: fc.constantFrom("error", "skip", "body"),
      duplicates: fc.constantFrom("first", "last", "error"),
      // A level for all rules alike.
      rules: fc.constantFrom({ "*": "error" }, { "*": "warning" }, { "*": "off" }),
      files: fc.constantFrom({ maxBytes: 20 }, { exclude: ["**/*.sh"] }),
      sources: fc.constantFrom(["skills"], ["skills", "skills/boats"], ["skills", inline], ["skills", "none"]),
    },
    { requiredKeys: ["sources"] },
  ),
});

/** A reason without the names of rules, which tell of which rules the errors of a skill are. */
function withoutRules(reason: string): string {
  const parts = reason.split(", ");
  return parts.filter((part) => ruleBook.get(part) === undefined).join(", ");
}

interface Built {
  readonly admitted: unknown;
  readonly ids: readonly string[];
  readonly dropped: readonly string[];
  readonly files: Readonly<Record<string, string>>;
}

/** Everything that is written; where a reason names rules, without the list of reasons, and the hash over it. */
async function build(files: Readonly<Record<string, MemoryEntry>>, config: UserConfig): Promise<Built | undefined> {
  const user = { emit: ["module", "json", "json-full"], allowEmpty: true, ...config } as UserConfig;
  const { compiled } = await compileProject(createMemoryHost(files), user);
  if (compiled === undefined) return undefined;
  const { skills, dropped, hash } = compiled.linked.catalog;
  const isNamed = dropped.some(({ reason }) => withoutRules(reason) !== reason);
  const plain = (text: string): string =>
    isNamed ? text.replaceAll(hash, "sha256:").replace(/"dropped": \[[^\]]*\]/, "") : text;
  return {
    admitted: compiled.runs.map(({ admitted }) => admitted.map(({ number, text }) => [number, text])),
    ids: skills.map(({ id }) => id),
    dropped: dropped.map(({ file, reason }) => `${file}: ${withoutRules(reason)}`).sort(),
    files: Object.fromEntries(Array.from(emittedFiles(compiled.outputs), ([path, text]) => [path, plain(text)])),
  };
}

test(
  "findings of other rules, arguments, places and order change nothing that is written",
  { timeout: 120_000 },
  async () => {
    let skills = 0;
    let dropped = 0;
    await fc.assert(
      fc.asyncProperty(project, fc.infiniteStream(fc.nat()), async ({ documents, beside, config }, numbers) => {
        const names = ["boats", "ports", "tides", "winds"];
        const files = Object.assign(
          Object.fromEntries(documents.map((text, index) => [`skills/${names[index]}/SKILL.md`, text])),
          ...beside,
        ) as Record<string, MemoryEntry>;
        const draw: Draw = (limit) => (numbers.next().value as number) % limit;
        const plain = await build(files, config as UserConfig);
        skills += plain?.ids.length ?? 0;
        dropped += plain?.dropped.length ?? 0;
        expect(await withScrambledFindings(draw, () => build(files, config as UserConfig))).toEqual(plain);
      }),
      { numRuns: 100 },
    );
    // Both outcomes are there to be changed.
    expect(Math.min(skills, dropped)).toBeGreaterThan(50);
  },
);
