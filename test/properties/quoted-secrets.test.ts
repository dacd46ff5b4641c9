/** No report quotes a credential, whatever else is wrong on its lines: a line in the middle of a key is secret, too. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { createFindings, findSecrets } from "../../src/diagnostics/index.ts";
import { checkTree, formats, toEsbuildMessage, toLspDiagnostic, toVfileMessage } from "../../src/index.ts";
import { unifiedDiff } from "../../src/fixes/index.ts";
import { createSourceText } from "../../src/model/source.ts";
import { securityRules } from "../../src/check/security/rules.ts";
import fc from "../support/fast-check.ts";

const samples = JSON.parse(
  readFileSync(join(import.meta.dirname, "../unit/diagnostics/secret-samples.json"), "utf8"),
) as { readonly positive: readonly { readonly kind: string; readonly text: string }[] };
const all = samples.positive.map(({ kind, text }) => ({ kind, text: text.replaceAll("¦", "") }));
/** As strings in YAML, JSON and programs may spell them: one character by its number, an escaped slash, two lines. */
const spelled = all
  .filter(({ kind, text }) => kind !== "private key" && !/[\s\\]/.test(text) && text.length > 30)
  .flatMap(({ kind, text }) => [
    { kind, text: `${text.slice(0, 1)}\\x${text.charCodeAt(1).toString(16)}${text.slice(2)}` },
    { kind, text: `${text.slice(0, 20)}\\u00${text.charCodeAt(20).toString(16)}${text.slice(21)}` },
    ...(/\w\w/.test(text.slice(19, 21)) ? [{ kind, text: `${text.slice(0, 20)}\\\n    ${text.slice(20)}` }] : []),
  ]);
const keys = all.filter(({ kind, text }) => kind === "private key" && text.includes("\n"));

/** Characters of a credential that may be shown in a row: its kind begins like this. */
const SHOWN = 6;
/** Every longer piece of what is random in the credentials of a text. */
function piecesOf(text: string): string[] {
  return findSecrets(text).flatMap(({ kind, span }) => {
    const value = text.slice(span.start, span.end);
    const data =
      kind === "private key" ? value.replace(/^.*?(?:KEY(?: BLOCK)? ?-{4,5}|Lines: \d+)/s, "") : value.slice(SHOWN);
    return [...data.matchAll(/[A-Za-z0-9+/=]{12,}/g)].map(([piece]) => piece);
  });
}
const leaks = (output: string, text: string): string[] =>
  piecesOf(text).filter((piece) => {
    for (let at = 0; at + 12 <= piece.length; at++) if (output.includes(piece.slice(at, at + 12))) return true;
    return false;
  });

const textWith = (secrets: readonly string[]): string =>
  ["# Notes", "", ...secrets.flatMap((secret) => [secret, "Between, see /home/bob/tides.", ""]), "The end."].join("\n");
const one = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...keys) },
  fc.constantFrom(...all),
  fc.constantFrom(...spelled),
);
const some = fc.uniqueArray(one, {
  minLength: 1,
  maxLength: 3,
  selector: ({ text }) => text,
});

test("a credential is found however a string spells it", () => {
  const missed = spelled.filter(
    ({ kind, text }) => !findSecrets(`key: "${text}"\n`).some((found) => found.kind === kind),
  );
  expect(missed.map(({ text }) => text)).toEqual([]);
  expect(spelled.length).toBeGreaterThan(100);
});

describe("a finding anywhere in a text", () => {
  test("shows no line, argument or label with a credential", () => {
    fc.assert(
      fc.property(some, fc.double({ min: 0, max: 1, noNaN: true }), fc.nat({ max: 400 }), (chosen, part, length) => {
        const text = textWith(chosen.map((one) => one.text));
        const source = createSourceText("a.md", text);
        const start = Math.floor(part * text.length);
        const span = { start, end: Math.min(text.length, start + length) };
        const findings = createFindings();
        const quoted = text.slice(span.start, span.end);
        const place = { file: "a.md", source, span };
        findings.add(securityRules["home-path"], place, { path: quoted }, { labels: [{ ...place, text: "here" }] });
        const { lines, findings: made } = findings;
        expect(leaks(JSON.stringify([lines, made[0]?.labels, made[0]?.args]), text)).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });

  test("shows the other lines as they are", () => {
    const [key] = keys;
    const source = createSourceText("a.md", `First.\n${key?.text}\nLast.\n`);
    const findings = createFindings();
    for (let line = 1; line <= source.lineStarts().length; line++) {
      const start = source.lineStarts()[line - 1] as number;
      findings.add(securityRules["home-path"], { file: "a.md", source, span: { start, end: start } }, { path: "" });
    }
    expect(findings.lines[0]).toBe("First.");
    expect(findings.lines[1]).toMatch(/^-----BEGIN [A-Z ]*PRIVATE KEY-----$/);
    expect(findings.lines[2]).toMatch(/^\*{16,}$/);
    expect(findings.lines).toContain("Last.");
  });
});

/** What is wrong on a line of a key, besides that it is there. */
const FLAWS = [
  "\u200b",
  "\u202e",
  " [x](gone.md)",
  " <!-- note -->",
  " /home/bob/x",
  " $ARGUMENTS[a]",
  "\u0007",
  " rm -rf /",
];

test("no format shows a credential on whose lines there is something else", { timeout: 120_000 }, async () => {
  let found = 0;
  await fc.assert(
    fc.asyncProperty(some, fc.constantFrom(...FLAWS), fc.nat(), fc.boolean(), async (chosen, flaw, at, isBody) => {
      const text = textWith(
        chosen.map(({ text: secret }) => {
          const lines = secret.split("\n");
          const line = at % lines.length;
          return lines.with(line, `${lines[line]}${flaw}`).join("\n");
        }),
      );
      const head = "---\nname: boats\ndescription: Counts boats. Use when asked.\nargument-hint: x\n---\n$ARGUMENTS ";
      const files = isBody
        ? { "skills/boats/SKILL.md": head + text }
        : { "skills/boats/SKILL.md": `${head}See [n](notes.md).\n`, "skills/boats/notes.md": text };
      const { diagnostics, summary } = await checkTree(files);
      found += diagnostics.filter(({ rule }) => rule !== "secret-in-text").length;
      const outputs = [...formats].map(([, print]) => print({ diagnostics, summary, color: false, width: 100 }));
      const others = diagnostics.flatMap((one) => [
        toEsbuildMessage(one),
        toLspDiagnostic(one, (file) => file),
        toVfileMessage(one),
      ]);
      expect(leaks(`${outputs.join("\n")}${JSON.stringify([others, diagnostics])}`, text)).toEqual([]);
    }),
    { numRuns: 150 },
  );
  expect(found).toBeGreaterThan(100);
});

test("a diff masks what is not changed, and shows that a credential was", () => {
  fc.assert(
    fc.property(some, (chosen) => {
      const before = textWith(chosen.map(({ text }) => text));
      const after = before.replaceAll("/home/bob", "~").replace("The end.", "The end");
      expect(leaks(unifiedDiff({ file: "a.md", before, after }), before)).toEqual([]);
    }),
  );
  const token = ["gh", "p_", "Zk3vQ9sLx2WmT7bRy5NcJ8dHf4GpA6uYw1Kq"].join("");
  const patch = unifiedDiff({ file: "a.md", before: `x\n${token}\ny\n`, after: `x\n${token.slice(0, -1)}z\ny\n` });
  expect(patch.split("\n").slice(3)).toEqual([" x", `-ghp_Zk${"*".repeat(34)}`, `+ghp_Zk${"*".repeat(34)}`, " y", ""]);
});
