/** What the rules about tokens say is what the runtime of the profile does with them. */
import { expect, test } from "vitest";
import { profileNames } from "../../src/profiles/index.ts";
import { createSkillsFromCatalog } from "../../src/runtime/catalog/skills-from-catalog.ts";
import { createExecutor } from "../../src/runtime/executor/index.ts";
import { isRuntimeProfileName } from "../../src/runtime/profile/runtime-profile.ts";
import { compileToCatalog } from "../support/compile-project.ts";
import fc from "../support/fast-check.ts";

/** Anything that looks like a token with a number or a name. */
const inBrackets = fc.constantFrom("first", "0", "12", "", "1 ", "a-b", "-1", "$1", "ports");
const digits = fc.constantFrom("0", "1", "2", "9", "12", "01", "100");
const word = fc.constantFrom("abc", "st_day", "_", "x1", "ARGUMENTS", "");
const token = fc.oneof(
  inBrackets.map((inside) => `$ARGUMENTS[${inside}]`),
  fc.tuple(digits, word).map(([number, rest]) => `$${number}${rest}`),
  fc.tuple(digits, word).map(([number, rest]) => `\${${number}}${rest}`),
  fc.constantFrom("$ARGUMENT", "$ARGUMENTSS", "${ARGUMENT}", "$ARGUMENTT", "${CLAUDE_SKILL_DRI}", "$CLAUDE_SESION_ID"),
  fc.constantFrom("$SKILL_DIRR", "$SESSION_ID", "$harbour", "$harbor", "$port", "$prot", "$1st_day"),
);
const between = fc.constantFrom(" ", ", ", "\n\n", "/", "(");
const names = fc.constantFrom("", "arguments: [harbour, port]\n", "arguments: [1st_day]\n", "arguments: harbor\n");
const profile = fc.constantFrom(...profileNames);
const compat = fc.constantFrom(undefined, "exact" as const);

/** The mark that no token and no value contains. */
const OPEN = "«";
const CLOSE = "»";

const VALUES = Array.from({ length: 120 }, (_, index) => `w${index}`);
const ALL = VALUES.join(" ");

test("a token that is reported is left as the rule says, in every profile", { timeout: 120_000 }, async () => {
  const seen = new Map<string, number>();
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(token, between), { minLength: 1, maxLength: 8 }),
      names,
      profile,
      compat,
      async (tokens, list, name, exact) => {
        const body = tokens.map(([text, gap]) => `${OPEN}${text}${CLOSE}${gap}`).join("");
        const text = `---\nname: a\ndescription: Does a. Use when a.\nargument-hint: x\n${list}---\n${body}\n`;
        const forRuntime = exact && isRuntimeProfileName(name) ? { compat: exact } : {};
        const { catalog, diagnostics } = await compileToCatalog(
          { "skills/a/SKILL.md": text },
          { profile: name, ...forRuntime },
        );
        const executor = createExecutor(createSkillsFromCatalog(catalog), { ...forRuntime, sessionId: "s" });
        const activated = await executor.activate("a", { by: "application", arguments: ALL });
        if (!("instructions" in activated)) throw new Error(JSON.stringify(activated));
        const results = [...activated.instructions.matchAll(/«([^»]*)»/g)].map(([, result]) => result);
        expect(results.length).toBe(tokens.length);
        let offset = text.indexOf(OPEN);
        for (const [index, [written, gap]] of tokens.entries()) {
          const result = results[index];
          for (const { rule, args, span } of diagnostics) {
            if (span?.start.offset !== offset + 1) continue;
            seen.set(rule, (seen.get(rule) ?? 0) + 1);
            if (rule === "substitution-misspelt") expect([written, result]).toEqual([written, written]);
            if (rule !== "substitution-index") continue;
            const read = String(args["read"]);
            if (read === "") expect(result).toBe(written);
            else expect([result?.startsWith(`${ALL}[`), read]).toEqual([true, "$ARGUMENTS"]);
          }
          const claims = diagnostics.filter(
            ({ rule, span }) => rule === "substitution-index" && span?.start.offset === offset + 1,
          );
          const isReported = claims.length > 0;
          // What the rule is about and the runtime leaves as it is, is reported where arguments are inserted at all.
          const isKept = result === written && /^\$(?:\d{1,2}[A-Za-z_]\w{0,29}$|ARGUMENTS\[)/.test(written);
          const isIndex = /^\$ARGUMENTS\[\d+\]$|^\$\d+[kKmMbB]$/.test(written);
          if (isKept && !isIndex && !["promptkit", "carnet", "fizeau"].includes(name))
            expect([written, isReported]).toEqual([written, true]);
          offset += written.length + gap.length + 2;
        }
      },
    ),
    { numRuns: 400 },
  );
  expect([...seen.keys()].sort()).toEqual(expect.arrayContaining(["substitution-index", "substitution-misspelt"]));
});

test("a fix that is suggested is one", async () => {
  for (const name of ["standard", "skillkit", "cognesy"])
    for (const written of ["$1abc", "$12ab", "$9_x", "$ARGUMENTS[first]"]) {
      const text = `---\nname: a\ndescription: Does a. Use when a.\nargument-hint: x\n---\n${written} and $ARGUMENTS\n`;
      const { diagnostics } = await compileToCatalog({ "skills/a/SKILL.md": text }, { profile: name });
      for (const { rule, help = [], args } of diagnostics) {
        if (rule !== "substitution-index") continue;
        const fix = String(args["fix"]) || `${/^\$\d+/.exec(written)?.[0]} `;
        expect(help.join()).toContain(fix.trim() === fix ? fix : "put a space");
        const fixed = text.replace(written, fix);
        const { catalog } = await compileToCatalog({ "skills/a/SKILL.md": fixed }, { profile: name });
        const activated = await createExecutor(createSkillsFromCatalog(catalog)).activate("a", {
          by: "application",
          arguments: ALL,
        });
        expect((activated as { instructions: string }).instructions).toMatch(/^w\d+ /);
      }
    }
});
