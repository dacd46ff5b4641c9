/** A directory that several sources contain is one skill: checked once, counted once, preloaded if any source says so. */
import { describe, expect, test } from "vitest";
import fc from "../../support/fast-check.ts";
import { compileMemory, type MemoryBuild } from "../../support/compile-project.ts";

const skill = (name: string, more = ""): string =>
  `---\nname: ${name}\ndescription: Reads ${name}. Use for every question about ${name}.\n---\n\nRead ${name}.${more}\n`;

const files = {
  "/project/skills/tides/SKILL.md": skill("tides"),
  "/project/skills/pinned/buoys/SKILL.md": skill("buoys", " See [ports](references/port.md)."),
  "/project/skills/pinned/buoys/references/ports.md": "Ports.\n",
  "/project/skills/pinned/ropes/SKILL.md": skill("ropes"),
  "/project/skills/pinned/charts/skills.md": skill("charts"),
};

const build = (sources: readonly unknown[], more: object = {}): Promise<MemoryBuild> =>
  compileMemory({ files, config: { profile: "promptkit", sources, ...more } });

const findings = ({ diagnostics }: MemoryBuild): readonly string[] =>
  diagnostics.map(({ rule, file, span }) => `${rule} ${file}:${span?.start.line ?? 0}`);
const preloaded = ({ compiled }: MemoryBuild): readonly string[] =>
  (compiled?.linked.skills ?? []).flatMap(({ entry }) => (entry.preload ? [entry.id] : []));

describe.each(["promptkit", "standard", "carnet", "fizeau"])("in %s", (profile) => {
  test.each([
    ["broad, then narrow", ["skills", { dir: "skills/pinned", preload: true }]],
    ["narrow, then broad", [{ dir: "skills/pinned", preload: true }, "skills"]],
    [
      "the same twice",
      [
        "skills",
        "skills",
        { dir: "skills/pinned/ropes", preload: true },
        { dir: "skills/pinned/buoys", preload: true },
      ],
    ],
  ])("%s", async (_what, sources) => {
    const alone = await build(["skills"], { profile });
    const both = await build(sources, { profile });
    expect(findings(alone)).toContainEqual(expect.stringContaining("ref-missing"));
    expect(findings(alone)).toContainEqual(expect.stringContaining("skill-md-missing"));
    expect(findings(both)).toEqual(findings(alone));
    expect([both.compiled?.seen, preloaded(both)]).toEqual([3, ["buoys", "ropes"]]);
  });
});

test("two namespaces make two skills of one directory", async () => {
  const both = await build(["skills", { dir: "skills/pinned", namespace: "sea" }]);
  expect(both.compiled?.linked.skills.map(({ entry }) => entry.id)).toEqual([
    "buoys",
    "ropes",
    "sea:buoys",
    "sea:ropes",
    "tides",
  ]);
});

test("for any sources: as many findings and skills as directories, whichever duplicate is kept", async () => {
  const source = fc.record({
    dir: fc.constantFrom("skills", "skills/pinned", "skills/tides", "skills/pinned/buoys"),
    preload: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.array(source, { minLength: 1, maxLength: 5 }),
      fc.constantFrom("first", "last"),
      async (sources, duplicates) => {
        const built = await build(sources, { duplicates });
        const found = findings(built);
        expect(new Set(found).size).toBe(found.length);
        expect(built.compiled?.seen).toBe(built.compiled?.linked.skills.length);
        expect(preloaded(built)).toEqual(
          ["buoys", "ropes", "tides"].filter((name) =>
            sources.some(
              ({ dir, preload }) =>
                preload && `skills/${name === "tides" ? "" : "pinned/"}${name}/`.startsWith(`${dir}/`),
            ),
          ),
        );
      },
    ),
    { numRuns: 60 },
  );
});
