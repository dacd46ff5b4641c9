/** Examples of the rules about packages. */
import type { ExamplesOf } from "../../diagnostics/rule-example.ts";
import type { packageRules } from "./rules.ts";

export const packageExamples: ExamplesOf<typeof packageRules> = {
  "target-skill-left-out": {
    args: {
      skill: "deploy",
      outDir: "dist/tree",
      reason: "nothing enforces its hooks in closed frontmatter",
      fix: 'write an output with frontmatter: "verbatim"',
      isMeant: false,
      isForcible: true,
    },
    kind: "words",
    bad: "a skill with hooks, in an output with closed frontmatter",
    good: "the same skill in an output with verbatim frontmatter",
  },
  "target-not-conforming": {
    args: { skill: "review", fields: "argument-hint is not one of its fields" },
    kind: "words",
    bad: 'a skill with argument-hint, in a plugin with manifests: ["claude", "agent-plugins"]',
    good: 'two outputs, of which one has manifests: ["agent-plugins"] alone',
  },
  "target-name-changed": {
    args: { from: "refunds", to: "billing-refunds", outDir: "dist/tree", what: "skill" },
    kind: "words",
    bad: "the skills billing:refunds and support:refunds in one directory",
    good: "the skills billing-refunds and support-refunds",
  },
  "target-name-clash": {
    args: { name: "PDF", outDir: "dist/tree", reason: 'the skill "pdf" has it as well' },
    kind: "words",
    bad: "the skills pdf and PDF in one directory",
    good: "the skills pdf and pdf-forms",
  },
  "target-nested-link": {
    args: { skill: "ship", path: "inner", name: "dock" },
    kind: "words",
    bad: "skills/ship/SKILL.md refers to inner/SKILL.md, which is a skill",
    good: "skills/ship/SKILL.md says: load the skill dock",
  },
  "target-limit": {
    args: {
      skill: "charts",
      what: '"chart.tif"',
      actual: "52,428,800 bytes",
      limit: "26,214,400",
      who: "files in a git repository",
    },
    kind: "words",
    bad: "a skill with a picture of 50 MB, in a plugin",
    good: 'files: { "exclude": ["**/*.tif"] }',
  },
  "target-path-taken": {
    args: {
      path: "agents/openai.yaml",
      reason: 'it hides the skill "deploy" in Codex, but its policy does not say so',
    },
    kind: "words",
    bad: "a skill with disable-model-invocation: true whose agents/openai.yaml allows implicit invocation",
    good: "both say the same",
  },
  "package-field-missing": {
    args: { field: "version", manifest: ".claude-plugin/plugin.json" },
    kind: "words",
    bad: "a plugin of a project without a package.json",
    good: 'package: { "name": "acme", "version": "1.0.0", "description": "Skills of Acme." }',
  },
  "package-field-invalid": {
    args: { field: "name", value: "@@@", expected: "a plugin name" },
    kind: "words",
    bad: 'package: { "name": "@@@" }',
    good: 'package: { "name": "acme" }',
  },
  "client-drops-file": {
    args: { skill: "charts", path: "metadata.json" },
    kind: "words",
    bad: "a skill with a file metadata.json, in a package",
    good: "the file is named chart-metadata.json",
  },
  "package-include-invalid": {
    args: { path: "README.md", location: "docs/plugin.md", reason: "the file does not exist" },
    kind: "words",
    bad: 'include: { "README.md": "docs/plugin.md" }, without that file',
    good: 'include: { "README.md": "README.md" }',
  },
  "targets-share-directory": {
    args: { outDir: "dist", targets: "tree, plugin" },
    kind: "words",
    bad: '{ "outDir": "dist", "emit": ["tree", "plugin"] }',
    good: "two outputs",
  },
};
