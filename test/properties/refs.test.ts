/** References: every text is one or has a fault; none of their parts can leave a directory or become an option. */
import { expect, test } from "vitest";
import { formatRef, gitUrlOf, isRefFault, parseSkillRef, placeOf, type SkillRef } from "../../src/refs/index.ts";
import fc from "../support/fast-check.ts";

/** What hostile and ordinary references are made of. */
const piece = fc.constantFrom(
  ..."@ / # : . .. - -- \\ ~ % %2e%2e %2f \0 \n \u202e ü 😀 \ud800 acme skills pdf main v1.2.3 ^1 >=1 .git .lock con aux.txt HEAD".split(
    " ",
  ),
  ..."npm: pkg: github: git+https:// git+ssh:// git+file:/// https:// https://github.com/ git@host: /tree/ /blob/ @{u} x".split(
    " ",
  ),
  " ",
  "a".repeat(120),
);
const text = fc.oneof(
  fc.array(piece, { maxLength: 9 }).map((pieces) => pieces.join("")),
  fc.string({ unit: "binary", maxLength: 40 }),
  fc.string({ maxLength: 40 }),
);

const RUNS = { numRuns: 5000 };

test("every text is a reference or has a fault that points into it", () => {
  fc.assert(
    fc.property(text, (input) => {
      const ref = parseSkillRef(input);
      if (!isRefFault(ref)) return;
      expect(ref.at).toBeGreaterThanOrEqual(0);
      expect(ref.at).toBeLessThanOrEqual(input.length);
      // Nothing invisible reaches the terminal.
      expect(`${ref.message}${ref.help}`).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}]/u);
    }),
    RUNS,
  );
});

test("the normal form parses to the same reference", () => {
  fc.assert(
    fc.property(text, (input) => {
      const ref = parseSkillRef(input);
      if (isRefFault(ref)) return;
      const { skill: _skill, ...kept } = ref as SkillRef & { readonly skill?: string };
      const again = parseSkillRef(formatRef(ref));
      // A path or a skill without a revision is written with the default branch.
      if ("rev" in again && !("rev" in kept)) expect(again.rev).toBe("HEAD");
      expect({ ...again, rev: undefined }).toEqual({ ...kept, rev: undefined });
      expect(formatRef(again as SkillRef)).toBe(formatRef(ref));
    }),
    RUNS,
  );
});

test("no part of a reference is dangerous as a directory, in an address or as an argument", () => {
  fc.assert(
    fc.property(text, (input) => {
      const ref = parseSkillRef(input);
      if (isRefFault(ref) || ref.kind === "path") return;
      const place = placeOf(ref);
      const names = "org" in place ? [place.org, place.name] : [];
      const path = "path" in ref ? ref.path : undefined;
      for (const segment of [...names, ...(path?.split("/") ?? [])]) {
        expect(segment).not.toMatch(/^(?:|\.|\.\.|\.git|-.*)$/is);
        expect(segment).not.toMatch(/[/\\\p{Cc}]/u);
        expect(segment).toBe(segment.trim());
      }
      const revision = "rev" in ref ? ref.rev : "version" in ref ? ref.version : undefined;
      expect(revision ?? "").not.toMatch(/^-|\.\.|[\s~^:?*[\\\p{Cc}]|@\{/u);
      const url = gitUrlOf(ref) ?? "";
      expect(url).not.toMatch(/^-|\/\/-|^[^:]*@-|\/\/[^/]*@-|[\n\0]|\/\.\.(?:\/|$)/);
      if (url !== "") expect(url).toMatch(/^(?:https|ssh|file):\/\/|^[\w.-]+@[\w.[\]:-]+:/);
    }),
    RUNS,
  );
});
