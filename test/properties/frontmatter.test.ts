import fc from "../support/fast-check.ts";
import { describe, expect, it } from "vitest";
import { parseRules } from "../../src/parse/rules.ts";
import { descriptionRules } from "../../src/check/description/rules.ts";
import { fieldRules } from "../../src/check/fields/rules.ts";
import { nameRules } from "../../src/check/name/rules.ts";
import { parseSkill } from "../../src/index.ts";
import { toJson, type FieldNode } from "../../src/model/fields.ts";
import type { Diagnostic } from "../../src/model/diagnostic.ts";
import type { Document } from "../../src/model/document.ts";
import { lineAt, type TextSpan } from "../../src/model/source.ts";
import { parse } from "../../src/parse/index.ts";
import { checkSkill, checkText } from "../../src/check/index.ts";
import { findProfile, profileNames, standardProfile, type Profile } from "../../src/profiles/index.ts";
import { diagnosticsOf } from "../support/judged-findings.ts";

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);
const decode = (bytes: Uint8Array): string => new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);

const GOOD = [
  "---\nname: tide-tables\ndescription: Reads tide tables. Use when a boat has to land.\n---\n# Tides\n\nSee [ports](ports.md).\n",
  '---\nname: bird-survey\ndescription: "Counts birds: slowly."\nlicense: MIT\nmetadata:\n  version: "1.10"\n  stations: [north, {south: 3}]\nallowed-tools: Read Bash(wc:*)\n---\nCount.\n\n---\n\nAgain.\n',
  "---\nname: 'glacier'\ndescription: >-\n  Plans travel\n  on ice.\n\n  With a rope.\nfiles:\n  - path: a.md\n    description: |\n      Lines\n      of text\nhooks: { Stop: [ { command: x } ] }\n---\n",
  "---\n# kept apart\nname: &n north\ndescription: *n\ntags:\n- sea\n- ice 🐦\nargument-hint: [station]\nuser-invocable: 'false'\n---\n${ARGUMENTS} and $1, <a href=\"x.md\">x</a>\n",
];

/** Characters that mean something to YAML, to fences, or to decoders. */
const nasty = fc.constantFrom(
  ..."-:#\"'[]{}&*!|>%@`\\ \t\r\n,?~",
  "---\n",
  "\n---\n",
  ": ",
  "\uFEFF",
  "é",
  "🐦",
  "\u2028",
  "\u0000",
  "x",
);
const edit = fc.record({
  at: fc.nat({ max: 400 }),
  cut: fc.nat({ max: 6 }),
  put: fc.array(nasty, { maxLength: 4 }).map((parts) => parts.join("")),
});
const mutated = fc
  .tuple(fc.constantFrom(...GOOD), fc.array(edit, { minLength: 1, maxLength: 6 }))
  .map(([good, edits]) =>
    edits.reduce((text, { at, cut, put }) => text.slice(0, at) + put + text.slice(at + cut), good),
  );
const profileOf = (names: readonly string[]): fc.Arbitrary<Profile> =>
  fc.constantFrom(...names).map((name) => findProfile(name) ?? standardProfile);
const profile = profileOf(profileNames);
/** Those that read frontmatter by whole lines, whatever ends a line; other systems have their own ways. */
const byLines = profileOf(["standard", "spec", "lenient"]);

interface Read {
  readonly parsed: Document;
  readonly diagnostics: readonly Diagnostic[];
}

const skill = { document: "SKILL.md", dirName: "tide-tables", files: [], leftOut: [], nested: [] };

function read(bytes: Uint8Array, using = standardProfile): Read {
  const { document, found } = parse(bytes, skill, using);
  const { found: more } = checkSkill(skill, document, { profile: using, sizes: [] });
  const diagnostics = diagnosticsOf([found, checkText(skill, document), more], using.name);
  return { parsed: document, diagnostics };
}

/** What holds for whatever was read. */
function expectSound({ parsed, diagnostics }: Read, bytes: Uint8Array): void {
  const { source, body, frontmatter, fields } = parsed;
  const { text } = source;
  expect(decode(bytes)).toBe(text);
  expect(text.slice(body.start)).toBe(body.text);
  expect(decode(bytes.subarray(body.byteOffset))).toBe(body.text);
  expect(body.start === 0 ? 1 : text.slice(0, body.start).split(/\r\n|\n|\r/).length).toBe(body.line);
  if (frontmatter !== undefined) {
    expect(text.slice(frontmatter.span.start, frontmatter.span.end)).toBe(frontmatter.text);
    expect(text.slice(frontmatter.fence.start, frontmatter.fence.end)).toMatch(/^$|---/);
    if (fields !== undefined) expectInside(fields, frontmatter.fence.start, frontmatter.span.end);
  }
  for (const { span, lineText, labels = [] } of diagnostics)
    for (const place of [{ span, lineText }, ...labels]) {
      if (place.span === undefined) continue;
      const { start, end } = place.span;
      expect(start.offset >= 0 && start.offset <= end.offset && end.offset <= text.length).toBe(true);
      expect(place.lineText).toBe(lineAt(source, start.line));
      expect(source.lineStarts()[start.line - 1]).toBe(start.offset - start.column + 1);
    }
}

function expectInside(node: FieldNode, from: number, to: number): void {
  const within = (span: TextSpan | undefined): void => {
    if (span !== undefined) expect(span.start >= from && span.start <= span.end && span.end <= to).toBe(true);
  };
  const waiting = [node];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    within(next.span);
    if (next.kind === "list") waiting.push(...next.items);
    if (next.kind !== "map") continue;
    for (const entry of next.entries) {
      within(entry.keySpan);
      waiting.push(entry.value);
    }
  }
}

describe("whatever the bytes", () => {
  it("nothing throws, and every place is in the text", () => {
    const bytes = fc.uint8Array({ maxLength: 200 });
    fc.assert(
      fc.property(bytes, profile, (input, using) => expectSound(read(input, using), input)),
      { numRuns: 500 },
    );
  });

  it("nothing throws for a good document with bad bytes in it", () => {
    const input = fc.tuple(
      fc.constantFrom(...GOOD),
      fc.nat({ max: 200 }),
      fc.uint8Array({ minLength: 1, maxLength: 5 }),
      fc.boolean(),
    );
    const spoil = ([good, at, bad, mark]: [string, number, Uint8Array, boolean]): Uint8Array => {
      const bytes = encode((mark ? "\uFEFF" : "") + good);
      return new Uint8Array([...bytes.subarray(0, at), ...bad, ...bytes.subarray(at)]);
    };
    fc.assert(
      fc.property(input, profile, (parts, using) => expectSound(read(spoil(parts), using), spoil(parts))),
      { numRuns: 500 },
    );
  });
});

describe("a good document that was edited", () => {
  it("never throws, and every place is in the text", () => {
    fc.assert(
      fc.property(mutated, profile, (text, using) => expectSound(read(encode(text), using), encode(text))),
      { numRuns: 1000 },
    );
  });

  it("has places that hold what they are the places of", () => {
    fc.assert(
      fc.property(mutated, (text) => {
        const { parsed } = read(encode(text));
        for (const { key, keySpan, value } of parsed.fields?.entries ?? []) {
          const written = keySpan === undefined ? key : parsed.source.text.slice(keySpan.start, keySpan.end);
          if (!/["'\n\r]/.test(written)) expect(written).toBe(key);
          const { span } = value;
          if (value.kind !== "scalar" || value.style !== "plain" || span === undefined) continue;
          const plain = parsed.source.text.slice(span.start, span.end);
          if (!/[\n\r]/.test(plain) && typeof value.value === "string") expect(plain).toBe(value.source);
        }
      }),
      { numRuns: 500 },
    );
  });

  it("reads the same with CRLF, with CR alone, and with a byte order mark", () => {
    const withoutCr = mutated.filter((text) => !text.includes("\r") && !text.startsWith("\uFEFF"));
    fc.assert(
      fc.property(withoutCr, byLines, (text, using) => {
        const plain = read(encode(text), using);
        for (const end of ["\r\n", "\r"]) {
          const twin = read(encode(text.replaceAll("\n", end)), using);
          expect(fieldsOf(twin)).toEqual(fieldsOf(plain));
          expect(placesOf(twin)).toEqual(placesOf(plain));
          expect(twin.parsed.body.text).toBe(plain.parsed.body.text.replaceAll("\n", end));
          expect(twin.parsed.body.line).toBe(plain.parsed.body.line);
        }
        const marked = read(encode(`\uFEFF${text}`), using);
        expect(fieldsOf(marked)).toEqual(fieldsOf(plain));
        expect(marked.parsed.body.text).toBe(plain.parsed.body.text);
      }),
      { numRuns: 500 },
    );
  });
});

describe("JSON instead of YAML", () => {
  it("is read back as it was, whatever its keys", () => {
    const key = fc.oneof(fc.string(), fc.constantFrom("__proto__", "constructor", "8004", "toString", "---", "name"));
    const tree = fc.letrec<{ value: unknown }>((tie) => ({
      value: fc.oneof(
        { maxDepth: 4 },
        fc.string({ unit: "binary" }),
        fc.integer(),
        fc.boolean(),
        fc.constant(null),
        fc.array(tie("value")),
        fc.dictionary(key, tie("value")),
      ),
    }));
    fc.assert(
      fc.property(fc.dictionary(key, tree.value), (fields) => {
        const json = JSON.stringify(fields);
        const { frontmatter } = parseSkill(`---\n${json}\n---\n`);
        expect(JSON.stringify(frontmatter)).toBe(JSON.stringify(JSON.parse(json)));
      }),
      { numRuns: 300 },
    );
  });
});

function fieldsOf({ parsed }: Read): unknown {
  return parsed.fields === undefined ? undefined : JSON.stringify(toJson(parsed.fields));
}

/** Rule, line and column of each finding about the frontmatter: what an editor shows. */
function placesOf({ diagnostics }: Read): unknown {
  const found = diagnostics.filter(({ rule }) =>
    [parseRules, nameRules, descriptionRules, fieldRules].some((rules) => Object.hasOwn(rules, rule)),
  );
  return found.map(({ rule, span }) => [rule, span?.start.line, span?.start.column]);
}
