/** Examples of the rules about sources and their contents. */
import type { ExamplesOf } from "../diagnostics/rule-example.ts";
import type { discoverRules } from "./rules.ts";

export const discoverExamples: ExamplesOf<typeof discoverRules> = {
  "source-without-skills": {
    args: { dir: "skill", missing: true, argument: false, nearest: "skills" },
    kind: "config",
    bad: '{ "sources": ["skill"] }',
    good: '{ "sources": ["skills"] }',
  },
  "pattern-unused": {
    args: { pattern: "skils/**", where: "overrides[0].files" },
    kind: "config",
    bad: '{ "sources": ["skills"], "overrides": [{ "files": "skils/**", "rules": { "file-orphan": "off" } }] }',
    good: '{ "sources": ["skills"], "overrides": [{ "files": "skills/**", "rules": { "file-orphan": "off" } }] }',
  },
  "source-not-directory": {
    args: { dir: "skills/tide-tables/SKILL.md" },
    kind: "config",
    bad: '{ "sources": ["skills/tide-tables/SKILL.md"] }',
    good: '{ "sources": ["skills"] }',
  },
  "source-unreadable": {
    args: { dir: "skills", detail: "EACCES" },
    kind: "words",
    bad: "skills is a directory that you may not read",
    good: "chmod u+rx skills",
  },
  "source-symlink": {
    args: { dir: "skills" },
    kind: "words",
    bad: "skills is a symbolic link to vendor/skills",
    good: '{ "sources": [{ "dir": "vendor/skills", "mountAs": "skills" }] }',
  },
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
  "skill-not-searched": {
    args: { dir: "skills/node_modules/tides/skills/tide-tables", skills: 1 },
    kind: "files",
    bad: "skills/tide-tables/SKILL.md\nskills/node_modules/tides/skills/ebb/SKILL.md",
    good: "skills/tide-tables/SKILL.md\nskills/ebb/SKILL.md",
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
    bad: 'files: { "maxBytes": 1048576 } and a chart.tif of 52.4 MB',
    good: "a chart.png of 500 kB",
  },
  "file-oversized": {
    args: { path: "assets/chart.tif", bytes: 52428800, limit: 8388608, most: 134217728, by: "module" },
    kind: "words",
    bad: "assets/chart.tif of 52.4 MB, without files.maxBytes",
    good: "a chart.png of 500 kB",
  },
  "skill-md-lowercase": {
    args: { found: "skill.md" },
    kind: "files",
    profile: "spec",
    bad: "skills/tide-tables/skill.md",
    good: "skills/tide-tables/SKILL.md",
  },
  "companion-ignored": {
    args: { kind: "agent" },
    kind: "files",
    bad: "skills/tide-tables/SKILL.md\nskills/AGENT.md",
    good: "skills/tide-tables/SKILL.md",
  },
  "place-not-searched": {
    args: { places: "*" },
    kind: "files",
    profile: "cognesy",
    bad: "skills/tide-tables/SKILL.md\nskills/sea/north/SKILL.md",
    good: "skills/tide-tables/SKILL.md\nskills/north/SKILL.md",
  },
};
