/** Examples for the rules about files and directories. */
import type { ExamplesOf } from "./rule-example.ts";
import type { fileRules } from "./rules-files.ts";

const GOOD =
  "---\nname: tide-tables\ndescription: Reads tide tables. Use when a landing is planned.\n---\nRead the table.";

export const fileExamples: ExamplesOf<typeof fileRules> = {
  "encoding-invalid": {
    args: { offset: 41, guess: "Windows-1252 or Latin-1" },
    kind: "words",
    bad: "SKILL.md saved as Windows-1252: the ø of København is one byte",
    good: "SKILL.md saved as UTF-8",
  },
  bom: { args: {}, kind: "document", bad: `\uFEFF${GOOD}`, good: GOOD, fix: "safe" },
  "skill-md-missing": {
    args: { found: "skill.md" },
    kind: "files",
    bad: "skills/tide-tables/skill.md",
    good: "skills/tide-tables/SKILL.md",
  },
  "skill-md-case-collision": {
    args: { other: "Skill.md" },
    kind: "files",
    bad: "skills/tide-tables/SKILL.md\nskills/tide-tables/Skill.md",
    good: "skills/tide-tables/SKILL.md",
  },
  "nested-skill": {
    args: { nested: "harbour" },
    kind: "files",
    bad: "skills/tide-tables/SKILL.md\nskills/tide-tables/harbour/SKILL.md",
    good: "skills/tide-tables/SKILL.md\nskills/harbour/SKILL.md",
  },
  "directory-unreadable": {
    args: { dir: "skills/private", detail: "EACCES" },
    kind: "words",
    bad: "skills/private is a directory that you may not read",
    good: "chmod u+rx skills/private, or exclude it",
  },
  "file-unreadable": {
    args: { path: "skills/tide-tables/ports.md", detail: "EACCES" },
    kind: "words",
    bad: "ports.md is a file that you may not read",
    good: "chmod u+r ports.md, or leave it out with a .skillignore",
  },
  "ignore-file-unreadable": {
    args: { path: "skills/tide-tables/.skillignore", detail: "EACCES" },
    kind: "words",
    bad: ".skillignore is a file that you may not read",
    good: "chmod u+r .skillignore",
  },
  "symlink-escape": {
    args: { path: "skills/tide-tables/ports.md", target: "/home/nord/ports.md" },
    kind: "files",
    bad: "skills/tide-tables/SKILL.md\nskills/tide-tables/ports.md -> ../../ports.md",
    good: "skills/tide-tables/SKILL.md\nskills/tide-tables/ports.md",
  },
  "symlink-refused": {
    args: { path: "skills/tide-tables/ports.md" },
    kind: "files",
    bad: "skills/tide-tables/SKILL.md\nskills/tide-tables/harbours.md\nskills/tide-tables/ports.md -> harbours.md",
    good: "skills/tide-tables/SKILL.md\nskills/tide-tables/harbours.md\nskills/tide-tables/ports.md",
  },
  "symlink-cycle": {
    args: { path: "skills/tide-tables/up" },
    kind: "files",
    bad: "skills/tide-tables/SKILL.md\nskills/tide-tables/up -> ..",
    good: "skills/tide-tables/SKILL.md",
  },
  "symlink-dangling": {
    args: { path: "skills/tide-tables/ports.md" },
    kind: "files",
    bad: "skills/tide-tables/SKILL.md\nskills/tide-tables/ports.md -> gone.md",
    good: "skills/tide-tables/SKILL.md\nskills/tide-tables/ports.md",
  },
  "not-regular-file": {
    args: { path: "skills/tide-tables/pipe" },
    kind: "words",
    bad: "mkfifo skills/tide-tables/pipe",
    good: "rm skills/tide-tables/pipe",
  },
  "secret-file": {
    args: { path: "skills/tide-tables/.env" },
    kind: "files",
    bad: "skills/tide-tables/SKILL.md\nskills/tide-tables/.env",
    good: "skills/tide-tables/SKILL.md\nskills/tide-tables/.env.example",
  },
  "junk-file": {
    args: { path: "skills/tide-tables/.DS_Store" },
    kind: "files",
    bad: "skills/tide-tables/SKILL.md\nskills/tide-tables/.DS_Store",
    good: "skills/tide-tables/SKILL.md",
  },
  "file-too-large": {
    args: { path: "skills/tide-tables/chart.tif", bytes: 52428800, limit: 1048576 },
    kind: "words",
    bad: 'files: { "maxBytes": 1048576 } and a chart.tif of 50 MB',
    good: "a chart.png of 500 kB",
  },
  "path-case-collision": {
    args: { path: "references/Ports.md", other: "references/ports.md" },
    kind: "files",
    bad: "skills/tide-tables/SKILL.md\nskills/tide-tables/references/Ports.md\nskills/tide-tables/references/ports.md",
    good: "skills/tide-tables/SKILL.md\nskills/tide-tables/references/ports.md",
  },
  "path-normalization-collision": {
    args: { path: "references/ø\u0301.md", other: "references/ǿ.md" },
    kind: "files",
    bad: "skills/tide-tables/SKILL.md\nskills/tide-tables/references/o\u0308re.md\nskills/tide-tables/references/öre.md",
    good: "skills/tide-tables/SKILL.md\nskills/tide-tables/references/öre.md",
  },
  "path-not-portable": {
    args: { path: "references/high:low.md", fault: '":" is not allowed on Windows' },
    kind: "files",
    bad: "skills/tide-tables/SKILL.md\nskills/tide-tables/references/high:low.md",
    good: "skills/tide-tables/SKILL.md\nskills/tide-tables/references/high-low.md",
  },
  "file-changed": {
    args: { path: "skills/tide-tables/ports.md" },
    kind: "words",
    bad: "an editor saves ports.md while skillc build runs",
    good: "skillc build runs again",
  },
  "body-too-many-lines": {
    args: { lines: 812, limit: 500 },
    kind: "words",
    bad: "a SKILL.md of 812 lines",
    good: "a SKILL.md of 200 lines that names references/harbours.md",
  },
  "body-too-many-tokens": {
    args: { tokens: 7400, limit: 5000 },
    kind: "words",
    bad: "instructions of about 7,400 tokens",
    good: "instructions of about 2,000 tokens that name references/harbours.md",
  },
  "body-empty": {
    args: {},
    kind: "document",
    bad: "---\nname: tide-tables\ndescription: Reads tide tables. Use when a landing is planned.\n---\n",
    good: GOOD,
  },
};
