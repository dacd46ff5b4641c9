import fc from "../support/fast-check.ts";
import { describe, expect, it, test } from "vitest";
import { compileFilter, type FilterMode } from "../../src/runtime/select/filter.ts";
import { processorTime } from "../support/processor-time.ts";

const path = fc
  .array(fc.string({ unit: fc.constantFrom("a", "b", ".", "🧾"), minLength: 1, maxLength: 4 }), { maxLength: 4 })
  .map((segments) => segments.join("/"));
/** Any nonsense, dense in characters that mean something. */
const nonsense = fc.string({ unit: fc.constantFrom(..."ab*?[]!^-{},\\/. ", "🧾"), maxLength: 24 });

/** Where a wildcard pattern over characters leads, tried in every way there is. */
function naiveChars(pattern: readonly string[], text: readonly string[]): boolean {
  const [step, ...rest] = pattern;
  if (step === undefined) return text.length === 0;
  if (/^\*+$/.test(step)) return naiveChars(rest, text) || (text.length > 0 && naiveChars(pattern, text.slice(1)));
  const [char, ...others] = text;
  if (char === undefined) return false;
  const inClass = step.length > 1 && step.startsWith("[");
  const negated = /^\[[!^]/.test(step);
  const fits = inClass ? step.slice(negated ? 2 : 1, -1).includes(char) !== negated : step === "?" || step === char;
  return fits && naiveChars(rest, others);
}

function naiveSegments(pattern: readonly (readonly string[])[], segments: readonly string[]): boolean {
  const [step, ...rest] = pattern;
  if (step === undefined) return segments.length === 0;
  if (/^\*\*+$/.test(step.join("")))
    return naiveSegments(rest, segments) || (segments.length > 0 && naiveSegments(pattern, segments.slice(1)));
  const [segment, ...others] = segments;
  return segment !== undefined && naiveChars(step, Array.from(segment)) && naiveSegments(rest, others);
}

describe("extended", () => {
  const step = fc.constantFrom("a", "b", ".", "🧾", "*", "**", "?", "[ab]", "[!a]", "[^.b]");
  const pattern = fc.array(fc.array(step, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 5 });

  it("agrees with trying everything", () => {
    fc.assert(
      fc.property(pattern, path, (segments, candidate) => {
        const text = segments.map((steps) => steps.join("")).join("/");
        const kept = segments.filter((steps) => steps.join("") !== ".");
        const names = candidate.split("/");
        const isLiteral = kept.flat().every((one) => !/[*?[]/.test(one));
        const expected =
          candidate === ""
            ? kept.length === 1 && kept.flat().every((one) => one.startsWith("*"))
            : isLiteral
              ? kept.every((steps, at) => steps.join("") === names[at])
              : naiveSegments(kept, names);
        expect(compileFilter(text).matches(candidate)).toBe(expected);
      }),
      { numRuns: 5000 },
    );
  });

  it("treats braces as if written out, at any depth", () => {
    interface Written {
      readonly text: string;
      readonly meanings: readonly string[];
    }
    const { braced } = fc.letrec<{ braced: Written; part: Written }>((tie) => ({
      part: fc.oneof(
        { maxDepth: 3 },
        fc.constantFrom("a", "b", "*", "?", "/", "**/", "[ab]", "").map((text) => ({ text, meanings: [text] })),
        fc.array(tie("braced"), { minLength: 2, maxLength: 3 }).map((choices) => ({
          text: `{${choices.map(({ text }) => text).join(",")}}`,
          meanings: choices.flatMap(({ meanings }) => meanings),
        })),
      ),
      braced: fc.array(tie("part"), { maxLength: 3 }).map((parts) => ({
        text: parts.map(({ text }) => text).join(""),
        meanings: parts.reduce<readonly string[]>(
          (heads, { meanings }) => heads.flatMap((head) => meanings.map((meaning) => head + meaning)),
          [""],
        ),
      })),
    }));
    fc.assert(
      fc.property(braced, path, ({ text, meanings }, candidate) => {
        const meant = meanings.filter((meaning) => meaning !== "");
        fc.pre(meant.length > 0 && meanings.length <= 1000);
        const filter = compileFilter(text);
        expect(filter.error).toBeUndefined();
        expect(filter.matches(candidate)).toBe(compileFilter(meant).matches(candidate));
      }),
      { numRuns: 1000 },
    );
  });

  it("means a path and what is below it when every character is escaped", () => {
    const name = fc
      .string({ unit: "binary", minLength: 1 })
      .filter((text) => !text.includes("/") && !/^\.?$/.test(text));
    fc.assert(
      fc.property(fc.array(name, { minLength: 2, maxLength: 3 }), (names) => {
        const literal = names.join("/");
        const filter = compileFilter(literal.replaceAll(/[^/]/gu, "\\$&"));
        expect(filter.matches(literal)).toBe(true);
        expect(filter.matches(`${literal}/SKILL.md`)).toBe(true);
        expect(filter.matches(`${literal}x`)).toBe(false);
      }),
    );
  });

  it("matches a list when one of its parts does, given as a list or with commas", () => {
    fc.assert(
      fc.property(pattern, pattern, path, (one, two, candidate) => {
        const texts = [one, two].map((segments) => segments.map((steps) => steps.join("")).join("/"));
        const expected = texts.some((text) => compileFilter(text).matches(candidate));
        expect(compileFilter(texts).matches(candidate)).toBe(expected);
        expect(compileFilter(texts.join(" , ")).matches(candidate)).toBe(expected);
      }),
    );
  });
});

/**
 * Go's matching as a regular expression: what stands after a star is looked for once, from the left (an atomic group,
 * which JavaScript spells as a lookahead and a reference), and only the last piece must reach the end. Undefined when
 * Go calls the pattern malformed.
 */
function goOracle(pattern: string): RegExp | undefined {
  const member = String.raw`(?:\\[^]|[^\]\\-])`;
  const token = new RegExp(String.raw`\[(?:\^|(?!\^))(?:${member}(?:-${member})?)+\]|\\[^]|[^\\[]`, "uy");
  const pieces: string[] = [""];
  while (token.lastIndex < pattern.length) {
    const read = token.exec(pattern)?.[0];
    if (read === undefined) return undefined;
    if (read === "*") pieces.push("");
    else pieces.push(`${pieces.pop()}${stepOf(read)}`);
  }
  const [first, ...starred] = pieces;
  const last = starred.pop();
  const middle = starred.map((piece, at) => `(?=([^/]*?${piece}))\\${at + 1}`).join("");
  return new RegExp(`^${first}${middle}${last === undefined ? "" : `[^/]*?${last}`}$`, "u");

  function stepOf(read: string): string {
    if (read === "?") return "[^/]";
    if (!read.startsWith("[")) return unicode(read.startsWith("\\") ? read.slice(1) : read);
    const negated = read.startsWith("[^");
    const members = [...read.slice(negated ? 2 : 1, -1).matchAll(new RegExp(`(${member})(?:-(${member}))?`, "gu"))];
    const ranges = members.flatMap(([, low = "", high = low]) => {
      const [from, to] = [low.replace(/^\\/, ""), high.replace(/^\\/, "")];
      return (from.codePointAt(0) ?? 0) <= (to.codePointAt(0) ?? 0) ? `${unicode(from)}-${unicode(to)}` : [];
    });
    return `[${negated ? "^" : ""}${ranges.join("")}]`;
  }
  function unicode(char: string): string {
    return `\\u{${char.codePointAt(0)?.toString(16)}}`;
  }
}

describe("go", () => {
  it("agrees with the oracle on patterns of any shape, malformed ones included", () => {
    const piece = fc.constantFrom("a", "b", "/", "*", "**", "?", "[ab]", "[^a]", "[a-b]", "[b-a]", "\\*", ".", "🧾");
    const likely = fc.array(piece, { minLength: 1, maxLength: 8 }).map((pieces) => pieces.join(""));
    const names = fc.oneof(path, fc.string({ unit: fc.constantFrom("a", "b", "/", "*", "]"), maxLength: 8 }));
    fc.assert(
      fc.property(fc.oneof(likely, nonsense), names, (pattern, candidate) => {
        fc.pre(pattern !== "");
        // The one known difference: after a star Go also looks inside of a character's bytes.
        fc.pre(!(candidate.includes("🧾") && /\*.*(?:\?|\[\^)/u.test(pattern)));
        const filter = compileFilter(pattern, "go");
        expect(filter.error).toBeUndefined();
        expect(filter.matches(candidate)).toBe(goOracle(pattern)?.test(candidate) ?? false);
      }),
      { numRuns: 5000 },
    );
  });
});

describe("any input", () => {
  const modes: readonly FilterMode[] = ["extended", "go"];

  it("never throws, and matches nothing when there is an error", () => {
    fc.assert(
      fc.property(
        fc.oneof(nonsense, fc.string({ unit: "binary" })),
        path,
        fc.constantFrom(...modes),
        (text, each, mode) => {
          const filter = compileFilter([text, "**"], mode);
          const matches = filter.matches(each);
          if (filter.error !== undefined) expect([mode, matches]).toEqual(["extended", false]);
        },
      ),
      { numRuns: 3000 },
    );
  });

  const deep = "a/".repeat(4000);
  const long = "a".repeat(5000);
  test.each<[what: string, pattern: string, candidate: string]>([
    ["many stars", `${"*a".repeat(500)}b`, long],
    ["many stars and choices", `${"*[ab]?".repeat(300)}b`, long],
    ["many deep stars", `${"**/a/".repeat(500)}b`, deep],
    ["stars in deep stars", `${"**/*a*a*/".repeat(100)}b`, `${"aaaa/".repeat(1000)}c`],
    ["braces in a row", "{a,b}".repeat(20_000), long],
    ["braces in braces", `${"{".repeat(50_000)}a${"}".repeat(50_000)}`, long],
    ["braces with choices in braces", `${"{a,".repeat(30_000)}b${"}".repeat(30_000)}`, long],
    ["open braces", "{".repeat(100_000), long],
    ["many choices", `{${"a,".repeat(100_000)}b}`, long],
    ["a long tail behind choices", `{${"a,".repeat(900)}b}${"c".repeat(100_000)}`, long],
    ["as many patterns as there may be", "{a*,b*}{a*,b*}{a*,b*}{a*,b*}{a*,b*}{a*,b*}{a*,b*}{a*,b*}{a*,b*}", long],
    ["open brackets", "[".repeat(100_000), long],
    ["one large bracket", `[${"a-b".repeat(50_000)}]`, "a"],
    ["many commas", ",".repeat(100_000), long],
    ["many patterns", "a*b,".repeat(5000), "a".repeat(200)],
    ["escapes", "\\".repeat(100_001), long],
  ])("is done in time: %s", (_what, pattern, candidate) => {
    for (const mode of modes) {
      expect(processorTime(() => compileFilter(pattern, mode).matches(candidate))).toBeLessThan(2000);
    }
  });
});
