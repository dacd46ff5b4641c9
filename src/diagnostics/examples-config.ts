/** Examples for the rules about the configuration, about comments that silence, and about commands run while building. */
import type { ExamplesOf } from "./rule-example.ts";
import type { configRules } from "./rules-config.ts";
import type { controlRules } from "./rules-control.ts";
import type { prepareRules } from "./rules-prepare.ts";

const PROFILES = "standard, spec, lenient, …";
const inline = (more: string): string =>
  `{ "sources": [{ "name": "house-style", "description": "How we write. Use for every text."${more} }] }`;
const GOOD_INLINE = inline(', "instructions": "Write short sentences."');
const mounted = (mount: string): string => `{ "sources": [{ "dir": "skills", "mountAs": "${mount}" }] }`;

export const configExamples: ExamplesOf<typeof configRules> = {
  "config-not-found": {
    args: { file: "skillc.json" },
    kind: "words",
    bad: "skillc build --config skillc.json",
    good: "skillc build --config skillc.config.json",
  },
  "config-unreadable": {
    args: { file: "skillc.config.json", detail: "EACCES" },
    kind: "words",
    bad: "a config that you may not read",
    good: "chmod u+r skillc.config.json",
  },
  "config-invalid-syntax": {
    args: { file: "skillc.config.json", detail: 'a "," or "}" is missing here' },
    kind: "config",
    bad: '{ "outDir": "build" "emit": ["json"] }',
    good: '{ "outDir": "build", "emit": ["json"] }',
  },
  "config-unknown-key": {
    args: { key: "outdir", where: "the config", nearest: "outDir" },
    kind: "config",
    bad: '{ "outdir": "build" }',
    good: '{ "outDir": "build" }',
  },
  "config-invalid-value": {
    args: { key: "emit", expected: "a list", actual: '"json"' },
    kind: "config",
    bad: '{ "emit": "json" }',
    good: '{ "emit": ["json"] }',
  },
  "config-several": {
    args: { file: "skillc.config.json", other: "skillc.config.yaml" },
    kind: "words",
    bad: "skillc.config.json and skillc.config.yaml",
    good: "skillc.config.json",
  },
  "no-sources": { args: {}, kind: "words", bad: "skillc build in an empty directory", good: "skillc init" },
  "source-missing": {
    args: { dir: "skill" },
    kind: "config",
    bad: '{ "sources": ["skill"] }',
    good: '{ "sources": ["skills"] }',
  },
  "source-without-skills": {
    args: { dir: "notes" },
    kind: "words",
    bad: "notes is a source beside skills, and no directory below it has a SKILL.md",
    good: 'sources: ["skills", { dir: "notes", optional: true }], or no such source',
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
  "source-empty": {
    args: { index: 1 },
    kind: "config",
    bad: '{ "sources": ["skills", {}] }',
    good: '{ "sources": ["skills"] }',
  },
  "source-dir-and-name": {
    args: { dir: "skills", name: "house-style" },
    kind: "config",
    bad: '{ "sources": [{ "dir": "skills", "name": "house-style" }] }',
    good: '{ "sources": ["skills"] }',
  },
  "source-outside": {
    args: { dir: "../shared-skills" },
    kind: "words",
    bad: '{ "sources": ["../shared-skills"] }',
    good: '{ "sources": [{ "dir": "../shared-skills", "mountAs": "shared" }] }',
  },
  "mount-glob": { args: { mount: "skills/*" }, kind: "config", bad: mounted("skills/*"), good: mounted("sea") },
  "mount-parent-segment": {
    args: { mount: "../skills" },
    kind: "config",
    bad: mounted("../skills"),
    good: mounted("sea"),
  },
  "mount-absolute": { args: { mount: "/skills" }, kind: "config", bad: mounted("/skills"), good: mounted("sea") },
  "mount-empty": { args: { mount: "" }, kind: "config", bad: mounted(""), good: mounted("sea") },
  "mount-inline": {
    args: { mount: "skills" },
    kind: "config",
    bad: inline(', "instructions": "Write short sentences.", "mountAs": "skills"'),
    good: GOOD_INLINE,
  },
  "inline-incomplete": {
    args: { name: "house-style", missing: "instructions" },
    kind: "config",
    bad: inline(""),
    good: GOOD_INLINE,
  },
  "outdir-is-source": {
    args: { outDir: "skills", dir: "skills", what: "source" },
    kind: "config",
    bad: '{ "outDir": "skills" }',
    good: '{ "outDir": "generated/skills" }',
  },
  "outdir-is-base": {
    args: { outDir: "." },
    kind: "config",
    bad: '{ "outDir": "." }',
    good: '{ "outDir": "generated/skills" }',
  },
  "view-pattern-invalid": {
    args: { view: "sea", detail: '"[" is never closed' },
    kind: "config",
    bad: '{ "views": { "sea": "skills/[a-" } }',
    good: '{ "views": { "sea": "skills/tide-*" } }',
  },
  "pattern-invalid": {
    args: { pattern: "**/[a-", where: "files.exclude[0]", detail: '"[" is never closed' },
    kind: "config",
    bad: '{ "files": { "exclude": ["**/[a-"] } }',
    good: '{ "files": { "exclude": ["**/a-*"] } }',
  },
  "unknown-profile": {
    args: { name: "spce", nearest: "spec", known: PROFILES },
    kind: "config",
    bad: '{ "profile": "spce" }',
    good: '{ "profile": "spec" }',
  },
  "unknown-platform": {
    args: { name: "cloudflare", nearest: "cloudflare-workers", known: "cloudflare-workers, …" },
    kind: "config",
    bad: '{ "platform": "cloudflare" }',
    good: '{ "platform": "cloudflare-workers" }',
  },
  "since-unreadable": {
    args: { ref: "mian", detail: "fatal: bad revision 'mian'" },
    kind: "words",
    bad: "skillc check --since mian",
    good: "skillc check --since main",
  },
  "baseline-unreadable": {
    args: { file: "known.json", detail: "ENOENT" },
    kind: "words",
    bad: "skillc check --baseline known.json, without such a file",
    good: "skillc check --baseline known.json --update-baseline",
  },
  "unknown-rule": {
    args: { name: "ref-mising", nearest: "ref-missing" },
    kind: "config",
    bad: '{ "rules": { "ref-mising": "error" } }',
    good: '{ "rules": { "ref-missing": "error" } }',
  },
  "rule-locked": {
    args: { rule: "name-missing" },
    kind: "config",
    bad: '{ "rules": { "name-missing": "off" } }',
    good: '{ "onInvalid": "skip" }',
  },
};

export const controlExamples: ExamplesOf<typeof controlRules> = {
  "suppression-unused": {
    args: { names: "SKC401", refused: "no" },
    kind: "body",
    bad: "<!-- skillc-disable-next-line SKC401: made at deploy time -->\nRead the table.",
    good: "<!-- skillc-disable-next-line SKC401: made at deploy time -->\nSee [ports](ports.md).",
    fix: "safe",
  },
  "suppression-without-reason": {
    args: {},
    kind: "body",
    bad: "<!-- skillc-disable-next-line SKC401 -->\nSee [ports](ports.md).",
    good: "<!-- skillc-disable-next-line SKC401: made at deploy time -->\nSee [ports](ports.md).",
  },
  "suppression-unknown-rule": {
    args: { name: "ref-mising", nearest: "ref-missing" },
    kind: "body",
    bad: "<!-- skillc-disable-next-line ref-mising: made at deploy time -->\nSee [ports](ports.md).",
    good: "<!-- skillc-disable-next-line ref-missing: made at deploy time -->\nSee [ports](ports.md).",
  },
};

export const prepareExamples: ExamplesOf<typeof prepareRules> = {
  "shell-command-refused": {
    args: { command: "tide --today", reason: "prepare.shell.allow does not list it" },
    kind: "words",
    bad: "!`tide --today` in a body, and prepare.shell.allow without it",
    good: '{ "prepare": { "shell": { "allow": ["tide *"] } } }',
  },
  "shell-command-failed": {
    args: { command: "tide --today", problem: "ended with exit code 127" },
    kind: "words",
    bad: "!`tide --today` on a machine without tide",
    good: "!`tide --today` on a machine that has it",
  },
  "shell-output-cut": {
    args: { command: "tide --year", limit: 65536 },
    kind: "words",
    bad: "!`tide --year`, which prints a megabyte",
    good: "!`tide --today`",
  },
};
