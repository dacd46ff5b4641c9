/**
 * The garden: skills whose names, paths and bytes are as awkward as they may be. What every checkout can hold is in
 * test/fixtures/garden; what git, Windows or an editor would spoil is written here.
 */
import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

const FIXTURE = join(import.meta.dirname, "../fixtures/garden");

/** Copies the garden into a directory and plants what the fixture cannot hold. */
export function plantGarden(dir: string): void {
  cpSync(FIXTURE, dir, { recursive: true });
  const put = (path: string, contents: string | Uint8Array): void => {
    mkdirSync(dirname(join(dir, path)), { recursive: true });
    writeFileSync(join(dir, path), contents);
  };
  for (const [path, contents] of Object.entries(wildPlants())) put(`skills/wild/${path}`, contents);
  // The same bytes as a document that is preloaded, and as one that is not: stored once, wherever that is.
  put("skills/wild/compass/references/moon.md", readFileSync(join(dir, "vendor/almanac/moon/SKILL.md")));
  put("skills/wild/compass/references/pruning.md", readFileSync(join(dir, "skills/orchard/pruning/SKILL.md")));
  // With a NUL in it a document is still a document, but its copy is a binary file.
  put("skills/wild/compass/references/hole.md", readFileSync(join(dir, "skills/wild/hole/SKILL.md")));
}

/** Contents by path below `skills/wild`. */
function wildPlants(): Readonly<Record<string, string | Uint8Array>> {
  return {
    "--help/SKILL.md": document("--help", "Answers calls for help.", "Water first, ask later.\n"),
    "__proto__/SKILL.md": document("__proto__", "Grows where nobody planted it.", "Pull it out by the root.\n"),
    "__proto__/__proto__.json": '{ "__proto__": { "polluted": true }, "constructor": null }\n',
    "__proto__/constructor.md": "Not the one of Object.\n",
    "__proto__/toString": "No extension.\n",
    "園芸/SKILL.md": document("園芸", "庭の手入れ。水やりの時に使う。", "朝に水をやる。𠮷野家ではない。\n"),
    "園芸/references/水やり の 表.md": "| 月 | 回 |\n|---|---|\n| 七 | 二 |\n",
    "園芸/references/🌱 & `ticks` ${x}.md": "A name for the brave.\n",
    'it is "quoted"/SKILL.md': document("'it is \"quoted\"'", "Has blanks and quotes in its name.", "Fine.\n"),
    "escape/SKILL.md": document("../../escape", "Tries to climb over the fence.", "It stays inside.\n"),
    "case/rose/SKILL.md": document("rose", "Grows small.", "small\n"),
    "case/Rose/SKILL.md": document("Rose", "Grows tall.", "TALL\n"),
    "separators/SKILL.md": document(
      "separators",
      '"Line \\u2028 and paragraph \\u2029 separators \\U0001F33B."',
      "line\u2028paragraph\u2029next\u0085line\u00a0blank \u{1F33B}\u{10FFFF}\ufeff",
    ),
    "hole/SKILL.md": document("hole", "Digs a hole for a tree.", "A hole:\0.\n"),
    "compass/SKILL.md": document("compass", "Tells where the sun comes from.", ""),
    "compass/assets/map.bin": noise(40 * 1024),
    "compass/assets/small.bin": noise(300),
    // Neither is text: a lone surrogate written as three bytes is no UTF-8, and NUL ends texts elsewhere.
    "compass/assets/surrogate.txt": Uint8Array.of(0x6c, 0xed, 0xa0, 0x80, 0x6c),
    "compass/assets/nul.txt": "rows\0of\0beans\n",
    "compass/references/deep/er/and/deeper/note.txt": "\r",
    "compass/references/blank.txt": "\n",
    "compass/references/long.txt": "A line of beans, and again. ".repeat(4000),
  };
}

function document(name: string, description: string, body: string): string {
  return `---\nname: ${name}\ndescription: ${description}\n---\n${body}`;
}

/** Bytes that look random and are the same every time (xorshift32). */
function noise(length: number): Uint8Array {
  let state = 0x9e3779b9;
  return Uint8Array.from({ length }, () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return state & 0xff;
  });
}
