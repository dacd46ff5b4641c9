/** Names in fetched files: which are read, and texts made to be slow to read. */
import { expect, test } from "vitest";
import { skillsIn } from "../../../src/install/choose-skill.ts";
import { processorTime } from "../../support/processor-time.ts";

const read = (texts: readonly string[]): readonly string[] =>
  skillsIn(new Map(texts.map((text, index) => [`d${index}/SKILL.md`, { bytes: new TextEncoder().encode(text) }]))).map(
    ({ name }) => name,
  );

test.each([
  ["name: tides", "tides"],
  ["---\r\nname: tides\r\n---\r\n", "tides"],
  ["---\rname: tides\r---\r", "tides"],
  ["name:\t'tides' ", "tides"],
  ['name: "tides"', "tides"],
  ["name: tides # of the sea", "tides"],
  ["name:tides", "tides"],
  ["name: low tides", "low tides"],
  ["a\nname: tides\nname: ports", "tides"],
  // Not a plain value: the directory names the skill.
  ["name:", "d0"],
  ["name:    # none", "d0"],
  ["name: 'tides", "d0"],
  ["name: \"tides'", "d0"],
  ["name: ''", "d0"],
  ["name: ti'des", "d0"],
  [" name: tides", "d0"],
  ["title: tides", "d0"],
])("%j is named %s", (text, name) => {
  expect(read([text])).toEqual([name]);
});

test.each(["name:@#", "name: '@", "name:@a@", "name: a@#a", "name: '@'@", "name:@\r@", "n@name:"])(
  "%j with white space for the sign is read in 10 skills in less than 50 ms",
  (text) => {
    const texts = [" ", "\t", " \t"].map((blank) => text.replaceAll("@", blank.repeat(4_000)));
    const many = Array.from({ length: 10 }, (_, index) => `${texts[index % texts.length]}`);
    read(many);
    expect(processorTime(() => read(many))).toBeLessThan(50);
  },
);
