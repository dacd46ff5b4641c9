/** Whatever strangers wrote: the documents stay readable, and what they say stays the same. */
import fc from "../../support/fast-check.ts";
import remarkParse from "remark-parse";
import { unified } from "unified";
import { describe, expect, test } from "vitest";
import { escapeText } from "../../../src/formats/display-text.ts";
import { formatAgent } from "../../../src/formats/agent.ts";
import { formatGitlab } from "../../../src/formats/gitlab.ts";
import { formatJson } from "../../../src/formats/json.ts";
import { formatJunit } from "../../../src/formats/junit.ts";
import { formatMarkdown } from "../../../src/formats/markdown.ts";
import { formatNdjson } from "../../../src/formats/ndjson.ts";
import { formatSarif } from "../../../src/formats/sarif.ts";
import type { FormatInput } from "../../../src/formats/index.ts";
import type { Diagnostic } from "../../../src/model/diagnostic.ts";
import { anyInput } from "../../support/any-finding.ts";
import { createSarifCheck } from "../../support/sarif-schema.ts";
import { readXml } from "../../support/xml-reader.ts";

const counted = ({ diagnostics }: FormatInput): Diagnostic[] =>
  diagnostics.filter(({ suppressed }) => suppressed === undefined);

test("ndjson has the objects of json, one in a line, and then the summary", () => {
  fc.assert(
    fc.property(anyInput, (given) => {
      const lines = formatNdjson(given).split("\n");
      expect(lines.pop()).toBe("");
      const { summary, diagnostics } = JSON.parse(formatJson(given));
      expect(lines.map((line) => JSON.parse(line))).toEqual([...diagnostics, { summary }]);
    }),
  );
});

test("gitlab has what GitLab asks for in every issue, and no fingerprint twice", () => {
  fc.assert(
    fc.property(anyInput, (given) => {
      const issues: { fingerprint: string; location: { path: string } }[] = JSON.parse(formatGitlab(given));
      for (const issue of issues)
        expect(issue).toMatchObject({
          description: expect.any(String),
          check_name: expect.any(String),
          fingerprint: expect.any(String),
          severity: expect.stringMatching(/^(info|minor|major|critical|blocker)$/u),
          location: { path: expect.stringMatching(/[^]/u), lines: { begin: expect.any(Number) } },
        });
      expect(new Set(issues.map(({ fingerprint }) => fingerprint)).size).toBe(issues.length);
      expect(issues.map(({ location }) => location.path)).toEqual(counted(given).map(({ file }) => file || "."));
    }),
  );
});

describe("sarif", () => {
  const faultsOf = createSarifCheck();

  test("is valid by the official schema", () => {
    fc.assert(
      fc.property(anyInput, fc.option(fc.constant("0.1.0"), { nil: undefined }), (given, version) => {
        const input = version === undefined ? given : { ...given, version };
        expect(faultsOf(JSON.parse(formatSarif(input)))).toEqual([]);
      }),
    );
  });

  test("keeps paths and replacements exact", () => {
    fc.assert(
      fc.property(anyInput, (given) => {
        const [run] = JSON.parse(formatSarif(given)).runs;
        for (const [index, { file, fixes = [] }] of given.diagnostics.entries()) {
          const result = run.results[index];
          const { uri } = result.locations[0].physicalLocation.artifactLocation;
          expect(decodeURIComponent(uri)).toBe(file === "" ? "./" : Buffer.from(file).toString());
          expect(run.tool.driver.rules[result.ruleIndex].id).toBe(result.ruleId);
          const texts = fixes.flatMap(({ edits }) => edits.map(({ text }) => text));
          const changes = (result.fixes ?? []).flatMap((fix: { artifactChanges: unknown[] }) => fix.artifactChanges);
          const replaced = changes
            .flatMap((change: { replacements: unknown[] }) => change.replacements)
            .map((one: { insertedContent?: { text: string } }) => one.insertedContent?.text ?? "");
          expect(replaced.toSorted()).toEqual(texts.toSorted());
        }
      }),
    );
  });
});

test("junit is well-formed, counts right, and has every name once in its suite", () => {
  fc.assert(
    fc.property(anyInput, (given) => {
      const root = readXml(formatJunit(given));
      const cases = root.children.flatMap(({ children }) => children);
      const found = counted(given);
      expect(cases).toHaveLength(Math.max(1, found.length));
      expect(root.attributes["tests"]).toBe(`${cases.length}`);
      expect(root.attributes["failures"]).toBe(`${found.filter(({ severity }) => severity === "error").length}`);
      for (const { attributes, children } of root.children) {
        const failed = children.filter((one) => one.children[0]?.tag === "failure");
        expect(attributes).toMatchObject({ tests: `${children.length}`, failures: `${failed.length}` });
        expect(new Set(children.map((one) => one.attributes["name"])).size).toBe(children.length);
      }
    }),
  );
});

test("markdown shows what was written, and nothing of it acts", () => {
  const rowOf = (markdown: string): string => markdown.split("\n").filter((line) => line.startsWith("| "))[2] ?? "";
  interface Node {
    readonly type: string;
    readonly value?: string;
    readonly children?: readonly Node[];
  }
  const leaves = (node: Node): Node[] => (node.children === undefined ? [node] : node.children.flatMap(leaves));
  fc.assert(
    fc.property(anyInput, (given) => {
      for (const found of counted(given)) {
        const { fixes: _fixes, help: _help, consequence: _consequence, ...bare } = found;
        const row = rowOf(formatMarkdown({ ...given, diagnostics: [bare] }));
        // Cells are parted by pipes before anything else is read.
        const cells = row.split("|");
        expect(cells).toHaveLength(6);
        const [paragraph] = (unified().use(remarkParse).parse(`x${cells[4]}x`) as Node).children ?? [];
        const parts = leaves(paragraph as Node);
        expect(parts.filter(({ type }) => type !== "text" && type !== "html")).toEqual([]);
        const tags = parts.filter(({ type }) => type === "html").map(({ value }) => value);
        expect(tags.filter((tag) => tag !== "<span>" && tag !== "</span>")).toEqual([]);
        const shown = parts.filter(({ type }) => type === "text").map(({ value }) => value);
        const profile = found.profile === undefined ? "" : ` (${found.profile})`;
        expect(shown.join("")).toBe(`x ${escapeText(`${found.message}${profile}`)} x`);
        // A mention or a reference is only found in one text.
        expect(shown.filter((text) => /[@#]\w/u.test(text ?? ""))).toEqual([]);
      }
    }),
  );
});

test("agent parts its fields by a bar that no stranger can write", () => {
  fc.assert(
    fc.property(anyInput, (given) => {
      const lines = formatAgent(given).split("\n");
      for (const [index, found] of counted(given).entries()) {
        const [problem = "", ...rest] = (lines[index] as string).split(" | ");
        expect(problem.endsWith(": ") || problem.includes(found.severity)).toBe(true);
        const [fix] = found.fixes ?? [];
        const wanted = fix !== undefined && fix.edits.length > 0 ? /^(unsafe )?fix: / : /^help: /u;
        if (rest.length > 0) expect(rest[0]).toMatch(wanted);
      }
    }),
  );
});
