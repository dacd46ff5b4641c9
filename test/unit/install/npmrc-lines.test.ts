/** The lines of `.npmrc`: which are settings, and lines made to be slow to read. */
import { expect, test } from "vitest";
import { readRegistry } from "../../../src/install/npmrc.ts";
import { processorTime } from "../../support/processor-time.ts";

const NONE = "https://registry.npmjs.org/";

function registryOf(text: string): string | undefined {
  const registry = readRegistry("tides", [{ path: ".npmrc", text, isProject: true }], () => undefined);
  return "url" in registry ? registry.url : undefined;
}

test.each([
  ["registry=https://tides.example/", "https://tides.example/"],
  [" \tregistry\t =  https://tides.example \t", "https://tides.example/"],
  ["a=b\r\nregistry = https://tides.example\r\n", "https://tides.example/"],
  ['registry = "https://tides.example/"', "https://tides.example/"],
  ["registry=https://tides.example/?a=b", "https://tides.example/?a=b/"],
  ["; registry=https://tides.example", NONE],
  ["  #registry=https://tides.example", NONE],
  ["=registry=https://tides.example", NONE],
  ["registry", NONE],
  ["registry https://tides.example", NONE],
  ["", NONE],
])("%j", (text, expected) => {
  expect(registryOf(text)).toBe(expected);
});

test.each(["@", "a@", "a@=", "a@=@b@", "a@=@b@\r@", "@=@", "a@b@=@", "a='@", "a=@'@'"])(
  "%j with 60,000 blanks for each sign is read in less than 50 ms",
  (line) => {
    for (const blank of [" ", "\t", "\u00A0", " \t"]) {
      const text = line.replaceAll("@", blank.repeat(60_000 / blank.length));
      registryOf(text);
      expect(processorTime(() => registryOf(text))).toBeLessThan(50);
    }
  },
);
