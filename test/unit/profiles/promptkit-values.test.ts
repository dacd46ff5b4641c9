/** Values as PromptKit's reader of YAML sees them. */
import { expect, test } from "vitest";
import { parseSkill } from "../../../src/api/parse-skill.ts";

function read(lines: string, profile: string) {
  const text = `---\nname: tides\ndescription: Tells the tide.\n${lines}---\nLook.\n`;
  return parseSkill(text, { profile, directory: "tides" }).skill;
}

const METADATA = 'metadata:\n  depth: 0x1F\n  ebb: 1e3\n  port: ~\n  star: null\n  none:\n  moon: "~"\n';

test("metadata are texts as written, and nothing of what is empty", () => {
  const texts = { depth: "0x1F", ebb: "1e3", port: "", star: "", none: "", moon: "~" };
  expect(read(METADATA, "promptkit")?.metadata).toEqual(texts);
  expect(read(METADATA, "standard")?.metadata).toMatchObject({ port: null, star: null, none: null, moon: "~" });
});

test("empty items of a list are not tools", () => {
  expect(read('allowed-tools: [1.0, null, ~, "null", x y]\n', "promptkit")?.allowedTools).toEqual([
    "1.0",
    "null",
    "x y",
  ]);
});
