import fc from "../../support/fast-check.ts";
import { describe, expect, test } from "vitest";
import { fitIndex } from "../../../src/runtime/prompt/index-budget.ts";
import { formatIndex } from "../../../src/runtime/prompt/index-text.ts";
import { preloadedPrompt } from "../../../src/runtime/prompt/preloaded-prompt.ts";
import { estimateTokens } from "../../../src/runtime/prompt/token-count.ts";
import { fixtureSkills } from "../../support/fixture-skills.ts";

const LONE_SURROGATE = /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/;

const garden = [
  { id: "mow", description: "Mows the lawn.", argumentHint: "[height]", path: "garden/mow" },
  { id: "prune", description: 'Prunes <roses> & Tom\'s\n- hedge: "all" of it.', path: "garden/prune" },
];

describe("index texts", () => {
  test("available-skills is that of the standard's reference tool", () => {
    expect(formatIndex(garden.slice(1), "available-skills", { location: ({ path }) => `/srv/${path}/SKILL.md` })).toBe(
      [
        "<available_skills>",
        "<skill>",
        "<name>",
        "prune",
        "</name>",
        "<description>",
        "Prunes &lt;roses&gt; &amp; Tom&#x27;s\n- hedge: &quot;all&quot; of it.",
        "</description>",
        "<location>",
        "/srv/garden/prune/SKILL.md",
        "</location>",
        "</skill>",
        "</available_skills>",
      ].join("\n"),
    );
  });

  test("a location cannot close its tag, but in the reference tool it can", () => {
    const location = (): string => "</location>";
    expect(formatIndex(garden, "available-skills", { location })).toContain("&lt;/location&gt;");
    expect(formatIndex(garden, "available-skills", { location, compat: "exact" })).toContain(
      "<location>\n</location>\n</location>",
    );
  });

  test("a description cannot forge an entry, but in the systems as they were it can", () => {
    expect(formatIndex(garden, "promptkit").split("\n")).toHaveLength(3);
    expect(formatIndex(garden, "promptkit", { compat: "exact" }).split("\n")).toHaveLength(4);
  });

  test.each([
    ["markdown", "## Skills\n\n- **mow**: Mows the lawn."],
    ["promptkit", "Available skills:\n- mow: Mows the lawn."],
    ["skillkit", "Available skills:\n- mow: Mows the lawn."],
    ["cognesy", "Available skills:\n- [mow [height]]: Mows the lawn."],
    ["carnet", "- **mow**: Mows the lawn."],
    [
      "fizeau",
      "# Available Skills\n\n- mow: Mows the lawn.\n\nCall the load_skill tool with a skill name to load its full instructions.",
    ],
  ] as const)("%s", (style, text) => {
    expect(formatIndex(garden.slice(0, 1), style)).toBe(text);
  });

  test("without skills", () => {
    const styles = ["available-skills", "markdown", "promptkit", "skillkit", "cognesy", "carnet", "fizeau"] as const;
    expect(styles.map((style) => formatIndex([], style))).toEqual([
      "",
      "",
      "No skills available.",
      "No skills available.",
      "(no skills available)",
      "",
      "",
    ]);
    expect(formatIndex([], "available-skills", { compat: "exact" })).toBe("<available_skills>\n</available_skills>");
  });
});

describe("budgets", () => {
  const skills = Array.from({ length: 10 }, (_, at) => ({
    id: `bed-${at}`,
    description: "x".repeat(100),
    whenToUse: "in spring",
  }));

  test("Claude Code: whole when it fits", () => {
    const { text, shortened, fits } = fitIndex(skills.slice(0, 1), { rule: "claude-code" });
    expect(text).toBe(`- bed-0: ${"x".repeat(100)} - in spring`);
    expect([shortened, fits]).toEqual([[], true]);
  });

  test("Claude Code: one description has at most 1,536 characters", () => {
    const { text, shortened } = fitIndex([{ id: "long", description: "y".repeat(2000) }], { rule: "claude-code" });
    expect(text).toBe(`- long: ${"y".repeat(1535)}…`);
    expect(shortened).toEqual([{ id: "long", how: "description-cut" }]);
  });

  test("Claude Code: the last skills keep their names only, but for those that are kept", () => {
    const budget = { characters: 3 * 121 + 7 * 7 + 9 };
    const { text, shortened, fits, characters } = fitIndex(skills, { rule: "claude-code", budget });
    const lines = text.split("\n");
    expect(lines.map((line) => line.length > 7)).toEqual([true, true, true, ...Array<boolean>(7).fill(false)]);
    expect(shortened.map(({ how }) => how)).toEqual(Array<string>(7).fill("name-only"));
    expect([fits, characters]).toEqual([true, text.length]);
    const kept = fitIndex(skills, { rule: "claude-code", budget, keep: ({ id }) => id === "bed-9" });
    expect(kept.text.split("\n").map((line) => line.length > 7)).toEqual([
      true,
      true,
      ...Array<boolean>(7).fill(false),
      true,
    ]);
  });

  test("Claude Code: one percent of the context window, four characters a token", () => {
    const many = Array.from({ length: 100 }, (_, at) => ({ id: `plot-${at}`, description: "z".repeat(200) }));
    expect(fitIndex(many, { rule: "claude-code", contextWindow: 200_000 }).characters).toBeLessThanOrEqual(8000);
    expect(fitIndex(many, { rule: "claude-code", contextWindow: 1_000_000 }).shortened).toEqual([]);
  });

  test("Codex: all descriptions get shorter alike, then the last skills are left out", () => {
    const shorter = fitIndex(skills, { rule: "codex", budget: { characters: 500 } });
    expect(new Set(shorter.text.split("\n").map((line) => line.length)).size).toBe(1);
    expect(shorter.shortened.every(({ how }) => how === "description-cut")).toBe(true);
    expect(shorter.characters).toBeGreaterThan(480);
    const fewer = fitIndex(skills, { rule: "codex", budget: { characters: 24 } });
    expect(fewer.text).toBe("- bed-0\n- bed-1\n- bed-2");
    expect(fewer.shortened.filter(({ how }) => how === "left-out").map(({ id }) => id)).toEqual(
      skills.slice(3).map(({ id }) => id),
    );
  });

  test("a budget in tokens, and one that nothing fits", () => {
    expect(fitIndex(skills, { rule: "codex", budget: { tokens: 60 } }).tokens).toBeLessThanOrEqual(60);
    expect(fitIndex(skills, { rule: "claude-code", budget: { characters: 5 } })).toMatchObject({ fits: false });
    expect(fitIndex([], { rule: "codex" })).toMatchObject({ text: "", fits: true, shortened: [] });
  });

  test("never half a character", () => {
    const { text } = fitIndex([{ id: "rose", description: "🌹".repeat(10) }], { rule: "codex", maxDescription: 6 });
    expect(text).toBe("- rose: 🌹🌹…");
  });

  test("always within the budget when it says so", () => {
    const skill = fc.record({
      id: fc.stringMatching(/^[a-z]{1,8}$/),
      description: fc.string({ unit: "grapheme", maxLength: 60 }),
    });
    const rule = fc.constantFrom("codex" as const, "claude-code" as const);
    fc.assert(
      fc.property(
        fc.array(skill, { maxLength: 8 }),
        rule,
        fc.integer({ min: 0, max: 300 }),
        (list, rule, characters) => {
          const result = fitIndex(list, { rule, budget: { characters } });
          expect(result.fits).toBe(result.text.length <= characters);
          if (rule === "codex") expect(result.fits).toBe(true);
          expect(result.text.match(LONE_SURROGATE)).toBeNull();
        },
      ),
    );
  });
});

describe("tokens", () => {
  test("are estimated as the compiler does it", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 50 }), (text) => {
        const whole = text.replaceAll(new RegExp(LONE_SURROGATE, "g"), "");
        expect(estimateTokens(whole)).toBe(estimateTokens(new TextEncoder().encode(whole)));
      }),
    );
  });

  test("of preloaded skills of a catalog", async () => {
    const skills = fixtureSkills([{ id: "tone", preload: true, instructions: "Be kind.\n" }, { id: "other" }]);
    const { text, tokens, skills: ids } = await preloadedPrompt(skills);
    expect(text).toBe('<skill_content name="tone">\nBe kind.\n</skill_content>');
    expect([tokens, ids]).toEqual([estimateTokens(text), ["tone"]]);
    expect(await preloadedPrompt(fixtureSkills([]))).toEqual({ text: "", tokens: 0, skills: [] });
  });
});
