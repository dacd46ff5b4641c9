/** Examples of the rules about the files of a skill. */
import type { ExamplesOf } from "../../diagnostics/rule-example.ts";
import type { fileRules } from "./rules.ts";

const LINKED = "See [ports](references/ports.md).";

const PORTS = ["references/ports.md"];

const FILES = "files:\n  - path: ports.md\n    description: Names of the ports";

export const fileExamples: ExamplesOf<typeof fileRules> = {
  "license-file-missing": {
    args: { file: "LICENSE.txt", nearest: "" },
    kind: "frontmatter",
    bad: "license: Complete terms in LICENSE.txt",
    good: "license: MIT",
  },
  "script-not-executable": {
    args: { path: "scripts/look.sh", command: "bash scripts/look.sh" },
    kind: "words",
    bad: "Run `./scripts/look.sh`, with a look.sh that git has without the executable bit",
    good: "Run `bash scripts/look.sh`",
  },
  "file-orphan": {
    args: { path: "references/ports.md", files: 1 },
    kind: "body",
    bad: "Read the table.",
    good: LINKED,
    beside: PORTS,
  },
  "script-without-shebang": {
    args: { path: "scripts/look.sh" },
    kind: "words",
    bad: "scripts/look.sh that starts with: curl",
    good: "scripts/look.sh that starts with: #!/usr/bin/env bash",
  },
  "files-invalid": {
    args: { found: "is a string" },
    kind: "frontmatter",
    bad: "files: ports.md",
    good: "files:\n  - path: ports.md\n    description: Names of the ports",
    beside: ["ports.md"],
  },
  "files-path-invalid": {
    args: { path: "./ports.md", fixed: "ports.md" },
    kind: "frontmatter",
    bad: "files:\n  - path: ./ports.md\n    description: Names of the ports",
    good: "files:\n  - path: ports.md\n    description: Names of the ports",
    beside: ["ports.md"],
    fix: "safe",
  },
  "files-missing": {
    args: { path: "port.md", nearest: "ports.md" },
    kind: "frontmatter",
    bad: "files:\n  - path: port.md\n    description: Names of the ports",
    good: "files:\n  - path: ports.md\n    description: Names of the ports",
    beside: ["ports.md"],
  },
  "nested-skill": {
    args: { nested: "harbour" },
    kind: "files",
    bad: "skills/tide-tables/SKILL.md\nskills/tide-tables/harbour/SKILL.md",
    good: "skills/tide-tables/SKILL.md\nskills/harbour/SKILL.md",
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
    args: { path: "references/high:low.md", fault: '"high:low.md" contains ":", which Windows does not allow' },
    kind: "files",
    bad: "skills/tide-tables/SKILL.md\nskills/tide-tables/references/high:low.md",
    good: "skills/tide-tables/SKILL.md\nskills/tide-tables/references/high-low.md",
  },
  "files-description-missing": {
    args: { path: "ports.md" },
    kind: "frontmatter",
    profile: "carnet",
    bad: "files:\n  - path: ports.md",
    good: FILES,
    beside: ["ports.md"],
  },
};
