/** The links of a skill that leave it, and where they are written. */
import { expect, test } from "vitest";
import { findStayingPaths } from "../../../src/check/links/staying-paths.ts";
import { compileSkill } from "../../../src/phases/compile-skill.ts";
import { behaviorOf, standardProfile } from "../../../src/profiles/index.ts";
import { processorTime } from "../../support/processor-time.ts";

async function outside(body: string, files: Readonly<Record<string, string>> = {}, shares = true) {
  const texts: Readonly<Record<string, string>> = {
    "SKILL.md": `---\nname: own\ndescription: Does own things. Use for own things.\n---\n${body}`,
    ...files,
  };
  const input = {
    dirName: "own",
    document: "SKILL.md",
    files: Object.keys(files),
    leftOut: [],
    nested: [],
    read: (path: string) => ({ bytes: new TextEncoder().encode(texts[path] ?? ""), sha256: "" }),
  };
  const [unit] = await compileSkill(input, [{ profile: behaviorOf(standardProfile), ...(shares && { shares }) }]);
  const found = unit?.link.outside;
  // What is at each place is what is written.
  for (const { file, start, end, written, stays } of found ?? [])
    if (stays === undefined) expect(texts[file]?.slice(start, end)).toBe(written);
  return found?.map(
    ({ file, to, written, stays }) => `${file}: ${written} -> ${to}${stays === undefined ? "" : ` (${stays})`}`,
  );
}

test.each<[string, readonly string[] | undefined]>([
  ["[x](../s/a.md)", ["SKILL.md: ../s/a.md -> ../s/a.md"]],
  [
    'é [x](./../s/a.md#b "t") ![y](<../s/a b.png>)',
    ["SKILL.md: ./../s/a.md -> ../s/a.md", "SKILL.md: ../s/a b.png -> ../s/a b.png"],
  ],
  ["`../s/a.md` and `../s/a.md`", ["SKILL.md: ../s/a.md -> ../s/a.md", "SKILL.md: ../s/a.md -> ../s/a.md"]],
  ["[x]: ../s/a.md\n\n[x]", ["SKILL.md: ../s/a.md -> ../s/a.md"]],
  ["[x](../__proto__/constructor)", ["SKILL.md: ../__proto__/constructor -> ../__proto__/constructor"]],
  ["[x](refs/../../s/a.md)", ["SKILL.md: refs/../../s/a.md -> ../s/a.md"]],
  ["[x](../s/a%20b.md)", ["SKILL.md: ../s/a%20b.md -> ../s/a b.md"]],
  ["```sh\ncat ../s/a.md\n```\n\n`cat ../s/a.md`", ["SKILL.md: ../s/a.md -> ../s/a.md (text)"]],
  [
    "See ../s/a.md. Or ../s/b.md...",
    ["SKILL.md: ../s/a.md -> ../s/a.md (text)", "SKILL.md: ../s/b.md -> ../s/b.md (text)"],
  ],
  [
    "`$HERE/../s/a.md` ${HERE}/../t/a.md https://a.b/../../c",
    ["SKILL.md: ../s/a.md -> ../s/a.md (text)", "SKILL.md: ../t/a.md -> ../t/a.md (text)"],
  ],
  ["[x](/etc/passwd) [y](~/x) [z](https://a.b/../c) [w](refs/a.md)", undefined],
  ["<!-- [x](../s/a.md) -->", ["SKILL.md: ../s/a.md -> ../s/a.md (text)"]],
])("%j", async (body, expected) => {
  expect(await outside(body)).toEqual(expected);
});

test("those of other texts are relative to them", async () => {
  const files = { "references/a.md": "[x](../../s/a.md) and [own](../SKILL.md)", "b.txt": "[x](../s/a.md)" };
  expect(await outside("Nothing.", files)).toEqual([
    "references/a.md: ../../s/a.md -> ../s/a.md",
    "b.txt: ../s/a.md -> ../s/a.md (text)",
  ]);
});

test.each<[string, readonly string[] | undefined]>([
  ['open("../../s/a")', ["../../s/a -> ../s/a", "../../s/a -> ../../s/a"]],
  ["cat ../s/a", ["../s/a -> ../s/a"]],
  ['. "$(dirname "$0")/../../s"/a', ["../../s -> ../s", "../../s -> ../../s"]],
  ['join(here, "..", "..", "s", "a")', ["../../s/a -> ../s/a", "../../s/a -> ../../s/a"]],
  ["HERE / '..' / '..' / 's'", ["../../s -> ../s", "../../s -> ../../s"]],
  ['Path(__file__).parent.parent.parent / "s" / "a"', ["../../s/a -> ../s/a", "../../s/a -> ../../s/a"]],
  ['Path(__file__).resolve().parents[2] / "s"', ["../../s -> ../s", "../../s -> ../../s"]],
  ['Path(__file__).parent / "s"', undefined],
  ['["..", 1, ".."] "../" ../ ../.. "..."', ["../.. -> ../.."]],
])("a script: %s", async (text, expected) => {
  const found = await outside("Nothing.", { "scripts/x": text });
  expect(found).toEqual(expected?.map((one) => `scripts/x: ${one} (script)`));
});

test("what goes up without end is read in linear time", () => {
  for (const piece of ["../", '"..", ', ".parent", "../x ", '.parents[2] / "a', '".." ', "a/../"]) {
    const text = piece.repeat(100_000);
    const read = (): unknown => findStayingPaths({ text, file: "scripts/x" }, [], false);
    expect(processorTime(read)).toBeLessThan(3_000);
  }
});

test("where nothing is shared, a unit has no word about them; a thousand are kept at most", async () => {
  expect(await outside("[x](../s/a.md)", {}, false)).toBeUndefined();
  expect(await outside("[x](../s/a.md)\n\n".repeat(3_000))).toHaveLength(1_024);
});
