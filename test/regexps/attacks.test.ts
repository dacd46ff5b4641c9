/**
 * Functions that read what a stranger wrote, each with every text that ever made a regular expression slow, and with those
 * that recheck does not find: none takes more than 50 ms of processor time for 50,000 characters.
 */
import { describe, expect, test } from "vitest";
import { parseObject, setMember } from "../../src/cli/init/json-text.ts";
import { placesInCode } from "../../src/config/places-in-code.ts";
import { createRuleBook } from "../../src/diagnostics/rule-book.ts";
import { skillsIn } from "../../src/install/choose-skill.ts";
import { readRegistry } from "../../src/install/npmrc.ts";
import { wordAt } from "../../src/lsp/places.ts";
import { fragmentKey } from "../../src/model/fragment.ts";
import { createSourceText, lineAt } from "../../src/model/source.ts";
import { unwantedPath } from "../../src/discover/never-shipped.ts";
import { mayHaveDoubtfulFragments } from "../../src/parse/fast/anchors.ts";
import { readBodyLines } from "../../src/parse/fast/block-lines.ts";
import { lineAround } from "../../src/parse/yaml-lines.ts";
import { createMentionGraph } from "../../src/check/files/file-mentions.ts";
import { parseItem } from "../../src/check/references/item.ts";
import { findMentions } from "../../src/check/references/mentions.ts";
import { isMention } from "../../src/check/security/command-mention.ts";
import { findDangers } from "../../src/check/security/dangerous-text.ts";
import { findInstructionOverrides } from "../../src/check/security/instruction-override.ts";
import { systemSigns } from "../../src/profiles/signs.ts";
import { parseSkillRef, placeOf } from "../../src/refs/index.ts";
import { rules } from "../../src/rules.ts";
import { processorTime } from "../support/processor-time.ts";
import { ATTACKS, attackText, FOUND_BY_HAND } from "./attack-text.ts";

const SIZE = 50_000;
const MOST_MS = 50;

const book = createRuleBook(rules);

const readers: Readonly<Record<string, (text: string) => unknown>> = {
  "the lines of a body": readBodyLines,
  "fragments of a heading": (text) => mayHaveDoubtfulFragments(`[a](#a)\n# ${text.replaceAll(/[\r\n]/g, " ")}\n`),
  "links to fragments": (text) => mayHaveDoubtfulFragments(`# a\n[a](#a)${text}`),
  "a fragment": fragmentKey,
  "a line of a text": (text) => lineAt(createSourceText("a.md", text), 1),
  "a line of YAML": (text) => lineAround(text, text.length >> 1),
  "dangerous commands": (text) => findDangers(`curl wget verify False sslVerify rm - ${text}`, "SKILL.md"),
  "a mention of a command": (text) =>
    isMention(`${text}rm -rf /${text}`, { start: text.length, end: text.length + 8 }, true),
  "orders to ignore instructions": (text) =>
    findInstructionOverrides(`ignore previous instructions ${text}`, { metadataEnd: 0, isProse: true }),
  "a path": (text) => [unwantedPath(`${text}.json`, true), unwantedPath(text, true)],
  "names of files": (text) => createMentionGraph([text, `${text}.json`, `scripts/${text}`]).unreachable(),
  "mentions of files": (text) => createMentionGraph(["references/ports.md"]).add("SKILL.md", text),
  "the name of a required skill": (text) => [parseItem(text.slice(0, 200)), parseItem(`a@${text.slice(0, 200)}`)],
  "mentions of skills": (text) =>
    findMentions(
      { source: createSourceText("SKILL.md", text), body: { text, start: 0, byteOffset: 0, line: 1 } },
      [],
      9,
    ),
  "signs of a system": (text) =>
    systemSigns.map(({ companions }) => companions.map((sign) => sign.text?.test(`---\n${text}`))),
  "the name of a rule": (text) => book.matching(`*${text}*`),
  "the name of a fetched skill": (text) => skillsIn(new Map([["SKILL.md", { bytes: new TextEncoder().encode(text) }]])),
  "registry settings": (text) =>
    [true, false].map((isProject) => readRegistry("tides", [{ path: ".npmrc", text, isProject }], () => undefined)),
  "a reference": (text) =>
    ["", "git@a:", "https://a/", "file:", "./"].map((start) => {
      const ref = parseSkillRef(start + text);
      return "kind" in ref && placeOf(ref);
    }),
  "a config in code": (text) => placesInCode(createSourceText("skillc.config.ts", text), { profile: "x" })(["profile"]),
  "JSON with comments": (text) => [parseObject(text), setMember(text, ["a"], "b")],
  "the word at the cursor": (text) => wordAt(text, text.length),
};

const texts = [...Object.values(ATTACKS), ...FOUND_BY_HAND].map((attack) => attackText(attack, SIZE));

describe.each(Object.entries(readers))("%s", (_, read) => {
  test("can be read in linear time", () => {
    const times = texts.map((text) => {
      const measure = (): number => processorTime(() => read(text));
      const first = measure();
      // Once more before it counts: what is called for the first time is compiled, and a neighbor may be busy.
      return first < MOST_MS ? first : Math.min(measure(), measure());
    });
    expect(texts.filter((_, index) => (times[index] as number) > MOST_MS).map((text) => text.slice(0, 60))).toEqual([]);
  });
});
