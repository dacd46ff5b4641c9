import { describe, expect, it, test } from "vitest";
import { parseItem } from "../../../src/check/references/item.ts";
import { compileSkill } from "../../../src/phases/compile-skill.ts";
import type { SkillReference } from "../../../src/model/references.ts";
import { behaviorOf, standardProfile } from "../../../src/profiles/index.ts";
import { processorTimeOf } from "../../support/processor-time.ts";

const encoder = new TextEncoder();

async function unitOf(frontmatter: string, body = "Read.", skillFields?: readonly string[]) {
  const text = `---\nname: own\ndescription: Reads. Use when asked.\n${frontmatter}---\n\n${body}\n`;
  const input = {
    dirName: "own",
    document: "SKILL.md",
    files: [],
    leftOut: [],
    nested: [],
    read: () => ({ bytes: encoder.encode(text), sha256: "" }),
  };
  const [unit] = await compileSkill(input, [{ profile: behaviorOf(standardProfile), skillFields }]);
  return { text, unit: unit as NonNullable<typeof unit> };
}

/** Each as `kind to@range (strength) <field>`, with what is at its place. */
async function read(frontmatter: string, body?: string, skillFields?: readonly string[]): Promise<readonly string[]> {
  const { text, unit } = await unitOf(frontmatter, body, skillFields);
  return (unit.link.references ?? []).map((one: SkillReference) => {
    const { kind, to, range, strength, field, at } = one;
    const written = at && text.slice(at.span.start.offset, at.span.end.offset);
    const named = `${kind} ${to}${range === undefined ? "" : ` @ ${range}`}`;
    return [named, ...(strength ? [strength] : []), ...(field ? [field] : []), `[${written}]`].join(" | ");
  });
}

async function faults(frontmatter: string): Promise<readonly string[]> {
  const { unit } = await unitOf(frontmatter);
  return unit.findings.flatMap(({ rule, args }) =>
    rule === "dependency-malformed" ? `${String(args["fault"])} ${String(args["value"])}` : [],
  );
}

test.each([
  ["pdf", { to: "pdf", isOptional: false }],
  ["pdf?", { to: "pdf", isOptional: true }],
  ["acme:pdf@^1.2?", { to: "acme:pdf", range: "^1.2", isOptional: true }],
  ["b@>=1.9 <2", { to: "b", range: ">=1.9 <2", isOptional: false }],
  ["b @ 1", { to: "b", range: "1", isOptional: false }],
  ["Beta", { to: "Beta", isOptional: false }],
  ["__proto__", { to: "__proto__", isOptional: false }],
  ["constructor", { to: "constructor", isOptional: false }],
  ["acme/skills/pdf@^1", { to: "acme/skills/pdf", range: "^1", isOptional: false }],
  ["acme/skills/pdf@main", { to: "acme/skills/pdf", isOptional: false }],
  ["@acme/skills@v1?", { to: "@acme/skills", range: "v1", isOptional: true }],
  ["npm:@acme/skills@^2", { to: "npm:@acme/skills", range: "^2", isOptional: false }],
])("the item %j", (text, item) => {
  expect(parseItem(text)).toEqual(item);
});

test.each([
  "",
  "?",
  "@",
  "b@",
  "b@@1",
  "b@latest",
  "./b",
  "../b",
  "a b",
  "a:b:c",
  ":b",
  "b:",
  "/etc",
  "a\u0000b",
  "a\u202eb",
  "b".repeat(257),
  "../../x@1",
  "acme/../x",
  "b@".padEnd(10_240, "1"),
])("%j is malformed", (text) => {
  expect(parseItem(text)).toBeUndefined();
});

describe("declared references", () => {
  it("are read of every form, with the place of each item", async () => {
    expect(
      await read('metadata:\n  requires-skills: "beta, acme:pdf@^1.2, charts?"\n  related-skills: forms\n'),
    ).toEqual([
      "required beta | metadata.requires-skills | [beta]",
      "required acme:pdf @ ^1.2 | metadata.requires-skills | [acme:pdf@^1.2]",
      "optional charts | metadata.requires-skills | [charts?]",
      "related forms | metadata.related-skills | [forms]",
    ]);
    expect(await read("requires_skills:\n  - beta\n  - beta\n  - acme/skills\nrelated-skills: [x]\n")).toEqual([
      "required beta | requires_skills | [beta]",
      "required acme/skills | requires_skills | [acme/skills]",
      "related x | related-skills | [x]",
    ]);
    expect(await read("metadata:\n  requires-skills: |\n    beta,\n    charts\n")).toEqual([
      "required beta | metadata.requires-skills | [beta]",
      "required charts | metadata.requires-skills | [charts]",
    ]);
  });

  it("are named where the key of a client says so, and weak where it can mean programs", async () => {
    const client =
      "metadata:\n  claw:\n    requires: { bins: [jq], skills: [a] }\n    dependsOnSkills: [b]\n    related_skills: [c]\n    works-with: [d]\n    depends_on: e\n";
    expect(await read(client)).toEqual([
      "required a | named | metadata.claw.requires.skills | [a]",
      "required b | named | metadata.claw.dependsOnSkills | [b]",
      "related c | named | metadata.claw.related_skills | [c]",
      "related d | weak | metadata.claw.works-with | [d]",
      "required e | weak | metadata.claw.depends_on | [e]",
    ]);
    expect(
      await read("prerequisite-skills:\n  - slug: a\n    name: A b\n  - name: b\n  - c\ndependsOn: [d]\n"),
    ).toEqual([
      "required a | named | prerequisite-skills | [a]",
      "required b | named | prerequisite-skills | [b]",
      "required c | named | prerequisite-skills | [c]",
      "required d | weak | dependsOn | [d]",
    ]);
    expect(await read("requires: [a]\n")).toEqual(["required a | weak | requires | [a]"]);
  });

  it.each([
    "requires: { bins: [a] }",
    "requires: a",
    "dependencies: [a, b]",
    "metadata: { requires: { skills: [a] }, chain: a, upstream: b }",
    "extends: a",
    "metadata: a",
    "metadata: [a]",
    "metadata: { requires-skills: }",
    "depends_on: 3",
    "prerequisite-skills: { a: b }",
    "metadata: { __proto__: { requires: { skills: [a] } } , constructor: x }",
  ])("are not read of %s", async (frontmatter) => {
    const found = await read(`${frontmatter}\n`);
    expect(found.filter((one) => !one.includes("__proto__"))).toEqual([]);
    expect(await faults(`${frontmatter}\n`)).toEqual([]);
  });

  it("are read of the fields of the config", async () => {
    expect(
      await read("dependencies: [a]\nmetadata: { uses: b, dependencies: c }\n", "x", ["dependencies", "metadata.uses"]),
    ).toEqual(["required a | dependencies | [a]", "required b | metadata.uses | [b]"]);
  });

  it("are reported if they cannot be read", async () => {
    expect(await faults('metadata:\n  requires-skills: "b@@1, ./x, ok"\n')).toEqual(["item b@@1", "item ./x"]);
    expect(await faults("metadata:\n  requires-skills: 3\n")).toEqual(["type a number"]);
    expect(await faults("metadata:\n  requires-skills: { a: b }\n")).toEqual(["type a mapping"]);
    expect(await faults("requires-skills: [a, [b], 3]\n")).toEqual(["type a list", "type a number"]);
    expect(await faults("requires-skills: own\n")).toEqual(["self own"]);
    const many = Array.from({ length: 70 }, (_, at) => `s${at}`).join(", ");
    expect(await faults(`requires-skills: "${many}"\n`)).toEqual(["count 70"]);
    expect(await read(`requires-skills: "${many}"\n`)).toHaveLength(64);
  });
});

describe("mentions", () => {
  it.each([
    ["Use the `beta` skill.", ["beta"]],
    ["Use the *beta* skill and the **acme:pdf**\nskill; then `beta` skill again.", ["beta", "acme:pdf"]],
    ["the `beta` \r\n skill", ["beta"]],
    ["> the `beta` skill", ["beta"]],
    ["see `a_b-c` skill", ["a_b-c"]],
  ])("are found in %j", async (body, names) => {
    const found = await read("", body);
    expect(found).toEqual(names.map((name) => `mention ${name} | [${name}]`));
  });

  it.each([
    "the beta skill",
    "the `beta` skills and the `gamma` skill: x, `delta` skill-set, `e` skillet",
    "the `beta`skill",
    "the `beta`\n\nskill",
    "the ``beta`` skill, ***beta*** skill, **beta* skill, *beta** skill",
    "the `Beta` skill, the `a b` skill, the `-a` skill, the `a--b` skill",
    'say "use the `beta` skill" to it',
    "## The `beta` skill",
    "<!-- the `beta` skill -->",
    "```\nthe `beta` skill\n```",
    "~~~md\nthe **beta** skill\n~~~",
    "the `own` skill, the `skill-name` skill, the `this` skill",
    `the \`${"b".repeat(65)}\` skill`,
  ])("are not found in %j", async (body) => {
    expect(await read("", body)).toEqual([]);
  });

  it("are found after a comment, a fence and a quotation", async () => {
    const body = '<!-- a --> "x" the `b` skill\n\n```\nthe `c` skill\n```\n\n<!--\nthe `d` skill\n-->\nthe `e` skill';
    expect(await read("", body)).toEqual(["mention b | [b]", "mention e | [e]"]);
  });

  it.each<readonly [string, (count: number) => string]>([
    ["mentions", (count) => Array.from({ length: count }, (_, at) => `the \`s${at}\` skill`).join(" ")],
    ["mentions in code", (count) => `\`\`\`\n${"the `s` skill ".repeat(count)}\n\`\`\``],
    ["comments", (count) => "<!-- --> the `this-x` skill ".repeat(count)],
    ["quotes", (count) => `"${"the `s` skill ".repeat(count)}`],
    ["open comments", (count) => `<!-- ${"the `s` skill <!-- ".repeat(count)}`],
    ["lines", (count) => "the `own` skill\n".repeat(count)],
  ])("take time that is linear in the number of %s", async (_name, make) => {
    const [small, large] = [make(2_000), make(32_000)];
    const cost = (body: string): Promise<number> => processorTimeOf(() => unitOf("", body));
    await cost(small);
    expect(await cost(large)).toBeLessThan(64 * (await cost(small)) + 100);
  });
});

test("links to other skills are paths, each once", async () => {
  const body = "See [a](../beta/SKILL.md), [b](../beta/SKILL.md#x) and [c](https://x.y/../z), [d](../../up.md).";
  expect(await read("", body)).toEqual([
    "path ../beta/SKILL.md | [../beta/SKILL.md]",
    "path ../../up.md | [../../up.md]",
  ]);
});

test("a unit without references has no word about them", async () => {
  const { unit } = await unitOf("", "Use the `read` tool of this skill.");
  expect(JSON.stringify(unit)).not.toContain("references");
});
