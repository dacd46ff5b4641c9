/** Arbitrary values for the fields of a SKILL.md, one generator per type of the field table. */
import { fieldRows, type FieldType } from "../../src/model/field-table.ts";
import fc from "./fast-check.ts";

const word = fc.stringMatching(/^[a-z][a-z0-9-]{0,8}$/);
const line = fc.oneof(
  fc.constantFrom("", " ", "1.10", "007", "null", "true", "[a]", "a, b"),
  fc.lorem({ maxCount: 3 }),
);
const texts = fc.oneof(fc.array(word, { maxLength: 3 }), line);

const valueOf: Readonly<Record<FieldType, fc.Arbitrary<unknown>>> = {
  text: line,
  texts,
  mapping: fc.dictionary(word, fc.array(fc.record({ command: word }), { maxLength: 2 }), { maxKeys: 2 }),
  metadata: fc.dictionary(word, fc.oneof(line, fc.integer(), fc.boolean(), fc.constant(null)), { maxKeys: 3 }),
  model: fc.oneof(
    word,
    fc.tuple(word, word).map(([provider, model]) => `${provider}://${model}?effort=high`),
  ),
  flag: fc.oneof(fc.boolean(), fc.constantFrom("yes", "no", "on", "false", "")),
  source: fc.oneof(line, fc.array(word, { maxLength: 2 })),
  tools: fc.oneof(fc.array(fc.constantFrom("Read", "Bash(git add:*)", "WebFetch"), { maxLength: 3 }), line),
};

const optional = Object.fromEntries(
  fieldRows.map(([, { field, type }]) => [
    field,
    fc.option(fc.oneof(valueOf[type], fc.constant("")), { nil: undefined }),
  ]),
);

/** Fields of a frontmatter by name: some of them, with values that fit their types or are empty. */
export const fieldValues: fc.Arbitrary<Readonly<Record<string, unknown>>> = fc
  .record(optional)
  .map((fields) => Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)));
