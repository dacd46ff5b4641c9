/** Examples of the rules about outputs. */
import type { ExamplesOf } from "../diagnostics/rule-example.ts";
import type { targetRules } from "./rules.ts";

export const targetExamples: ExamplesOf<typeof targetRules> = {
  "platform-limit": {
    args: {
      platform: "Cloudflare Workers",
      what: "the compressed size of the module",
      actual: "4.1 MB",
      limit: "3 MB",
      note: "free plan",
      certain: false,
    },
    kind: "words",
    bad: "a module of 4.1 MB for a platform that accepts 3 MB",
    good: 'files: { "exclude": ["**/*.tif"] }',
  },
  "file-changed": {
    args: { path: "skills/tide-tables/ports.md" },
    kind: "words",
    bad: "an editor saves ports.md while skillc build runs",
    good: "skillc build runs again",
  },
  "output-unwritable": {
    args: { path: "generated/skills", detail: "EACCES" },
    kind: "words",
    bad: "generated/ belongs to another user",
    good: "skillc build --out build/skills",
  },
  "output-foreign-file": {
    args: { path: "generated/skills/index.js" },
    kind: "words",
    bad: "generated/skills/index.js was written by hand",
    good: "outDir is a directory of its own",
  },
  "output-stale-kept": {
    args: { path: "generated/skills/content/aa.js" },
    kind: "words",
    bad: "a generated file was edited, and is no longer part of the output",
    good: "the file is deleted",
  },
  "output-locked": {
    args: {
      path: "generated/skills",
      by: " (process 4711 on harbour)",
      lock: "generated/skills/.skillc-lock",
    },
    kind: "words",
    bad: "a second skillc build starts, and the first takes longer than 30 seconds",
    good: "each build has its own outDir",
  },
  "fix-unwritable": {
    args: { path: "skills/tide-tables/SKILL.md", detail: "EACCES" },
    kind: "words",
    bad: "SKILL.md belongs to another user",
    good: "SKILL.md is writable",
  },
  "fix-damaged": {
    args: {
      path: "skills/tide-tables/SKILL.md",
      detail: "EIO",
      copy: "skills/tide-tables/SKILL.md.skillc-0123456789abcdef",
    },
    kind: "words",
    bad: "the disk of a SKILL.md with hard links fails while it is fixed",
    good: "SKILL.md has one name, or its disk works",
  },
  "fix-file-changed": {
    args: { path: "skills/tide-tables/SKILL.md" },
    kind: "words",
    bad: "an editor saves SKILL.md while skillc check --fix runs",
    good: "skillc check --fix runs again",
  },
  "output-incomplete": {
    args: {
      path: "generated/skills/index.js",
      detail: "EPERM",
      replaced: '"generated/skills/index.d.ts", "generated/skills/catalog.json"',
    },
    kind: "words",
    bad: "on Windows, a program keeps generated/skills/index.js open",
    good: "no program keeps generated/skills/index.js open",
  },
  "output-obsolete-left": {
    args: { path: "generated/skills/content/p1-0123456789abcdef.js", detail: "EACCES" },
    kind: "words",
    bad: "generated/skills/content became read-only",
    good: "all of generated/skills is writable",
  },
  "target-loss": {
    args: { target: "plugin", what: "argument-hint, except as a text under metadata", isMinor: false },
    kind: "words",
    bad: "a skill with argument-hint, for a plugin whose frontmatter is closed",
    good: "a plugin whose frontmatter is verbatim",
  },
};
