/** Documents by their structure: fields that clients know with values of any kind and notation, and lines of Markdown. */
import fc from "fast-check";
import { knownFields } from "../../src/profiles/index.ts";

const text = fc.oneof(
  fc.string({ maxLength: 40 }),
  fc.string({ unit: "grapheme", maxLength: 30 }),
  fc.string({ unit: "binary", maxLength: 20 }),
  fc.constantFrom(
    "tide-tables",
    "Reads tide tables. Use when a harbour asks.",
    "Read, Bash(git add:*)",
    "true",
    "8004",
  ),
);

/** A value as it may be written after a key: plain, quoted, in a block, in flow style, or nested. */
const value: fc.Arbitrary<string> = fc.letrec<{ value: string }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 2 },
    text,
    text.map((one) => JSON.stringify(one)),
    text.map((one) => `'${one}'`),
    fc.tuple(fc.constantFrom("|", ">", "|-", ">+", "|2"), text).map(([sign, one]) => `${sign}\n  ${one}`),
    fc.array(tie("value"), { maxLength: 3 }).map((items) => `[${items.join(", ")}]`),
    fc.array(tie("value"), { maxLength: 3 }).map((items) => items.map((item) => `\n  - ${item}`).join("")),
    fc
      .array(fc.tuple(text, tie("value")), { maxLength: 3 })
      .map((entries) => entries.map(([key, one]) => `\n  ${key}: ${one}`).join("")),
  ),
})).value;

const key = fc.oneof(
  { arbitrary: fc.constantFrom(...knownFields), weight: 8 },
  { arbitrary: fc.constantFrom("descripton", "Name", "allowed_tools", "__proto__", "? name", "<<"), weight: 1 },
  { arbitrary: text, weight: 1 },
);

const line = fc.oneof(
  text,
  fc
    .tuple(fc.constantFrom("# ", "- ", "> ", "1. ", "    ", "\t", "```", "~~~ ", "| "), text)
    .map((parts) => parts.join("")),
  fc.tuple(text, text).map(([label, target]) => `[${label}](${target})`),
  fc.tuple(text, text).map(([label, target]) => `[${label}]: ${target}`),
  text.map((one) => `<a href="${one}" id='${one}'>`),
  text.map((one) => `<!-- ${one} -->`),
  fc.constantFrom("$ARGUMENTS", "$1", "${CLAUDE_SKILL_DIR}", "!`git status`", "{{ PORT }}", "map.png", ""),
);

export const documentArbitrary: fc.Arbitrary<string> = fc
  .record({
    mark: fc.constantFrom("", "", "", "\uFEFF", "\n"),
    fields: fc.array(fc.tuple(key, value), { maxLength: 8 }),
    fence: fc.constantFrom("---", "---", "---", "--- ", "----", "", "..."),
    lines: fc.array(line, { maxLength: 20 }),
    end: fc.constantFrom("\n", "\n", "\r\n", "\r"),
  })
  .map(({ mark, fields, fence, lines, end }) =>
    [`${mark}---`, ...fields.map(([name, one]) => `${name}: ${one}`), fence, ...lines].join("\n").replaceAll("\n", end),
  );
