/** One info per run names the system that a tree was probably written for, and nothing does without a sign of it. */
import { describe, expect, test } from "vitest";
import { compileMemory, type FileConfig } from "../../support/compile-project.ts";

const skill = (name: string): string =>
  `---\nname: ${name}\ndescription: Reads ${name}. Use for every question about ${name}.\n---\n\nRead it.\n`;

const agent = (more = ""): string => `---\nname: pilot\ndescription: Guides ships.\n${more}---\n\nGuide.\n`;
const bare = "# Tides\n\nRead the table.\n";

/** The hints of a run, as profile and sign. */
async function hints(files: Readonly<Record<string, string>>, config: FileConfig = {}): Promise<readonly string[]> {
  const placed = Object.fromEntries(Object.entries(files).map(([path, text]) => [`/project/${path}`, text]));
  const { diagnostics } = await compileMemory({ files: placed, config: { sources: ["skills"], ...config } });
  return diagnostics
    .filter(({ rule }) => rule === "other-system")
    .map(({ severity, args }) => `${severity} ${String(args["profile"])}: ${String(args["sign"])}`);
}

const tides = { "skills/tides/SKILL.md": skill("tides") };

describe("a sign", () => {
  test.each<[string, Readonly<Record<string, string>>, FileConfig, string]>([
    ["a name", { "skills/read/SKILL.md": skill("files:read") }, {}, 'skillkit: the name "files:read" has a namespace'],
    [
      "a name with _",
      { "skills/x/SKILL.md": skill("my_kit:do_it") },
      {},
      'skillkit: the name "my_kit:do_it" has a namespace',
    ],
    [
      "two names",
      { "skills/a/SKILL.md": skill("k:a"), "skills/b/SKILL.md": skill("k:b") },
      {},
      'skillkit: the name "k:a" has a namespace',
    ],
    ["an agent of a kit", { ...tides, "AGENT.md": agent() }, {}, 'skillkit: it has a file "AGENT.md"'],
    [
      "a kit below",
      { "kits/sea/skills/tides/SKILL.md": skill("tides"), "kits/sea/AGENT.md": agent() },
      { sources: ["kits"] },
      'skillkit: it has a file "kits/sea/AGENT.md"',
    ],
    ["a toolset", { ...tides, "skills/TOOLSET.md": agent() }, {}, 'carnet: it has a file "skills/TOOLSET.md"'],
    [
      "a toolset beside",
      { ...tides, "toolsets/sea/TOOLSET.md": agent() },
      {},
      'carnet: it has a file "toolsets/sea/TOOLSET.md"',
    ],
    [
      "an agent with skills",
      { ...tides, "agents/pilot/AGENT.md": agent("skills: [tides]\n") },
      {},
      'carnet: it has a file "agents/pilot/AGENT.md"',
    ],
    [
      "bare bodies",
      { ...tides, "skills/a/SKILL.md": bare, "skills/b/SKILL.md": bare },
      {},
      "cognesy: 2 of 3 skills have no frontmatter",
    ],
    ["a path", tides, { sources: [{ path: "skills" }] }, 'promptkit: its list of sources has the key "path"'],
    [
      "a mount",
      tides,
      { sources: [{ dir: "skills", mount_as: "sea", preload: true }] },
      'promptkit: its list of sources has the key "mount_as"',
    ],
    [
      "a directory",
      { ".promptkit/skills/tides/SKILL.md": skill("tides") },
      { sources: [".promptkit/skills"] },
      'promptkit: its skills are in ".promptkit/skills"',
    ],
    [
      "a directory above",
      { "app/.fizeau/skills/x/tides/SKILL.md": skill("tides") },
      { sources: ["app/.fizeau/skills/x"] },
      'fizeau: its skills are in ".fizeau/skills"',
    ],
    [
      "several signs",
      { "skills/read/SKILL.md": skill("files:read"), "skills/TOOLSET.md": agent(), "skills/a/SKILL.md": bare },
      { sources: [{ path: "skills" }] },
      'promptkit: its list of sources has the key "path"',
    ],
  ])("is %s", async (_what, files, config, hint) => {
    expect(await hints(files, config)).toEqual([`info ${hint}`]);
  });
});

describe("no sign", () => {
  test.each<[string, Readonly<Record<string, string>>, FileConfig]>([
    ["plain skills", tides, {}],
    ["one bare body among three", { ...tides, "skills/a/SKILL.md": bare, "skills/b/SKILL.md": skill("b") }, {}],
    ["a single skill without frontmatter", { "skills/a/SKILL.md": bare }, {}],
    ["names that no system has", { "skills/a/SKILL.md": skill("a:b:c"), "skills/b/SKILL.md": skill("B:c") }, {}],
    ["an AGENT.md without frontmatter", { ...tides, "AGENT.md": "Build with make.\n", "AGENTS.md": agent() }, {}],
    ["an AGENT.md of a skill", { ...tides, "skills/tides/AGENT.md": agent(), "skills/tides/TOOLSET.md": agent() }, {}],
    ["a source with keys of skillc", tides, { sources: [{ dir: "skills", mount_as: "sea", namespace: "acme" }] }],
    ["a similar directory", { "my.fizeau/skills/tides/SKILL.md": skill("tides") }, { sources: ["my.fizeau/skills"] }],
    ["the profile of the system", { "skills/read/SKILL.md": skill("files:read") }, { profile: "skillkit" }],
    ["that profile among others", { "skills/read/SKILL.md": skill("files:read") }, { profile: "standard,skillkit" }],
    ["a profile that was chosen", { "skills/read/SKILL.md": skill("files:read") }, { profile: "claude-code" }],
    ["the rule turned off", { ...tides, "skills/TOOLSET.md": agent() }, { rules: { "other-system": "off" } }],
  ])("is %s", async (_what, files, config) => {
    expect(await hints(files, config)).toEqual([]);
  });
});

test("with the rule turned off, all other findings stay", async () => {
  const files = { "/project/skills/read/SKILL.md": skill("files:read") };
  const rulesWith = async (rules: FileConfig["rules"]): Promise<readonly string[]> =>
    (await compileMemory({ files, config: { sources: ["skills"], ...(rules && { rules }) } })).diagnostics.map(
      ({ rule }) => rule,
    );
  expect((await rulesWith(undefined)).toSorted((one, two) => (one < two ? -1 : 1))).toEqual([
    "name-bad-char",
    "other-system",
  ]);
  expect(await rulesWith({ "other-system": "off" })).toEqual(["name-bad-char"]);
});

test("with several profiles, there is one hint", async () => {
  const files = { "skills/read/SKILL.md": skill("files:read") };
  expect(await hints(files, { profile: "standard,claude-code" })).toHaveLength(1);
});
