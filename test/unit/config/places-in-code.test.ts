import { describe, expect, test } from "vitest";
import { placesInCode } from "../../../src/config/places-in-code.ts";
import type { ConfigPath } from "../../../src/config/config-path.ts";
import { createSourceText } from "../../../src/model/source.ts";

/** The text that a place marks; undefined for the file alone. */
function marked(text: string, value: unknown, path: ConfigPath, part?: "key" | "value"): string | undefined {
  const { file, span } = placesInCode(createSourceText("skillc.config.ts", text), value)(path, part);
  expect(file).toBe("skillc.config.ts");
  return span === undefined ? undefined : text.slice(span.start, span.end);
}

const WIDE = `import { shared } from "./shared.ts";
// platform: "node", as it was in "old/skills"
const dir = "vendor/skills";
export default {
  sources: ["skills", { dir, mountAs: 'birds' }, shared],
  platform: "node", // or "browser"
  "views": { "sea: north": "skills/sea/*", south: \`skills/south\` },
  files: { exclude: ["*.psd", "*.raw", "*.raw"] },
};`;
const value = {
  sources: ["skills", { dir: "vendor/skills", mountAs: "birds" }, { dir: "old/skills", optional: true }],
  platform: "node",
  views: { "sea: north": "skills/sea/*", south: "skills/south" },
  files: { exclude: ["*.psd", "*.raw", "*.raw"] },
};

describe("a part of a config in code is marked", () => {
  test.each<[string, ConfigPath, "key" | "value", string | undefined]>([
    ["by its text", ["platform"], "value", '"node"'],
    ["by its key", ["platform"], "key", "platform"],
    ["by a key in quotes", ["views", "sea: north"], "key", '"sea: north"'],
    ["in a list", ["sources", 0], "value", '"skills"'],
    ["in single quotes", ["sources", 1, "mountAs"], "value", "'birds'"],
    ["in backticks", ["views", "south"], "value", "`skills/south`"],
    ["where the text is written, not where it is used", ["sources", 1, "dir"], "value", '"vendor/skills"'],
    ["by what is around it when it is no text", ["sources", 1], "value", "sources"],
    ["by what is around it when it stands there twice", ["files", "exclude", 1], "value", "exclude"],
    ["by what is around it when it stands in a comment only", ["sources", 2, "dir"], "value", "sources"],
    ["not at all when nothing of it is there", ["allowEmpty"], "value", undefined],
    ["not at all when all of it is meant", [], "value", undefined],
  ])("%s", (_, path, part, expected) => {
    expect(marked(WIDE, value, path, part)).toBe(expected);
  });
});

test.each(["", '"', "`${", "/*", "export default 1", "'\\", "\u2028//"])("%j is looked at without harm", (text) => {
  expect(marked(text, { outDir: "x" }, ["outDir"])).toBeUndefined();
});
