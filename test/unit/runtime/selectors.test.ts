import { describe, expect, test } from "vitest";
import { createExecutor, type Executor } from "../../../src/runtime/executor/index.ts";
import { buildSearchIndex, searchSkills, searchTerms } from "../../../src/runtime/select/search-index.ts";
import {
  allSelector,
  createExternalSelector,
  createSearchSelector,
  createTagSelector,
  type Selector,
} from "../../../src/runtime/select/selectors.ts";
import { fixtureSkills } from "../../support/fixture-skills.ts";

const kitchen = fixtureSkills([
  { id: "bread", description: "Bakes loaves and rolls.", tags: ["oven", "Dough"] },
  { id: "soup", description: "Simmers a soup from bones and vegetables.", tags: ["stove"] },
  { id: "sushi", description: "寿司を握る。Rolls rice with fish.", whenToUse: "When a guest asks for fish." },
]);
const candidates = kitchen.listForDir("");

describe("selectors", () => {
  test("all and tags", async () => {
    expect(await allSelector("", [...candidates].reverse())).toEqual(["sushi", "soup", "bread"]);
    expect(await createTagSelector([" stove ", "Dough"])("", candidates)).toEqual(["bread", "soup"]);
    expect(await createTagSelector(["dough", ""])("", candidates)).toEqual([]);
    expect(await createTagSelector([])("", candidates)).toEqual([]);
  });

  test("an external one is asked with candidates and k, and its order does not count", async () => {
    const asked: unknown[] = [];
    const select = createExternalSelector(
      async (request) => {
        asked.push(request);
        return ["sushi", "ghost", "bread"];
      },
      { k: 2 },
    );
    expect(await select("rolls", candidates)).toEqual(["bread", "sushi"]);
    expect(asked).toEqual([
      { query: "rolls", k: 2, candidates: candidates.map(({ id, name, description }) => ({ id, name, description })) },
    ]);
    expect(await select("  ", candidates)).toEqual(["bread", "soup", "sushi"]);
    expect(asked).toHaveLength(1);
  });

  test.each([
    ["throws", () => Promise.reject(new Error("down"))],
    ["answers nothing", () => []],
    ["answers nonsense", () => undefined as unknown as string[]],
    ["knows other skills only", () => ["ghost"]],
  ])("one that %s leaves all skills", async (_what, select) => {
    expect(await createExternalSelector(select)("fish", candidates)).toEqual(["bread", "soup", "sushi"]);
  });

  test("search leaves out what does not fit, and all stays when nothing does", async () => {
    const select = createSearchSelector(buildSearchIndex(candidates), { k: 1 });
    expect(await select("a soup, please", candidates)).toEqual(["soup"]);
    expect(await select("quantum physics", candidates)).toEqual(["bread", "soup", "sushi"]);
    // What is no candidate takes no place among the k.
    expect(
      await select(
        "soup bread",
        candidates.filter(({ id }) => id !== "soup"),
      ),
    ).toEqual(["bread"]);
  });
});

describe("a plain function as the selector of an executor", () => {
  const bad: [string, Selector][] = [
    [
      "throws",
      () => {
        throw new Error("down");
      },
    ],
    ["rejects", () => Promise.reject(new Error("down"))],
    ["picks none", () => []],
    ["picks unknown skills only", () => ["ghost", "constructor"]],
    ["returns nothing", () => undefined as unknown as string[]],
    ["returns null later", () => Promise.resolve(null as unknown as string[])],
    ["returns a number", () => 3 as unknown as string[]],
  ];
  const all = ["bread", "soup", "sushi"];
  const listed = async (executor: Executor, query?: string): Promise<readonly string[]> =>
    (await executor.list(query === undefined ? {} : { query })).map(({ id }) => id);

  test.each(bad)("which %s lists all skills in promptkit, also in its index", async (_what, selector) => {
    for (const compat of [undefined, "exact"] as const) {
      const executor = createExecutor(kitchen, { profile: "promptkit", selector, ...(compat && { compat }) });
      expect(await listed(executor, "fish")).toEqual(all);
      expect(await executor.skillIndex({ query: "fish" })).toContain("- soup: ");
    }
  });

  test("is not called without a query in promptkit, and narrows with one", async () => {
    const queries: string[] = [];
    const selector: Selector = (query) => {
      queries.push(query);
      return ["sushi", "ghost"];
    };
    const executor = createExecutor(kitchen, { profile: "promptkit" });
    executor.setSelector(selector);
    expect([await listed(executor), await listed(executor, " \n"), queries]).toEqual([all, all, []]);
    expect([await listed(executor, "fish"), queries]).toEqual([["sushi"], ["fish"]]);
  });

  test("falls back to what the filter admits, never to more", async () => {
    const options = { profile: "promptkit", filter: "skills/s*", selector: () => ["bread"] } as const;
    expect(await listed(createExecutor(kitchen, options), "loaf")).toEqual(["soup", "sushi"]);
  });

  test("that ignores the query means what it picks: tags need none, and may match nothing", async () => {
    const options = { profile: "promptkit", selector: createTagSelector(["stove"]) } as const;
    const executor = createExecutor(kitchen, options);
    expect(await listed(executor)).toEqual(["soup"]);
    executor.setSelector(createTagSelector([]));
    expect(await listed(executor, "soup")).toEqual([]);
  });

  test("reports its errors in the other profiles", async () => {
    for (const profile of ["standard", "fizeau"] as const) {
      const selector: Selector = () => Promise.reject(new Error("down"));
      await expect(createExecutor(kitchen, { profile, selector }).list({ query: "fish" })).rejects.toThrow("down");
      expect(await listed(createExecutor(kitchen, { profile, selector: () => [] }), "fish")).toEqual([]);
    }
  });
});

describe("the search index", () => {
  test("has whole numbers, and is the same for any order of the skills", () => {
    const index = buildSearchIndex(candidates);
    expect(buildSearchIndex([...candidates].reverse())).toEqual(index);
    expect([...index.terms.values()].flat().every((number) => Number.isInteger(number))).toBe(true);
  });

  test("ranks a name over a mention, and rare words over common ones", () => {
    const index = buildSearchIndex(candidates);
    expect(searchSkills(index, "sushi rolls").map(({ id }) => id)).toEqual(["sushi", "bread"]);
    expect(searchSkills(index, "oven")[0]?.id).toBe("bread");
    expect(searchSkills(index, "fish for a guest")[0]?.id).toBe("sushi");
    expect(searchSkills(index, "rolls", 1)).toHaveLength(1);
    expect(searchSkills(index, "")).toEqual([]);
    expect(searchSkills(buildSearchIndex([]), "rolls")).toEqual([]);
  });

  test("finds parts of texts that are written without blanks", () => {
    expect(searchSkills(buildSearchIndex(candidates), "寿司")[0]?.id).toBe("sushi");
  });

  const databases = buildSearchIndex([
    { id: "postgresql", description: "Tunes queries." },
    { id: "make", description: "Writes a recipe for make." },
    { id: "photos", description: "Thumbnails for an album, all of them at the same time." },
    { id: "text", description: "Make all the texts shorter for the web." },
    { id: "post", description: "Sends mail." },
  ]);
  const found = (query: string): string[] => searchSkills(databases, query).map(({ id }) => id);

  test.each([
    // Words that say nothing do not outvote the one that does.
    ["make thumbnails of all the photos for me", ["photos"]],
    ["what would you do with the mail", ["post"]],
    ["How do I use the WEB", ["text"]],
    // A query of nothing else is searched all the same.
    ["make", ["make", "text"]],
    ["all of the", ["photos", "text"]],
  ])("knows stop words: %s", (query, ids) => {
    expect(found(query)).toEqual(ids);
  });

  test.each([
    ["postgres", ["postgresql"]],
    ["POSTGRES queries", ["postgresql"]],
    // The word itself counts more than one that begins with it.
    ["post", ["post", "postgresql"]],
    ["thumb", ["photos"]],
    // Three letters begin too much, and no word is found by its end.
    ["pos", []],
    ["sql", []],
    ["postgresqlx", []],
  ])("finds words by four letters or more of their beginning: %s", (query, ids) => {
    expect(found(query)).toEqual(ids);
  });

  test("counts only the best of several words that a prefix begins", () => {
    const index = buildSearchIndex([
      { id: "a", description: "form formal formation format formed former" },
      { id: "b", description: "form" },
      { id: "c", description: "formal formation format formed former" },
    ]);
    const [first, , third] = searchSkills(index, "form");
    expect(first?.id).toBe("b");
    expect(third?.id).toBe("c");
  });

  test("breaks ties by id", () => {
    const index = buildSearchIndex([
      { id: "b", description: "tea" },
      { id: "a", description: "tea" },
    ]);
    expect(searchSkills(index, "tea").map(({ id }) => id)).toEqual(["a", "b"]);
  });

  test.each([
    ["Refund invoices", ["refund", "invoice"]],
    ["PDFs, boxes & glasses", ["pdf", "boxe", "glasse"]],
    ["Ｆｕｌｌ ｗｉｄｔｈ", ["full", "width"]],
    ["Köche straße", ["köche", "straße"]],
    ["status is bus", ["status", "is", "bus"]],
    ["policies series", ["policy", "sery"]],
    ["天気予報 api", ["天気", "気予", "予報", "api"]],
    ["constructor __proto__", ["constructor", "proto"]],
    ["", []],
  ])("%s", (text, terms) => {
    expect(searchTerms(text)).toEqual(terms);
  });
});
