import fc from "../../support/fast-check.ts";
import { describe, expect, test } from "vitest";
import { encodeBase64 } from "../../../src/runtime/executor/base64.ts";
import { createExecutor } from "../../../src/runtime/executor/index.ts";
import { readResource, type ReadOptions } from "../../../src/runtime/executor/resources.ts";
import type { RuntimeProfileName } from "../../../src/runtime/profile/runtime-profile.ts";
import { fixtureSkills } from "../../support/fixture-skills.ts";

const LONE_SURROGATE = /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/;

/** Ten bytes, some of them no UTF-8. */
const seal = "AAEC+vv8/f7/Bw==";
const atlas = fixtureSkills([
  {
    id: "maps",
    path: "atlas/maps",
    instructions: "Unfold.",
    files: {
      "sheets/north.md": { text: "Ice 🧊 and snow", description: "The north" },
      "sheets/south.md": "Penguins",
      "seal.png": { base64: seal },
    },
  },
  { id: "legend", path: "atlas/maps/legend", files: { "signs.md": "▲ peak" } },
  { id: "secret", path: "atlas/maps/secret", requiredScope: ["atlas:all"], files: { "x.md": "gold" } },
  { id: "maps-old", path: "atlas/maps-old", files: { "old.md": "dust" } },
  { id: "motto", path: "" },
]);

const read = (path: string, options: ReadOptions & { profile?: RuntimeProfileName; skill?: string } = {}) => {
  const { profile = "standard", skill = "maps", ...rest } = options;
  return readResource(createExecutor(atlas, { profile }), skill, path, { by: "model", ...rest });
};
const codeOf = async (...args: Parameters<typeof read>): Promise<string> => {
  const part = await read(...args);
  return part.ok ? `ok: ${part.content}` : part.code;
};

describe("paths", () => {
  test.each([
    ["sheets/south.md", "ok: Penguins"],
    ["/sheets/south.md", "ok: Penguins"],
    ["./sheets//south.md", "ok: Penguins"],
    ["sheets/../sheets/south.md", "ok: Penguins"],
    ["SKILL.md", "ok: Unfold."],
    ["sheets", "is-directory"],
    ["", "is-directory"],
    ["../maps/sheets/south.md", "path-traversal"],
    ["../../x", "path-traversal"],
    ["legend/signs.md", "unknown-file"],
    ["sheets\\south.md", "unknown-file"],
    ["sheets/sout.md", "unknown-file"],
    ["constructor", "unknown-file"],
  ])("%j: %s", async (path, expected) => {
    expect(await codeOf(path)).toBe(expected);
  });

  test.each([
    ["../maps/sheets/south.md", "ok: Penguins"],
    ["../../atlas/maps/sheets/south.md", "ok: Penguins"],
    ["legend/signs.md", "ok: ▲ peak"],
    ["legend/SKILL.md", "ok: "],
    ["legend", "is-directory"],
    ["../maps", "is-directory"],
    ["secret/x.md", "unknown-file"],
    ["secret", "unknown-file"],
    ["../maps-old/old.md", "path-traversal"],
    ["../../../atlas/maps/sheets/south.md", "path-traversal"],
    ["..", "path-traversal"],
  ])("PromptKit %j: %s", async (path, expected) => {
    expect(await codeOf(path, { profile: "promptkit" })).toBe(expected);
  });

  test.each([
    ["sheets/north.md", "ok: Ice 🧊 and snow"],
    ["./sheets/north.md", "unknown-file"],
    ["sheets/south.md", "unknown-file"],
    ["SKILL.md", "unknown-file"],
    ["../maps/sheets/north.md", "unknown-file"],
  ])("Carnet %j: %s", async (path, expected) => {
    expect(await codeOf(path, { profile: "carnet" })).toBe(expected);
  });

  test.each([8004, null, {}, true])("%j is none", async (path) => {
    expect(await codeOf(path as string)).toBe("unknown-file");
  });

  test("of other skills", async () => {
    expect(await codeOf("x", { skill: "motto" })).toBe("inline-skill");
    expect(await codeOf("x", { skill: "mapz" })).toBe("unknown-skill");
    expect(await codeOf("x.md", { skill: "secret" })).toBe("unauthorized");
    expect(await codeOf("sheets/south.md", { filter: "atlas/maps-old" })).toBe("filtered");
    expect(await read("sheets/nort.md")).toMatchObject({ nearest: ["sheets/north.md", "sheets/south.md"] });
    expect(await read("sheets/nort.md", { profile: "carnet" })).toMatchObject({ nearest: ["sheets/north.md"] });
  });

  test("no path gets out of a skill", async () => {
    const segment = fc.constantFrom(
      "..",
      ".",
      "",
      "maps",
      "maps-old",
      "atlas",
      "old.md",
      "sheets",
      "south.md",
      "secret",
      "x.md",
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(segment, { maxLength: 7 }),
        fc.constantFrom<RuntimeProfileName>("standard", "promptkit", "carnet"),
        async (segments, profile) => {
          const part = await read(segments.join("/"), { profile });
          if (part.ok) expect(["Penguins", "Unfold.", "Ice 🧊 and snow"]).toContain(part.content);
        },
      ),
    );
  });
});

test("what the user called can be read by the model, who could not have called it", async () => {
  const skills = fixtureSkills([
    { id: "deploy", disableModelInvocation: true, files: { "steps.md": "Push." } },
    { id: "vault", disableModelInvocation: true, requiredScope: ["gold"], files: { "code.md": "1234" } },
  ]);
  const executor = createExecutor(skills);
  const readAsModel = (): ReturnType<typeof readResource> =>
    readResource(executor, "deploy", "steps.md", { by: "model" });
  expect(await readAsModel()).toMatchObject({ code: "not-invocable" });
  await executor.activate("deploy", { by: "user" });
  expect(await readAsModel()).toMatchObject({ content: "Push." });
  expect(await executor.activate("deploy", { by: "model" })).toMatchObject({ code: "not-invocable" });
  expect(await readResource(executor, "vault", "code.md", { by: "model" })).toMatchObject({ code: "unauthorized" });
  executor.deactivate("deploy");
  expect(await readAsModel()).toMatchObject({ code: "not-invocable" });
});

describe("parts", () => {
  test("of a text join to the whole, and split no character", async () => {
    for (let limit = 1; limit < 16; limit++) {
      let text = "";
      for (let offset: number | undefined = 0; offset !== undefined;) {
        const part = await read("sheets/north.md", { offset, limit });
        if (!part.ok) throw new Error(part.message);
        expect(part.content.match(LONE_SURROGATE)).toBeNull();
        expect(part.size).toBe(15);
        text += part.content;
        offset = part.nextOffset;
      }
      expect(text).toBe("Ice 🧊 and snow");
    }
  });

  test("begin at whole characters, wherever a model asks for", async () => {
    expect(await read("sheets/north.md", { offset: 5, limit: 2 })).toMatchObject({ content: "🧊", offset: 4 });
    expect(await read("sheets/north.md", { offset: 5, limit: 1 })).toMatchObject({ content: "🧊", nextOffset: 6 });
    expect(await read("sheets/north.md", { offset: 4 })).toMatchObject({ content: "🧊 and snow", offset: 4 });
    expect(await read("sheets/north.md", { offset: 6 })).toMatchObject({ content: " and snow", offset: 6 });
  });

  test("of a binary file are base64 that can be joined", async () => {
    expect(await read("seal.png")).toMatchObject({
      content: seal,
      encoding: "base64",
      mediaType: "image/png",
      size: 10,
    });
    for (const limit of [1, 3, 4, 8, 100]) {
      let text = "";
      for (let offset: number | undefined = 0; offset !== undefined;) {
        const part = await read("seal.png", { offset, limit });
        if (!part.ok) throw new Error(part.message);
        text += part.content;
        offset = part.nextOffset;
      }
      expect(text).toBe(seal);
    }
  });

  test("beyond the end there is nothing", async () => {
    expect(await read("sheets/south.md", { offset: 99 })).toMatchObject({ ok: true, content: "", size: 8 });
    expect(await read("seal.png", { offset: 99 })).toMatchObject({ ok: true, content: "" });
    expect(await read("sheets/south.md", { offset: -5, limit: 3 })).toMatchObject({ content: "Pen", nextOffset: 3 });
  });
});

test("base64 is that of every other encoder", () => {
  fc.assert(
    fc.property(
      fc.uint8Array({ maxLength: 40 }),
      (bytes) => encodeBase64(bytes) === btoa(String.fromCharCode(...bytes)),
    ),
  );
});
