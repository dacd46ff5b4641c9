import { describe, expect, test } from "vitest";
import { formatSarif } from "../../../src/formats/sarif.ts";
import { rules } from "../../../src/rules.ts";
import type { Diagnostic } from "../../../src/model/diagnostic.ts";
import { createSarifCheck } from "../../support/sarif-schema.ts";
import { accepted, duplicate, junk, noSources, spanOf, unquoted } from "../../support/sample-findings.ts";

const summary = { skills: 118, errors: 2, warnings: 1, infos: 1 };

function sarif(...diagnostics: Diagnostic[]) {
  return JSON.parse(formatSarif({ diagnostics, summary, version: "0.1.0", color: true, width: 40 }));
}

function run(...diagnostics: Diagnostic[]) {
  return sarif(...diagnostics).runs[0];
}

const faultsOf = createSarifCheck();

test("a log is valid by the official schema, and the schema is not blind", () => {
  const log = sarif(unquoted, duplicate, junk, noSources, accepted);
  expect(faultsOf(log)).toEqual([]);
  expect(faultsOf(sarif())).toEqual([]);
  log.runs[0].results[0].locations[0].physicalLocation.region.startLine = 0;
  log.runs[0].results[1].level = "info";
  delete log.runs[0].results[2].message;
  expect(faultsOf(log)).toEqual([
    "/runs/0/results/0/locations/0/physicalLocation/region/startLine must be >= 1",
    "/runs/0/results/1/level must be equal to one of the allowed values",
    "/runs/0/results/2 must have required property 'message'",
  ]);
});

describe("rules", () => {
  test("are only those that occur, each once, and results point at them", () => {
    const { tool, results } = run(unquoted, duplicate, { ...unquoted, severity: "warning" });
    expect(tool.driver).toMatchObject({ name: "skillc", version: "0.1.0" });
    expect(tool.driver.rules.map(({ id, name }: { id: string; name: string }) => [id, name])).toEqual([
      ["SKC101", "yaml-invalid"],
      ["SKC601", "duplicate-name"],
    ]);
    const pointers = results.map((one: { ruleId: string; ruleIndex: number }) => [one.ruleId, one.ruleIndex]);
    expect(pointers).toEqual([
      ["SKC101", 0],
      ["SKC601", 1],
      ["SKC101", 0],
    ]);
  });

  test("say what the table says, whatever level a finding has", () => {
    const { consequence, origin } = rules["yaml-invalid"];
    const note = `Note: ${consequence}.`;
    const source = `Source: ${origin.source} (${origin.level}).`;
    expect(run({ ...unquoted, severity: "info" }).tool.driver.rules).toEqual([
      {
        id: "SKC101",
        name: "yaml-invalid",
        shortDescription: { text: "Frontmatter is not valid YAML." },
        fullDescription: { text: note },
        help: {
          text: `${note}\n${source}\nDocs: skillc explain SKC101`,
          markdown: `${note}\n\n${source}\n\nDocs: \`skillc explain SKC101\``,
        },
        defaultConfiguration: { level: "error" },
        properties: { category: "correctness", tags: ["correctness"] },
      },
    ]);
  });

  test("that the table does not know are described by what the finding tells", () => {
    expect(run({ ...junk, rule: "constructor" }).tool.driver.rules[0]).toMatchObject({
      name: "constructor",
      fullDescription: { text: "Constructor." },
      defaultConfiguration: { level: "note" },
    });
  });
});

describe("results", () => {
  test("have a place, a message with the help, a fix and a fingerprint", () => {
    const region = { startLine: 3, startColumn: 14, endLine: 3, endColumn: 43 };
    const artifactLocation = { uri: "skills/pdf-helper/SKILL.md", uriBaseId: "%SRCROOT%" };
    const { results, columnKind } = run(unquoted);
    expect(columnKind).toBe("utf16CodeUnits");
    expect(results).toEqual([
      {
        ruleId: "SKC101",
        ruleIndex: 0,
        level: "error",
        message: {
          text: `the value of "description" contains ": " but is not quoted
note: clients with a strict YAML parser silently drop the skill
help: put the value in double quotes: description: "…"`,
        },
        locations: [{ physicalLocation: { artifactLocation, region } }],
        fixes: [
          {
            description: { text: "quote the value" },
            artifactChanges: [
              {
                artifactLocation,
                replacements: [{ deletedRegion: region, insertedContent: { text: '"Use when: a form is filled in"' } }],
              },
            ],
            properties: { applicability: "safe" },
          },
        ],
        partialFingerprints: { "skillc/v1": "5f0c" },
      },
    ]);
  });

  test("have related places with encoded paths", () => {
    const [result] = run(duplicate).results;
    expect(result).toMatchObject({
      level: "warning",
      message: { text: expect.stringContaining(" (claude-code)\nhelp: ") },
    });
    expect(result.relatedLocations).toEqual([
      {
        id: 0,
        physicalLocation: {
          artifactLocation: { uri: "vendor/pdf%20100%25/SKILL.md", uriBaseId: "%SRCROOT%" },
          region: { startLine: 2, startColumn: 7, endLine: 2, endColumn: 17 },
        },
        message: { text: "the first one" },
      },
    ]);
  });

  test("without a span or a file still have the place that GitHub asks for", () => {
    const places = run(junk, noSources).results.map((one: { locations: unknown[] }) => one.locations[0]);
    expect(places).toEqual([
      {
        physicalLocation: {
          artifactLocation: { uri: "skills/pdf-helper/.env", uriBaseId: "%SRCROOT%" },
          region: { startLine: 1 },
        },
      },
      { physicalLocation: { artifactLocation: { uri: "./", uriBaseId: "%SRCROOT%" }, region: { startLine: 1 } } },
    ]);
  });

  test("group the edits of a fix by file, and delete without an empty text", () => {
    const edit = { file: unquoted.file, span: spanOf("Use"), text: "" };
    const other = { file: "skills/forms/SKILL.md", span: spanOf("---"), text: "-" };
    const fix = { title: "shorten it", applicability: "unsafe" as const, edits: [edit, other, { ...edit, text: "x" }] };
    const [change, next] = run({ ...unquoted, fixes: [fix] }).results[0].fixes[0].artifactChanges;
    const deletedRegion = { startLine: 3, startColumn: 14, endLine: 3, endColumn: 17 };
    expect(change.replacements).toEqual([{ deletedRegion }, { deletedRegion, insertedContent: { text: "x" } }]);
    expect(next.artifactLocation.uri).toBe("skills/forms/SKILL.md");
  });

  test("say of all whether they are suppressed as soon as one is", () => {
    const suppressionsOf = (...found: Diagnostic[]) =>
      run(...found).results.map((one: { suppressions?: unknown }) => one.suppressions);
    expect(suppressionsOf(unquoted, junk)).toEqual([undefined, undefined]);
    expect(suppressionsOf(unquoted, accepted, { ...accepted, suppressed: { by: "baseline" } })).toEqual([
      [],
      [{ kind: "inSource", status: "accepted", justification: "an old client reads it" }],
      [{ kind: "external", status: "accepted" }],
    ]);
  });

  test("let no skill write a placeholder, a link or a hidden character", () => {
    const [{ message }] = run({ ...junk, message: 'the token "${X}{0}" [see](https://evil.example)\u202E' }).results;
    expect(message.text).toBe('the token "${{X}}{{0}}" [see\\](https://evil.example)<U+202E>');
  });
});
