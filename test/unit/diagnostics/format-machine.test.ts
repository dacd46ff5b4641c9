import { describe, expect, test } from "vitest";
import { formatConcise } from "../../../src/formats/concise.ts";
import { formatGithub } from "../../../src/formats/github.ts";
import { formatNames, formats, type Formatter } from "../../../src/formats/index.ts";
import { formatJson } from "../../../src/formats/json.ts";
import { formatNdjson } from "../../../src/formats/ndjson.ts";
import type { Diagnostic } from "../../../src/model/diagnostic.ts";

const missing: Diagnostic = {
  code: "SKC401",
  rule: "ref-missing",
  severity: "error",
  category: "correctness",
  message: 'the file "references/forms.md" does not exist',
  consequence: "the run-time read would fail",
  help: ['did you mean "references/FORMS.md"?', "or remove the link"],
  skill: "pdf-helper",
  file: "skills/pdf-helper/SKILL.md",
  span: { start: { line: 18, column: 22, offset: 431 }, end: { line: 18, column: 41, offset: 450 } },
  lineText: "See [the form guide](references/forms.md) for details.",
  labels: [
    {
      file: "skills/pdf-helper/references/FORMS.md",
      span: { start: { line: 1, column: 1, offset: 0 }, end: { line: 1, column: 1, offset: 0 } },
      text: "only this one is there",
      lineText: "# Forms",
    },
  ],
  args: { target: "references/forms.md", distance: 5 },
  origin: { source: "skillc", level: "PRACTICE" },
};

const unplaced: Diagnostic = {
  code: "SKC001",
  rule: "no-skills",
  severity: "info",
  category: "config",
  message: "there are no skills",
  file: "",
  args: {},
  origin: { source: "skillc", level: "MUST" },
};

const summary = { skills: 118, errors: 1, warnings: 0, infos: 1 };

function print(format: Formatter, ...diagnostics: Diagnostic[]): string {
  return format({ diagnostics, summary, color: true, width: 40 });
}

describe("concise", () => {
  test("prints one line per finding, with as much of the place as is known", () => {
    const file = { ...unplaced, file: "skills/empty" };
    expect(print(formatConcise, missing, file, unplaced)).toBe(
      `skills/pdf-helper/SKILL.md:18:22: error SKC401 ref-missing: the file "references/forms.md" does not exist
skills/empty: info SKC001 no-skills: there are no skills
info SKC001 no-skills: there are no skills
`,
    );
  });

  test("names the profile when there are several, and leaves out what is suppressed", () => {
    const accepted = { ...missing, suppressed: { by: "baseline" } } as const;
    expect(print(formatConcise, accepted, { ...unplaced, profile: "codex" })).toBe(
      "info SKC001 no-skills: there are no skills (codex)\n",
    );
  });

  test("spells out what could forge a line", () => {
    const forged = { ...unplaced, file: "a\nb", message: "odd\r\u001B[2K\u202E" };
    expect(print(formatConcise, forged)).toBe("a<U+000A>b: info SKC001 no-skills: odd<U+000D><U+001B>[2K<U+202E>\n");
  });

  test("prints nothing when there is nothing", () => {
    expect(print(formatConcise)).toBe("");
  });
});

describe("json", () => {
  test("is one document with keys in the order of the interface and without the lines of the sources", () => {
    expect(print(formatJson, missing)).toBe(
      `{
  "formatVersion": 1,
  "summary": {
    "skills": 118,
    "errors": 1,
    "warnings": 0,
    "infos": 1
  },
  "diagnostics": [
    {
      "code": "SKC401",
      "rule": "ref-missing",
      "severity": "error",
      "category": "correctness",
      "message": "the file \\"references/forms.md\\" does not exist",
      "consequence": "the run-time read would fail",
      "help": [
        "did you mean \\"references/FORMS.md\\"?",
        "or remove the link"
      ],
      "skill": "pdf-helper",
      "file": "skills/pdf-helper/SKILL.md",
      "span": {
        "start": {
          "line": 18,
          "column": 22,
          "offset": 431
        },
        "end": {
          "line": 18,
          "column": 41,
          "offset": 450
        }
      },
      "labels": [
        {
          "file": "skills/pdf-helper/references/FORMS.md",
          "span": {
            "start": {
              "line": 1,
              "column": 1,
              "offset": 0
            },
            "end": {
              "line": 1,
              "column": 1,
              "offset": 0
            }
          },
          "text": "only this one is there"
        }
      ],
      "args": {
        "target": "references/forms.md",
        "distance": 5
      },
      "origin": {
        "source": "skillc",
        "level": "PRACTICE"
      }
    }
  ]
}
`,
    );
  });

  test("has fixes, profile, fingerprint and suppression, and the counts of them", () => {
    const fixes = [{ title: "mend the link", applicability: "safe", edits: [] }] as const;
    const known = {
      fixes,
      profile: "codex",
      fingerprint: "5f0c",
      suppressed: { by: "comment", reason: "old" },
    } as const;
    const counts = { ...summary, fixable: 1, suppressed: 1 };
    const text = formatJson({ diagnostics: [{ ...unplaced, ...known }], summary: counts, color: false, width: 40 });
    const report = JSON.parse(text);
    expect(report.summary).toEqual(counts);
    expect(report.diagnostics[0]).toEqual({ ...unplaced, ...known });
    const keys = Object.keys(report.diagnostics[0]);
    expect(keys.slice(6)).toEqual(["fixes", "profile", "fingerprint", "suppressed", "args", "origin"]);
  });

  test("does not depend on the order in which a finding was put together", () => {
    const reversed = Object.fromEntries(Object.entries(missing).toReversed()) as unknown as Diagnostic;
    expect(print(formatJson, reversed)).toBe(print(formatJson, missing));
  });

  test("leaves out what a finding does not have, and is a document even when there are none", () => {
    expect(Object.keys(JSON.parse(print(formatJson, unplaced)).diagnostics[0])).toEqual([
      "code",
      "rule",
      "severity",
      "category",
      "message",
      "file",
      "args",
      "origin",
    ]);
    expect(JSON.parse(print(formatJson))).toEqual({ formatVersion: 1, summary, diagnostics: [] });
  });

  test("escapes what a terminal would act on, and keeps its meaning", () => {
    const message = "odd\n\u007F\u009B2J\u202E\u{E0041}\uD800";
    const text = print(formatJson, { ...unplaced, message });
    expect(text).toContain(String.raw`"message": "odd\n\u007f\u009b2J\u202e\udb40\udc41\ud800"`);
    expect(JSON.parse(text).diagnostics[0].message).toBe(message);
  });
});

describe("ndjson", () => {
  test("is one object per line, the summary last", () => {
    expect(print(formatNdjson, unplaced)).toBe(
      `{"code":"SKC001","rule":"no-skills","severity":"info","category":"config","message":"there are no skills","file":"","args":{},"origin":{"source":"skillc","level":"MUST"}}
{"summary":{"skills":118,"errors":1,"warnings":0,"infos":1}}
`,
    );
    expect(print(formatNdjson)).toBe('{"summary":{"skills":118,"errors":1,"warnings":0,"infos":1}}\n');
  });
});

describe("github", () => {
  test("names the profile when there are several, and leaves out what is suppressed", () => {
    const accepted = { ...missing, suppressed: { by: "comment", reason: "later" } } as const;
    expect(print(formatGithub, accepted, { ...unplaced, profile: "codex" })).toBe(
      "::notice title=SKC001 no-skills (codex)::there are no skills\n",
    );
  });

  test("prints one workflow command per finding", () => {
    const warning = { ...missing, severity: "warning" as const, consequence: "it fails", help: [] };
    expect(print(formatGithub, missing, warning, unplaced)).toBe(
      `::error file=skills/pdf-helper/SKILL.md,line=18,col=22,endLine=18,endColumn=41,title=SKC401 ref-missing::the file "references/forms.md" does not exist%0Anote: the run-time read would fail%0Ahelp: did you mean "references/FORMS.md"?%0Ahelp: or remove the link
::warning file=skills/pdf-helper/SKILL.md,line=18,col=22,endLine=18,endColumn=41,title=SKC401 ref-missing::the file "references/forms.md" does not exist%0Anote: it fails
::notice title=SKC001 no-skills::there are no skills
`,
    );
  });

  test("leaves out the columns of a span over several lines, which the runner would not take", () => {
    const span = { start: { line: 3, column: 5, offset: 20 }, end: { line: 6, column: 2, offset: 90 } };
    expect(print(formatGithub, { ...unplaced, file: "SKILL.md", span })).toBe(
      "::notice file=SKILL.md,line=3,endLine=6,title=SKC001 no-skills::there are no skills\n",
    );
  });

  test("escapes what ends a property or a message", () => {
    const odd = { ...unplaced, file: "100%,a:b/SKILL.md", message: "50% :: of a, b: c" };
    expect(print(formatGithub, odd)).toBe(
      "::notice file=100%25%2Ca%3Ab/SKILL.md,title=SKC001 no-skills::50%25 :: of a, b: c\n",
    );
  });

  test("lets no source start a line in the log", () => {
    const odd = { ...unplaced, file: "a\n::error::b", message: "x\r\n##[error]all is well\u202E" };
    expect(print(formatGithub, odd)).toBe(
      "::notice file=a<U+000A>%3A%3Aerror%3A%3Ab,title=SKC001 no-skills::x<U+000D><U+000A>##[error]all is well<U+202E>\n",
    );
  });

  test("prints nothing when there is nothing", () => {
    expect(print(formatGithub)).toBe("");
  });
});

test("every format is found by its name, the default first", () => {
  expect(formatNames.join(" ")).toBe("pretty concise agent json ndjson github gitlab sarif junit markdown");
  expect(formats.get("github")).toBe(formatGithub);
  expect(formats.get("constructor")).toBeUndefined();
});
