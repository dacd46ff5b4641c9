/** Skills with all that a listing can show: long, wide, invisible and equal texts, odd names, hidden skills. */
import type { ListedSkill } from "../../src/listings/index.ts";

/** A skill, and its SKILL.md by its path. */
export interface SampleSkill extends ListedSkill {
  readonly file: string;
  readonly text: string;
}

const WORDS = "reads fills merges forms tables reports tides charts when a user asks for it".split(" ");
const ODD = [
  "Trägt Größen ein — „genau“ so, für 3 € oder 4 £.",
  "潮汐の表を読み、港ごとにまとめる。",
  "⚠️ Never run it twice. 👨‍👩‍👧 🇩🇪 👍🏽 1️⃣ ok",
  "Uses <b>markup</b> & entities &amp; \"quotes\" 'here'.",
  "One line.\n\nTwo lines,  with   spaces\tand a tab.",
  "zero\u200bwidth soft\u00adhyphen right\u202eto left",
  "हिन्दी में फ़ॉर्म भरता है",
  "ends with spaces   ",
];

/** Returns as many skills as wanted, always the same. */
export function sampleSkills(count: number, { words = 40 } = {}): readonly SampleSkill[] {
  return Array.from({ length: count }, (_, at) => sampleSkill(at, words));
}

function sampleSkill(at: number, words: number): SampleSkill {
  const dir = DIRECTORIES[at % DIRECTORIES.length] as string;
  const path = `${dir}${String((at * 7) % 1000)}`;
  const name = at % 11 === 4 ? `other.${at}` : at % 11 === 7 ? `two words ${at}` : path;
  const long = Array.from({ length: (at * 13) % words }, (_word, word) => WORDS[(word * 5 + at) % WORDS.length]);
  const description =
    at % 5 === 3 ? `${ODD[at % ODD.length] as string} ${long.join(" ")}` : `Does ${at}. ${long.join(" ")}`;
  const whenToUse = at % 6 === 2 ? `for ${at}\nof ${ODD[(at + 1) % ODD.length] as string}` : undefined;
  const isHidden = at % 9 === 8;
  const text = [
    "---",
    `name: ${JSON.stringify(name)}`,
    `description: ${JSON.stringify(at % 25 === 24 ? "long ".repeat(400) : description)}`,
    ...(whenToUse === undefined ? [] : [`when_to_use: ${JSON.stringify(whenToUse)}`]),
    ...(isHidden ? ["disable-model-invocation: true"] : []),
    "---",
    "",
    `Do ${at}.`,
    "",
  ].join("\n");
  return {
    id: name,
    path: `skills/${path}`,
    description: at % 25 === 24 ? "long ".repeat(400) : description,
    ...(whenToUse !== undefined && { whenToUse }),
    disableModelInvocation: isHidden,
    file: `${path}/SKILL.md`,
    text,
  };
}

const DIRECTORIES = ["pdf-", "Tides-", "a", "a-", "zeta_", "é", "b.", "forms-"];
