/** The links of a skill that leave it, and where they are written. */
import { expect, test } from "vitest";
import { compileSkill } from "../../../src/phases/compile-skill.ts";
import { behaviorOf, standardProfile } from "../../../src/profiles/index.ts";

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
  for (const { file, start, end, written } of found ?? []) expect(texts[file]?.slice(start, end)).toBe(written);
  return found?.map(({ file, to, written }) => `${file}: ${written} -> ${to}`);
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
  ["```sh\ncat ../s/a.md\n```\n\n`cat ../s/a.md`", undefined],
  ["[x](/etc/passwd) [y](~/x) [z](https://a.b/../c) [w](refs/a.md)", undefined],
  ["<!-- [x](../s/a.md) -->", undefined],
])("%j", async (body, expected) => {
  expect(await outside(body)).toEqual(expected);
});

test("those of other texts are relative to them", async () => {
  const files = { "references/a.md": "[x](../../s/a.md) and [own](../SKILL.md)", "b.txt": "[x](../s/a.md)" };
  expect(await outside("Nothing.", files)).toEqual(["references/a.md: ../../s/a.md -> ../s/a.md"]);
});

test("where nothing is shared, a unit has no word about them; a thousand are kept at most", async () => {
  expect(await outside("[x](../s/a.md)", {}, false)).toBeUndefined();
  expect(await outside("[x](../s/a.md)\n\n".repeat(3_000))).toHaveLength(1_024);
});
