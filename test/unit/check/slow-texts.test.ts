/** Texts made to be slow: whatever repeats, no rule may look at it again and again. */
import { describe, expect, it } from "vitest";
import { findSecrets } from "../../../src/secrets/secrets.ts";
import { mayHaveDoubtfulFragments } from "../../../src/parse/fast/anchors.ts";
import { findDangers } from "../../../src/check/security/dangerous-text.ts";
import { findHiddenText } from "../../../src/check/security/hidden-text.ts";
import { findInstructionOverrides } from "../../../src/check/security/instruction-override.ts";
import { parseSkill } from "../../../src/index.ts";
import { processorTime } from "../../support/processor-time.ts";

const SIZE = 100_000;
const START = "[x](#q) ignore previous instructions ";
const PIECES = [
  "a",
  " ",
  "\n",
  "\t",
  " \n",
  "[",
  "](",
  "](#a)\n",
  "<a ",
  "<a href=#",
  "<!--",
  "`",
  "``` ",
  "```\n",
  "- ```\n",
  "-  ",
  "-\t\t",
  "1)  ",
  "+  ",
  "> *  ",
  "# ",
  "#\n",
  "> ",
  "=\n",
  "{#a}",
  "_ ",
  "sk-",
  "-sk-",
  "eyJ-",
  "eyJaaaaaaaaaaaaaaaaaa.eyJ",
  "ghp_",
  "xoxb-1",
  "-----BEGIN PRIVATE KEY-----\n",
  "ignore ",
  "ignore previous instructions ",
  "ignore previous instructions\n\n",
  "[x]: # (ignore previous instructions\n",
  "<div hidden ",
  "<div hidden>",
  "curl ",
  "curl a|",
  "curl -d ",
  "curl -d http://4",
  'bash -c "$(curl ',
  "bash -c ",
  "irm a|",
  "requests.post('http://4",
  "curl a | sh never ",
  "rm -rrrr ",
  "rm -rf / ",
  "verify = ",
  "git ",
  "/home/a/",
  "$",
  "$ARGUMENTS[a",
  "$1a ",
  "$CLAUDE_SKILL_DRI ",
  "${CLAUDE_SKILL_DIR ",
  "!`a`",
  "\u202E",
  "\u2067",
  "\u202A\u202C",
  "\u200B",
  "\u200D",
  "\u{E0041}",
  "\u{1F3F4}\u{E0067}",
  "\uFE01",
  "\u{E0101}",
  "a/",
  "`a/b.md` ",
  "\r",
  "|",
];

const HEAD = "---\nname: a\ndescription: b\nargument-hint: c\n---\n";

const detectors: readonly (readonly [string, (text: string) => unknown])[] = [
  ["hidden text", (text) => findHiddenText(text, true)],
  ["secrets", findSecrets],
  ["dangers", (text) => findDangers(text, "SKILL.md")],
  ["overrides", (text) => findInstructionOverrides(text, { metadataEnd: 0, isProse: true })],
  ["fragments", mayHaveDoubtfulFragments],
  ["a whole document", (text) => parseSkill(`${HEAD}${text}`)],
  [
    "a whole document with the pieces before a fence",
    (text) => parseSkill(`${HEAD}${text.slice(START.length)} \`\`\``),
  ],
];

describe.each(detectors)("%s", (_, detect) => {
  it("takes less than a second of processor time for each of them", () => {
    const isSlow = (piece: string): boolean =>
      processorTime(() => detect(`${START}${piece.repeat(SIZE / piece.length)} x`)) > 1_000;
    // Once more before it counts: what shares a core or collects garbage adds to the time.
    const slow = PIECES.filter((piece) => isSlow(piece) && isSlow(piece));
    expect(slow).toEqual([]);
  });
});
