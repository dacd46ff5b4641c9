/** What is kept of discovery for the next process is what was found, whatever directories and files are called. */
import { expect, test } from "vitest";
import type { SkillFinding } from "../../src/discover/open-skill.ts";
import { fromColumns, toColumns } from "../../src/phases/kept-skills.ts";
import fc from "../support/fast-check.ts";

/** Short names of few letters: a directory is often a part of other texts of its skill. */
const name = fc.stringMatching(/^[adSk.-]{1,4}$/);
const dir = fc.array(name, { minLength: 0, maxLength: 3 }).map((parts) => parts.join("/"));

const skill: fc.Arbitrary<SkillFinding> = fc
  .record({
    dir,
    real: name,
    mount: fc.option(name, { nil: undefined }),
    document: fc.constantFrom("SKILL.md", "skill.md"),
  })
  .chain(({ dir: own, real, mount, document }) =>
    fc.record({
      place: fc.record({
        origin: fc.record({ kind: fc.constant("directory" as const), index: fc.nat(2) }),
        dir: fc.constant(own),
        realDir: fc.constant(`/${real}/${own}`),
        file: fc.constant(`${own}/${document}`),
        catalogFile: fc.constantFrom(`${own}/${document}`, `${mount}/${document}`),
        path: fc.constantFrom(own, `${mount}/${own.slice(own.lastIndexOf("/") + 1)}`),
        preload: fc.boolean(),
      }),
      input: fc.record({
        dirName: fc.constant(own.slice(own.lastIndexOf("/") + 1)),
        document: fc.constant(document),
        files: fc.array(name, { maxLength: 3 }),
        leftOut: fc.array(fc.record({ path: fc.constantFrom(own, "x/"), reason: name }), { maxLength: 1 }),
        nested: fc.array(name, { maxLength: 1 }),
      }),
      found: fc.record({
        findings: fc.array(fc.record({ rule: name, file: name, args: fc.constant({}) }), { maxLength: 1 }),
        lines: fc.constant([]),
      }),
    }),
  );

test("skills as columns are the same skills", () => {
  fc.assert(
    fc.property(fc.array(skill, { maxLength: 6 }), (skills) => {
      const read = fromColumns(JSON.parse(JSON.stringify(toColumns(skills))) as ReturnType<typeof toColumns>);
      expect(read).toEqual(
        skills.map((one) => (one.found.findings.length === 0 ? { ...one, found: { findings: [], lines: [] } } : one)),
      );
    }),
  );
});
