/** The columns of texts are those of `string-width`. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { displayWidth } from "../../src/model/display-width.ts";
import { CLIENTS } from "./place.mjs";
import { sampleSkills } from "./skill-sets.ts";

const LIBRARY = join(CLIENTS, "string-width/node_modules/string-width/index.js");
const isInstalled = existsSync(LIBRARY);
if (!isInstalled) console.warn("skipped: string-width is not installed (npm run clients): widths are not compared");

const descriptions = sampleSkills(150).map(({ description }) => description.replaceAll(/[\p{C}\s]+/gu, " "));

test.skipIf(!isInstalled && process.env["EVERY_CLIENT"] === undefined)("as string-width counts them", async () => {
  const { default: stringWidth } = (await import(pathToFileURL(LIBRARY).href)) as {
    readonly default: (text: string) => number;
  };
  const differences: string[] = [];
  for (let point = 0x20; point < 0x20_000; point++) {
    const text = String.fromCodePoint(point);
    // The large blocks of Han and Hangul have one width, and vowels of Hangul one only after a consonant.
    if (/[\p{sc=Han}\uAC00-\uD7A3]/u.test(text) && point % 64 > 0) continue;
    if (/[\u1160-\u11FF\uD7B0-\uD7FF]|\p{Regional_Indicator}/u.test(text)) continue;
    // What has no place in a line is replaced before it is measured; alone, a mark has no width to agree on.
    if (/[\p{C}\p{M}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u.test(text)) continue;
    if (displayWidth(text) !== stringWidth(text)) differences.push(point.toString(16));
  }
  expect(differences).toEqual([]);
  for (const text of descriptions) expect([text, displayWidth(text)]).toEqual([text, stringWidth(text)]);
});
