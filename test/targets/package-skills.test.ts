/** What a package makes of a skill: its restrictions, its name, its fields. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { parseSkill } from "../../src/api/parse-skill.ts";
import type { OutputConfig, UserConfig } from "../../src/config/user-config.ts";
import { listFiles } from "../support/case-project.ts";
import { opened, openPackage, out, rulesOf, run, skill } from "../support/package-project.ts";

const HIDDEN = "disable-model-invocation: true\n";
const IN_PLACE = { outDir: ".", emit: ["plugin"], plugin: { files: "in-place" } } as const;
const policy = (allows: boolean): string => `policy:\n  allow_implicit_invocation: ${allows}\n`;
const documents = (): readonly string[] =>
  existsSync(out("")) ? listFiles(out("")).filter((path) => path.endsWith("SKILL.md")) : [];

/** Findings of a rule, each as its message. */
async function messages(rule: string): Promise<readonly string[]> {
  return (await run()).diagnostics.filter((one) => one.rule === rule).map(({ message }) => message);
}

describe("a restriction is never weaker than in the skill", () => {
  test.each([
    ["disableModelInvocation: true\n", "tree"],
    ["disable-model-invocation: yes\n", "tree"],
    ["required_scope: cargo\n", "plugin"],
    ["metadata:\n  internal: true\n", "plugin"],
  ] as const)("%j leaves a skill out of a verbatim %s, unless the config names it", async (fields, target) => {
    openPackage({ emit: [target] }, { "skills/berth/SKILL.md": skill("berth", fields) });
    const result = await run();
    expect(rulesOf(result)).toContain("target-skill-left-out");
    expect(documents().map((path) => path.split("/").at(-2))).toEqual(["moor"]);
    expect(result.outputs[0]?.figures.skills).toBe(1);
    openPackage({ emit: [target], unrestricted: ["berth"] }, { "skills/berth/SKILL.md": skill("berth", fields) });
    expect(rulesOf(await run())).not.toContain("target-skill-left-out");
    expect(documents()).toHaveLength(2);
  });

  test.each(["required_scope: cargo\n", "disableModelInvocation: true\n", HIDDEN])(
    "in place, where nothing can be left out, %j is an error that no setting lowers",
    async (fields) => {
      const files = { "skills/moor/SKILL.md": skill("moor", fields) };
      const rules = { "target-restriction-lost": "off", "target-path-taken": "off" } as const;
      openPackage(IN_PLACE, files, { sources: ["skills"], rules });
      const result = await run();
      expect([result.ok, rulesOf(result)]).toEqual([false, expect.arrayContaining(["target-restriction-lost"])]);
      expect(existsSync(join(opened().dir, ".claude-plugin"))).toBe(false);
      openPackage({ ...IN_PLACE, unrestricted: ["moor"] }, files, { sources: ["skills"] });
      expect(rulesOf(await run())).not.toContain("target-restriction-lost");
    },
  );

  test("in place, what clients do not find is left out, whatever it restricts", async () => {
    const files = { "other/berth/SKILL.md": skill("berth", "required_scope: cargo\n") };
    openPackage(IN_PLACE, files, { sources: ["skills", "other"] });
    expect(await messages("target-skill-left-out")).toEqual([
      'the package "." does not contain the skill "berth": clients find skills only in skills/, as skills/berth/SKILL.md',
    ]);
  });

  test.each<[string, string, string, UserConfig]>([
    ["offered in Codex only", HIDDEN, policy(true), {}],
    ["hidden in Codex only", "", policy(false), {}],
    ["hidden in Codex only, under a profile that does not say so", "", policy(false), { profile: "lenient" }],
    ["hidden by a file that Codex ignores", HIDDEN, `${policy(false)}interface: [\n`, {}],
  ])("a skill that is %s is an error", async (_, fields, text, more) => {
    const files = { "skills/moor/SKILL.md": skill("moor", fields), "skills/moor/agents/openai.yaml": text };
    openPackage({ emit: ["tree"] }, files, more);
    const result = await run();
    expect([result.ok, rulesOf(result)]).toEqual([false, expect.arrayContaining(["target-restriction-lost"])]);
    openPackage({ emit: ["tree"], unrestricted: ["moor"] }, files, more);
    await run();
    expect(readFileSync(out("moor/agents/openai.yaml"), "utf8")).toBe(text);
  });

  test.each([
    ["# by hand\npolicy: { allow_implicit_invocation: false }\ninterface:\n  display_name: Moor\n", true],
    ["interface:\n  display_name: Moor", true],
    ["interface:\r\n  short_description: |\r\n    Moors.\r\n", true],
    ["policy:\n  products: [CODEX]\n", false],
    ['{ "interface": { "display_name": "Moor" } }\n', false],
  ])("agents/openai.yaml %j is kept or extended, or the build stops", async (text, isWritten) => {
    const files = { "skills/moor/SKILL.md": skill("moor", HIDDEN), "skills/moor/agents/openai.yaml": text };
    openPackage({ emit: ["tree"] }, files);
    const result = await run();
    expect([result.ok, rulesOf(result)]).toEqual([isWritten, isWritten ? [] : ["target-path-taken"]]);
    if (!isWritten) return;
    const written = readFileSync(out("moor/agents/openai.yaml"), "utf8");
    expect(written.startsWith(text)).toBe(true);
    expect(written).toMatch(/allow_implicit_invocation: false/);
  });
});

describe("names", () => {
  const spaces = (
    files: Readonly<Record<string, string>>,
    output: Partial<OutputConfig> = { emit: ["tree"] },
  ): void => {
    const sources = ["skills", { dir: "crane", namespace: "crane" }, { dir: "dock", namespace: "dock" }];
    const all = { "crane/refunds/SKILL.md": skill("refunds"), "dock/refunds/SKILL.md": skill("refunds"), ...files };
    openPackage(output, all, { sources });
  };

  test("are those of the skills where no other has them, else with the namespace", async () => {
    spaces({ "dock/berth/SKILL.md": skill("berth"), "skills/refunds/SKILL.md": skill("refunds") });
    expect((await run()).ok).toBe(true);
    const names = ["berth", "crane-refunds", "dock-refunds", "moor", "refunds"];
    expect(documents()).toEqual(names.map((name) => `${name}/SKILL.md`));
    expect(readFileSync(out("crane-refunds/SKILL.md"), "utf8")).toBe(
      skill("refunds").replace("name: refunds", "name: crane-refunds"),
    );
  });

  test("that clash, are too long or differ in case only are an error that no setting lowers", async () => {
    const rules = { "target-name-clash": "off" } as const;
    spaces({ "skills/crane-refunds/SKILL.md": skill("crane-refunds") });
    expect(rulesOf(await run())).toContain("target-name-clash");
    const long = "a".repeat(60);
    spaces({ [`crane/${long}/SKILL.md`]: skill(long), [`dock/${long}/SKILL.md`]: skill(long) });
    expect(rulesOf(await run())).toContain("target-name-clash");
    const files = { "skills/PDF/SKILL.md": skill("PDF"), "skills/pdf-x/SKILL.md": skill("pdf") };
    openPackage({ emit: ["tree"] }, files, { profile: "lenient", rules });
    const result = await run();
    expect([result.ok, rulesOf(result)]).toEqual([false, expect.arrayContaining(["target-name-clash"])]);
    expect(documents()).toEqual([]);
  });

  test("in texts are reported at each of their places, with what the package calls the skill", async () => {
    const body =
      "See crane:refunds, dock:refunds and dock:berth.\nNot xcrane:refunds or crane:refunds-x; crane:refunds.\n";
    spaces({ "skills/moor/SKILL.md": skill("moor", "", body), "dock/berth/SKILL.md": skill("berth") });
    const { diagnostics } = await run();
    const found = diagnostics.filter(({ rule, file }) => rule === "target-name-changed" && file.includes("moor"));
    expect(found.map(({ span, args }) => [span?.start.line, span?.start.column, args["from"], args["to"]])).toEqual([
      [6, 5, "crane:refunds", "crane-refunds"],
      [6, 20, "dock:refunds", "dock-refunds"],
      [6, 37, "dock:berth", "berth"],
      [7, 40, "crane:refunds", "crane-refunds"],
    ]);
    // In a marketplace they are called the same.
    spaces(
      { "skills/moor/SKILL.md": skill("moor", "", body) },
      { emit: ["plugin"], plugin: { layout: "marketplace" } },
    );
    expect(rulesOf(await run())).not.toContain("target-name-changed");
  });

  test("of plugins come from namespaces; two of one name, or nothing left of one, are errors", async () => {
    const market = { emit: ["plugin"], plugin: { layout: "marketplace" } } as const;
    const at = (namespaces: readonly string[]): void => {
      const sources = namespaces.map((namespace, index) => ({ dir: `s${index}`, namespace }));
      const files = namespaces.map((_, index) => [`s${index}/berth/SKILL.md`, skill("berth")] as const);
      openPackage(market, Object.fromEntries(files), { sources });
    };
    at(["Crane_Team", "dock"]);
    expect([(await run()).ok, documents()]).toEqual([
      true,
      ["plugins/crane-team/skills/berth/SKILL.md", "plugins/dock/skills/berth/SKILL.md"],
    ]);
    at(["Dock", "dock"]);
    expect(rulesOf(await run())).toContain("target-name-clash");
    at(["☁"]);
    expect(rulesOf(await run())).toContain("package-field-invalid");
    expect(documents()).toEqual([]);
  });
});

describe("what the specification does not allow", () => {
  const strict = { emit: ["plugin"], plugin: { manifests: ["agent-plugins"] } } as const;
  const mixed = { emit: ["plugin"], plugin: { manifests: ["claude", "agent-plugins"] } } as const;

  test.each<[string, Partial<OutputConfig>, string, string]>([
    ["a field", mixed, "argument-hint: <berth>\n", "argument-hint is not one of its fields"],
    ["a list of tools", mixed, "allowed-tools: [Read]\n", "allowed-tools is a list"],
    ["a name", strict, "", 'the name is "Moor_It"'],
    ["a long description", strict, `description: ${"a".repeat(1100)}\n`, "description has 1,100 characters"],
    ["a long compatibility", strict, `compatibility: ${"a".repeat(501)}\n`, "compatibility has 501 characters"],
    ["broken YAML", mixed, "license: a: b\n", "its frontmatter is not valid YAML"],
  ])("%s is an error next to an Agent Plugins manifest", async (what, output, fields, fault) => {
    const name = what === "a name" ? "Moor_It" : "moor";
    const text = fields.startsWith("description")
      ? skill(name, "").replace(/description.*\n/, fields)
      : skill(name, fields);
    openPackage(output, { "skills/moor/SKILL.md": text }, { profile: "lenient" });
    const result = await run();
    expect(result.diagnostics.map(({ message }) => message)).toContain(
      `in the package "out", the skill "${name}" does not conform to the specification: ${fault}`,
    );
    expect(documents()).toEqual([]);
  });

  test("is written in closed form, or without such a manifest", async () => {
    const files = { "skills/moor/SKILL.md": skill("moor", "argument-hint: <berth>\nallowed-tools: [Read]\n") };
    for (const output of [strict, { emit: ["plugin"] }] as const) {
      openPackage(output, files);
      expect((await run()).ok).toBe(true);
    }
  });

  test("in place, a directory with another name than its skill is such a fault", async () => {
    const output = { ...IN_PLACE, plugin: { files: "in-place", manifests: ["agent-plugins"] } } as const;
    openPackage(output, { "skills/ropes/SKILL.md": skill("knots") }, { sources: ["skills"] });
    expect(await messages("target-not-conforming")).toEqual([
      'in the package ".", the skill "knots" does not conform to the specification: the name is "knots", its directory "ropes"',
    ]);
  });
});

/** A field, what it is in closed metadata, and what the closed form reports. */
type Row = readonly [field: string, text: string, closed: string, rule: "target-loss" | ""];

const ROWS: readonly Row[] = [
  ["license", "license: MIT\n", "kept", ""],
  ["compatibility", "compatibility: any\n", "kept", ""],
  ["allowed-tools", "allowed-tools: Read Bash(git add:*)\n", "kept", ""],
  ["allowed-tools", "allowed-tools: [Read, Write]\n", "kept", ""],
  ["allowed-tools", "allowed-tools: [Read, 'Bash(git add:*)']\n", "kept", "target-loss"],
  ["disallowed-tools", "disallowed-tools: Write\n", "out", ""],
  ["hooks", "hooks:\n  Stop:\n    - hooks: [{ type: command, command: echo }]\n", "out", ""],
  ["disable-model-invocation", HIDDEN, "out", ""],
  ["user-invocable", "user-invocable: false\n", "false", "target-loss"],
  ["model", "model: opus\n", "opus", "target-loss"],
  ["context", "context: fork\n", "fork", "target-loss"],
  ["agent", "agent: Explore\n", "Explore", "target-loss"],
  ["effort", "effort: high\n", "high", "target-loss"],
  ["shell", "shell: bash\n", "bash", "target-loss"],
  ["argument-hint", "argument-hint: <berth>\n", "<berth>", "target-loss"],
  ["argument-hint", "argument-hint: [berth]\n", "[berth]", "target-loss"],
  ["arguments", "arguments: [a, b]\n", '["a","b"]', "target-loss"],
  ["when_to_use", "when_to_use: Always.\n", "Always.", "target-loss"],
  ["paths", "paths: ['**/*.ts']\n", '["**/*.ts"]', "target-loss"],
  ["version", "version: 1.10\n", "1.10", ""],
  ["tags", "tags: [a, b]\n", '["a","b"]', ""],
  ["toolsets", "toolsets: [charts]\n", '["charts"]', ""],
  ["files", "files:\n  - path: notes.txt\n    description: Notes.\n", '{"notes.txt":"Notes."}', ""],
  ["custom", "custom: { b: 1, a: [1] }\n", '{"a":[1],"b":1}', ""],
  ["n", "metadata:\n  n: 1.10\n", "1.10", ""],
  ["m", "metadata:\n  m: { b: 1, a: 2 }\n", '{"a":2,"b":1}', ""],
  ["l", "metadata:\n  l: [1, x]\n", '[1,"x"]', ""],
];

describe("each field", () => {
  const notes = { "skills/moor/notes.txt": "deep\r\n" };

  test.each(ROWS)("%s: %j is as on disk in a verbatim tree", async (_, text) => {
    openPackage({ emit: ["tree"] }, { ...notes, "skills/moor/SKILL.md": skill("moor", text) });
    expect((await run()).ok).toBe(true);
    expect(readFileSync(out("moor/SKILL.md"), "utf8")).toBe(skill("moor", text));
    expect(readFileSync(out("moor/notes.txt"), "utf8")).toBe("deep\r\n");
  });

  test.each(ROWS)("%s: %j is %s in a closed tree", async (field, text, closed, rule) => {
    openPackage(
      { emit: ["tree"], tree: { frontmatter: "closed" } },
      { ...notes, "skills/moor/SKILL.md": skill("moor", text) },
    );
    const result = await run();
    const rules = rulesOf(result).filter((name) => name.startsWith("target-"));
    if (closed === "out") {
      expect([rules, documents()]).toEqual([["target-skill-left-out"], []]);
      return;
    }
    expect(rules).toEqual(rule === "" ? [] : [rule]);
    const { skill: read } = parseSkill(readFileSync(out("moor/SKILL.md")), { profile: "spec" });
    if (closed === "kept")
      expect(read).toMatchObject(parseSkill(skill("moor", text.replace(/[[\],']/g, ""))).skill ?? {});
    else expect(read?.metadata[field]).toBe(closed);
  });

  test("loses to the author's own metadata key of the same name, which is reported", async () => {
    const text = skill("moor", "model: opus\nversion: 1.0.0\nmetadata:\n  model: mine\n  version: mine\n");
    openPackage({ emit: ["tree"], tree: { frontmatter: "closed" } }, { "skills/moor/SKILL.md": text });
    const found = await messages("target-loss");
    expect(found).toEqual(expect.arrayContaining([expect.stringContaining("version: metadata already has this key")]));
    const { skill: read } = parseSkill(readFileSync(out("moor/SKILL.md")), { profile: "spec" });
    expect(read?.metadata).toEqual({ model: "mine", version: "mine" });
  });
});

test("a nested skill is next to the outer one, without a copy in it, and a path to it is reported", async () => {
  const files = {
    "skills/moor/SKILL.md": skill("moor", "", "See lines/SKILL.md.\n"),
    "skills/moor/lines/SKILL.md": skill("lines"),
    "skills/moor/lines/knots.txt": "k\n",
  };
  openPackage({ emit: ["plugin"] }, files);
  expect(await messages("target-nested-link")).toEqual([
    'the skill "moor" refers to "lines", which is the skill "lines" next to it in packages',
  ]);
  expect(listFiles(out("skills"))).toEqual(["lines/SKILL.md", "lines/knots.txt", "moor/SKILL.md"]);
});

test("eval files are in no package, unless they are to ship", async () => {
  const files = { "skills/moor/evals/evals.json": '{ "skill_name": "moor", "evals": [] }' };
  openPackage({ emit: ["tree"] }, files);
  await run();
  expect(existsSync(out("moor/evals/evals.json"))).toBe(false);
  openPackage({ emit: ["tree"] }, files, { evals: { ship: true } });
  await run();
  expect(existsSync(out("moor/evals/evals.json"))).toBe(true);
});
