/** Plugins and marketplaces of clients as sources: which skills are taken, and under which namespace. */
import { describe, expect, test } from "vitest";
import { build } from "../../../src/api/build.ts";
import type { SourceConfig } from "../../../src/config/user-config.ts";
import { withFiles } from "../../support/fix-skill.ts";

const skill = (name: string): string =>
  `---\nname: ${name}\ndescription: Does ${name}. Use when asked for ${name}.\n---\n# ${name}\n`;
const plugin = (name: string, more: object = {}): string => JSON.stringify({ name, ...more });

async function idsOf(
  files: Readonly<Record<string, string>>,
  source: SourceConfig = { dir: "tools", namespace: "plugin" },
): Promise<{ ids: readonly string[]; faults: readonly string[] }> {
  const all = { "skillc.config.json": JSON.stringify({ sources: [source] }), ...files };
  let result: { ids: readonly string[]; faults: readonly string[] } = { ids: [], faults: [] };
  await withFiles(all, async (cwd) => {
    const { outputs, diagnostics } = await build({ cwd });
    result = {
      ids: outputs[0]?.catalog.skills.map(({ id }) => id) ?? [],
      faults: diagnostics.map(({ rule, message }) => `${rule}: ${message}`),
    };
  });
  return result;
}

describe("a plugin", () => {
  test.each([".claude-plugin/plugin.json", ".codex-plugin/plugin.json", "plugin.json"])(
    "with %s gives its skills its name",
    async (path) => {
      const files = { [`tools/${path}`]: plugin("harbor"), "tools/skills/moor/SKILL.md": skill("moor") };
      expect(await idsOf(files)).toEqual({ ids: ["harbor:moor"], faults: [] });
    },
  );

  test("is read one level deep, and where its manifest says", async () => {
    const files = {
      "tools/.claude-plugin/plugin.json": plugin("Harbor Tools", { skills: ["./extra", "../outside", "/etc"] }),
      "tools/skills/moor/SKILL.md": skill("moor"),
      "tools/skills/group/tides/SKILL.md": skill("tides"),
      "tools/extra/berth/SKILL.md": skill("berth"),
      "tools/templates/crane/SKILL.md": skill("crane"),
    };
    expect(await idsOf(files)).toEqual({
      ids: ["harbor-tools:berth", "harbor-tools:moor"],
      faults: ['skills-not-built: the skill "tools/templates/crane" is not compiled'],
    });
  });

  test("of several, by a pattern", async () => {
    const files = {
      "plugins/a/plugin.json": plugin("first"),
      "plugins/a/skills/moor/SKILL.md": skill("moor"),
      "plugins/b/plugin.json": plugin("second"),
      "plugins/b/skills/moor/SKILL.md": skill("moor"),
    };
    const { ids } = await idsOf(files, { dir: "plugins/*", namespace: "plugin" });
    expect(ids).toEqual(["first:moor", "second:moor"]);
  });

  test("that is none is an error, and one that is missing is reported as ever", async () => {
    expect((await idsOf({ "tools/skills/moor/SKILL.md": skill("moor") })).faults).toEqual([
      expect.stringMatching(/^config-invalid-value: .*"tools" is not/),
    ]);
    expect((await idsOf({})).faults).toEqual([expect.stringMatching(/^source-without-skills: .*"tools"/)]);
  });
});

describe("a marketplace", () => {
  const list = (plugins: readonly object[]): string => JSON.stringify({ name: "acme", owner: { name: "A" }, plugins });

  test("gives the skills of each plugin in it, and names those that are elsewhere", async () => {
    const files = {
      "tools/.claude-plugin/marketplace.json": list([
        { name: "ignored", source: "./plugins/pilot" },
        { name: "cranes", source: "./plugins/cranes" },
        { name: "far", source: { source: "github", repo: "acme/far" } },
        { name: "odd", source: { source: "tape" } },
        { name: "escape", source: "../../etc" },
      ]),
      "tools/plugins/pilot/.claude-plugin/plugin.json": plugin("pilot"),
      "tools/plugins/pilot/skills/moor/SKILL.md": skill("moor"),
      "tools/plugins/cranes/skills/lift/SKILL.md": skill("lift"),
      "tools/skills/loose/SKILL.md": skill("loose"),
    };
    const { ids, faults } = await idsOf(files);
    expect(ids).toEqual(["cranes:lift", "pilot:moor"]);
    expect(faults).toEqual([
      'plugin-elsewhere: the plugin "escape" of the marketplace is in another place',
      'plugin-elsewhere: the plugin "far" of the marketplace is in another place, "github:acme/far"',
      'plugin-elsewhere: the plugin "odd" of the marketplace is in another place',
      'skills-not-built: the skill "tools/skills/loose" is not compiled',
    ]);
  });

  test("of Codex is the same, and a plugin in both counts once", async () => {
    const files = {
      "tools/.agents/plugins/marketplace.json": list([{ name: "pilot", source: { source: "local", path: "./pilot" } }]),
      "tools/.claude-plugin/marketplace.json": list([{ name: "pilot", source: "./pilot" }]),
      "tools/pilot/skills/moor/SKILL.md": skill("moor"),
    };
    expect(await idsOf(files)).toEqual({ ids: ["pilot:moor"], faults: [] });
  });

  test("that names skills itself gives these", async () => {
    const files = {
      "tools/.claude-plugin/marketplace.json": list([
        { name: "papers", source: "./", strict: false, skills: ["./skills/moor"] },
        { name: "others", source: "./", strict: false, skills: ["./skills/berth", "./skills/tides"] },
      ]),
      ...Object.fromEntries(["moor", "berth", "tides"].map((name) => [`tools/skills/${name}/SKILL.md`, skill(name)])),
    };
    expect(await idsOf(files)).toEqual({ ids: ["others:berth", "others:tides", "papers:moor"], faults: [] });
  });

  test.each(["[]", "{", '{"plugins": {}}', '{"plugins": [null, 1, {"source": 5}]}'])(
    "that is %s gives no skill, and nothing breaks",
    async (text) => {
      const { ids, faults } = await idsOf({ "tools/.claude-plugin/marketplace.json": text });
      expect([ids, faults.length > 0]).toEqual([[], true]);
    },
  );
});
