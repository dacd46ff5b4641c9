/** Safe fixes of real skills, of the cases and of their variations change what a finding names, and nothing else. */
import { readdirSync, readFileSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { fix } from "../../src/api/fix.ts";
import { check } from "../../src/api/check.ts";
import { findCorpus, readCorpusManifest } from "../support/corpus.ts";
import { withFiles } from "../support/fix-skill.ts";

const CASES = join(import.meta.dirname, "../cases");
const corpus = findCorpus();

/** Changes to a document that leave its fields the same, or break one of them. */
const VARIATIONS: readonly ((text: string) => string)[] = [
  (text) => text,
  (text) => text.replaceAll(/(?<!\r)\n/g, "\r\n"),
  (text) => `\uFEFF${text}`,
  (text) => text.replace(/^---\n/, "----\n"),
  (text) => text.replace(/^(description:) (?=[^"'>|])/m, "$1 Use when: asked; "),
  (text) => text.replace(/^(name:.*)$/m, "$1\nLicense: MIT or so\nallowed_Tools: Read"),
  (text) => text.replace(/^(description:.*)$/m, "$1\nuser-invocable: 'yes'\nversion: 1.10"),
];

/** Values as written, by key; undefined if the frontmatter cannot be read. */
function valuesOf(text: string): Readonly<Record<string, unknown>> | undefined {
  const [, head] = /^\uFEFF?---[ \t]*\r?\n([^]*?)\r?\n---[ \t]*(?:\r?\n|$)/.exec(text) ?? [];
  try {
    const value = parse(head ?? "", { schema: "failsafe", uniqueKeys: false, logLevel: "silent" }) as unknown;
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

function bodyOf(text: string): string {
  return text.replaceAll(/\r\n|^\uFEFF/g, (part) => (part === "\r\n" ? "\n" : "")).replace(/^[^]*?\n---+[ \t]*\n/, "");
}

const texts = new Map<string, string>();
for (const file of readdirSync(CASES, { recursive: true, encoding: "utf8" }))
  if (file.endsWith("SKILL.md") && texts.size < 60 && statSync(join(CASES, file)).isFile())
    texts.set(file, readFileSync(join(CASES, file), "utf8"));
const real = corpus === undefined ? [] : readCorpusManifest(corpus).filter((_, at) => at % 6 === 0);
for (const { file } of real) texts.set(file, readFileSync(join(corpus ?? "", file), "utf8"));

test.each(VARIATIONS.map((vary) => [String(vary), vary] as const))("%s", { timeout: 120_000 }, async (_, vary) => {
  const files = new Map<string, string>();
  for (const [file, text] of texts)
    if (!text.includes("\uFFFD")) files.set(`skills/${files.size}/${basename(dirname(file))}/SKILL.md`, vary(text));
  await withFiles(Object.fromEntries(files), async (cwd) => {
    const overrides = { rules: { "*": "warning" }, duplicates: "first", onInvalid: "skip" } as const;
    const { diagnostics } = await check({ cwd, overrides });
    const named = new Map<string, string[]>();
    for (const { file, message, args } of diagnostics)
      named.set(file, [...(named.get(file) ?? []), message, ...Object.values(args).map(String)]);
    const { fixed } = await fix({ cwd, overrides });
    expect((await fix({ cwd, overrides })).fixed).toEqual([]);
    const touched = new Set(fixed.map(({ file }) => file));
    for (const [file, before] of files) {
      const after = readFileSync(join(cwd, file), "utf8");
      if (!touched.has(file)) expect(after).toBe(before);
      else {
        const [was, is] = [valuesOf(before), valuesOf(after)];
        const about = (named.get(file) ?? []).join("\n");
        if (!/link|\\|case|suppression|SKC9/.test(about)) expect(bodyOf(after)).toBe(bodyOf(before));
        if (was !== undefined)
          // What is wrong with `files` is reported about its paths.
          for (const [key, value] of Object.entries(was))
            if (key !== "files" && !about.includes(key))
              expect({ file, key, value: is?.[key] }).toEqual({ file, key, value });
      }
    }
  });
});
