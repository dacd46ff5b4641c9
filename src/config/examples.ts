/** Examples of the rules about the configuration. */
import type { ExamplesOf } from "../diagnostics/rule-example.ts";
import type { configRules } from "./rules.ts";

const mounted = (mount: string): string => `{ "sources": [{ "dir": "skills", "mountAs": "${mount}" }] }`;

const inline = (more: string): string =>
  `{ "sources": [{ "name": "house-style", "description": "How we write. Use for every text."${more} }] }`;

const GOOD_INLINE = inline(', "instructions": "Write short sentences."');

const PROFILES = "standard, spec, lenient, …";

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
    args: { file: "skillc.config.json", detail: 'expected a "," or "}", but found "\\"emit\\""' },
    kind: "config",
    bad: '{ "outDir": "build" "emit": ["json"] }',
    good: '{ "outDir": "build", "emit": ["json"] }',
  },
  "config-unknown-key": {
    args: { key: "skills", where: "the config", nearest: "sources", shape: 'sources: ["skills"]' },
    kind: "config",
    bad: '{ "skills": "skills" }',
    good: '{ "sources": ["skills"] }',
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
  "config-not-run": {
    args: { file: "skillc.config.ts", instead: "", key: "" },
    kind: "words",
    bad: "skillc check --no-config, next to a skillc.config.ts",
    good: "skillc check --no-config, next to a skillc.config.json",
  },
  "no-sources": {
    args: { dir: ".promptkit/skills", profile: "promptkit" },
    kind: "words",
    bad: "skillc build in an empty directory",
    good: "skillc init",
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
  "source-mounted": {
    args: { dir: "../shared/skills", mount: "shared/skills" },
    kind: "config",
    bad: '{ "profile": "promptkit", "sources": [{ "dir": "../shared/skills" }] }',
    good: '{ "profile": "promptkit", "sources": [{ "dir": "skills" }] }',
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
  "inline-without-text": {
    args: { name: "house-style", missing: "instructions" },
    kind: "config",
    bad: '{ "profile": "promptkit", "sources": [{ "name": "house-style", "description": "How we write. Use for every text." }] }',
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
  "outputs-and-keys": {
    args: { keys: "outDir" },
    kind: "config",
    bad: '{ "outDir": "build", "outputs": [{ "outDir": "build/edge" }] }',
    good: '{ "outputs": [{ "outDir": "build/app" }, { "outDir": "build/edge" }] }',
  },
  "outputs-overlap": {
    args: { outer: "build", inner: "build/edge" },
    kind: "config",
    bad: '{ "outputs": [{ "outDir": "build" }, { "outDir": "build/edge" }] }',
    good: '{ "outputs": [{ "outDir": "build/app" }, { "outDir": "build/edge" }] }',
  },
  "option-without-effect": {
    args: { option: "module.adapters", needs: 'runtime: "full"' },
    kind: "config",
    bad: '{ "module": { "adapters": ["ai-sdk"] } }',
    good: '{ "module": { "runtime": "full", "adapters": ["ai-sdk"] } }',
  },
  "unknown-view": {
    args: { name: "biling", nearest: "billing", known: "billing" },
    kind: "config",
    bad: '{ "views": { "billing": "**" }, "outputs": [{ "outDir": "build", "view": "biling" }] }',
    good: '{ "views": { "billing": "**" }, "outputs": [{ "outDir": "build", "view": "billing" }] }',
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
  "source-several-kinds": {
    args: { keys: "dir and ref" },
    kind: "config",
    bad: '{ "sources": [{ "dir": "skills", "ref": "@acme/skills@v1" }] }',
    good: '{ "sources": ["skills"] }',
  },
  "ref-invalid": {
    args: { ref: "@acme/..", detail: 'the name ".." is not allowed', help: "use letters and digits" },
    kind: "config",
    bad: '{ "sources": [{ "ref": "@acme/.." }] }',
    good: '{ "sources": ["skills"] }',
  },
  "ref-ambiguous": {
    args: { name: "@acme/skills" },
    kind: "words",
    bad: '{ "sources": ["@acme/skills"] } in a project that depends on the package @acme/skills',
    good: '{ "sources": [{ "package": "@acme/skills" }] }',
  },
  "ref-not-locked": {
    args: { ref: "@acme/skills@v1", onlyUser: false },
    kind: "config",
    bad: '{ "sources": ["@acme/skills@v1"] }',
    good: '{ "sources": ["skills"] }',
  },
  "ref-not-installed": {
    args: { ref: "@acme/skills@v1", dir: ".skillc/skills/acme/skills" },
    kind: "words",
    bad: "skillc build after git clone",
    good: "skillc install --frozen && skillc build",
  },
  "ref-unpinned": {
    args: { ref: "@acme/skills@v1", dir: ".promptkit/skills/acme/skills" },
    kind: "words",
    bad: "profile promptkit, with skills that another program has installed",
    good: "skillc add @acme/skills@v1",
  },
  "installed-changed": {
    args: { ref: "@acme/skills@v1", dir: ".skillc/skills/acme/skills", files: "SKILL.md changed" },
    kind: "words",
    bad: "editing a file in .skillc/skills",
    good: "skillc update",
  },
  "lock-invalid": {
    args: { detail: "it is not JSON" },
    kind: "words",
    bad: "a merge conflict in skillc.lock",
    good: "git checkout --theirs skillc.lock && skillc install",
  },
  "lock-entry-unused": {
    args: { ref: "@acme/skills@v1" },
    kind: "words",
    bad: "skillc add @acme/skills@v1, and a config that does not name it",
    good: '{ "sources": ["@acme/skills@v1"] }',
  },
  "package-missing": {
    args: { name: "@acme/skills" },
    kind: "config",
    bad: '{ "sources": [{ "package": "@acme/skills" }] }',
    good: '{ "sources": ["skills"] }',
  },
};
