import fc from "../../support/fast-check.ts";
import { describe, expect, it } from "vitest";
import { createMentionGraph, groupByDirectory } from "../../../src/check/files/file-mentions.ts";
import { processorTime } from "../../support/processor-time.ts";

/** Paths that no text names; texts by the path that they stand in, in the order of reading. */
function unnamed(paths: readonly string[], texts: Readonly<Record<string, string>>): readonly string[] {
  const graph = createMentionGraph(paths);
  for (const [from, text] of Object.entries(texts)) graph.add(from, text);
  return graph.unreachable();
}

describe("files that texts name", () => {
  it.each([
    ["its path", "Read references/harbours.md."],
    ["its path with a dot", "Read `./references/harbours.md`, then go."],
    ["its name at the end of a sentence", "Read harbours.md."],
    ["its stem", "The harbours are listed."],
    ["its directory", "Everything in references/ helps."],
    ["its directory as a word", "See the references."],
    ["its directory before a star", "Read references/*.md"],
    ["a Windows path", "Read references\\harbours.md"],
    ["a module path", "from references.harbours import depth"],
  ])("are named by %s", (_, text) => {
    expect(unnamed(["references/harbours.md"], { "SKILL.md": text })).toEqual([]);
  });

  it.each([
    ["agents/openai.yaml", 'interface:\n  icon_small: "./assets/harbour-small.svg"\n'],
    ["_meta.json", '{ "icon": "assets/harbour-small.svg" }'],
    ["skill.json", '{ "files": ["assets/harbour-small.svg"] }'],
    [".claude-plugin/plugin.json", '{ "icon": "assets/harbour-small.svg" }'],
    ["package.json", '{ "bin": "assets/harbour-small.svg" }'],
  ])("are named by %s, which no text needs to name", (companion, text) => {
    const paths = [companion, "assets/harbour-small.svg", "assets/lost.svg"];
    expect(unnamed(paths, { "SKILL.md": "Read the table.", [companion]: text })).toEqual(["assets/lost.svg"]);
  });

  it.each([
    ["another file of the directory", "Read references/tides.md."],
    ["a longer word", "The harboursmen know."],
    ["another extension in another directory", "Read other/harbours-2.md."],
  ])("are not named by %s", (_, text) => {
    expect(unnamed(["references/harbours.md"], { "SKILL.md": text })).toEqual(["references/harbours.md"]);
  });

  it("are reached through files that are reached, in whatever order they are read", () => {
    const paths = ["a/first.md", "b/second.md", "c/third.md", "d/fourth.md"];
    const texts = {
      "SKILL.md": "third.md",
      "a/first.md": "Nothing.",
      "b/second.md": "Read first.md",
      "c/third.md": "Read second.md",
      "d/fourth.md": "Read fourth.md",
    };
    expect(unnamed(paths, texts)).toEqual(["d/fourth.md"]);
  });

  it("need no name when they are found without one", () => {
    const paths = [
      "LICENSE.txt",
      "README.md",
      ".editorconfig",
      "scripts/__init__.py",
      "evals/evals.json",
      "package.json",
      "x/LICENSE",
    ];
    expect(unnamed(paths, { "SKILL.md": "Nothing." })).toEqual([]);
  });

  it("may have names that are not words", () => {
    expect(unnamed(["the legend (new).md", "[id].ts"], { "SKILL.md": "See the legend (new).md and [id].ts" })).toEqual(
      [],
    );
  });

  it("are the same ones however many files there are", () => {
    const crowd = Array.from({ length: 60 }, (_, index) => `crowd/berth-${index}.md`);
    const word = fc.constantFrom(
      "tides",
      "tides.md",
      "data/",
      "data",
      "data/tides.md",
      "moon",
      "./moon.csv",
      "moon.csv.",
      "(see",
      "data/*.csv",
      "x.moon",
      "-",
    );
    fc.assert(
      fc.property(fc.array(word, { maxLength: 6 }), fc.constantFrom(" ", "\n", "/", "|", "."), (words, glue) => {
        const text = words.join(glue);
        const paths = ["data/tides.md", "data/moon.csv", "chart.svg"];
        const among = unnamed([...paths, ...crowd], { "SKILL.md": text }).filter((path) => !path.startsWith("crowd/"));
        expect(unnamed(paths, { "SKILL.md": text })).toEqual(among);
      }),
    );
  });
});

describe("many files", () => {
  it.each([
    ["of one stem", (index: number) => `data/tide.${index}`],
    ["with spaces in their names", (index: number) => `data/low tide.${index}`],
    ["of one directory", (index: number) => `data/tide-${index}.csv`],
  ])("%s are not gone through again for each text", (_what, path) => {
    const paths = Array.from({ length: 15_000 }, (_, index) => path(index));
    const texts = { "SKILL.md": "Nothing.", ...Object.fromEntries(paths.map((one) => [one, "1,2"])) };
    const time = processorTime(() => {
      expect(unnamed(paths, texts)).toHaveLength(paths.length);
    });
    // 225 million steps take more than 20 seconds.
    expect(time).toBeLessThan(5_000);
  });

  it("are searched for what is left of them once others are found", () => {
    const paths = ["a/tide.1", "a/tide.2", "b/moon.1", "c/sun ray.1"];
    expect(unnamed(paths, { "SKILL.md": "See a/tide.1.", "a/tide.1": "moon", "b/moon.1": "sun ray.1" })).toEqual(
      unnamed(paths, { "SKILL.md": "See a/tide.1 and moon and sun ray.1." }),
    );
  });
});

describe("files that no text names", () => {
  it("are reported by directory when all of it is lost", () => {
    const all = ["a/x.md", "a/y.md", "b/c/x.md", "b/c/y.md", "b/kept.md", "z.md"];
    const lost = all.filter((path) => path !== "b/kept.md");
    expect(groupByDirectory(lost, all).map(({ path, files }) => [path, files.length])).toEqual([
      ["a/", 2],
      ["b/c/", 2],
      ["z.md", 1],
    ]);
  });
});
