import {
  type LevelByProfile,
  STANDARD_SHOULD,
  defineRules,
  didYouMean,
  plural,
  quote,
  rule,
} from "../../diagnostics/rule.ts";

const EXT_SKILLS = { source: "MCP Skills extension, threat model", level: "MUST" } as const;

const CARNET = { source: "Carnet 0.3.1", level: "MUST" } as const;

/** Carnet rejects the skill; elsewhere the field is a description of files, or belongs to another tool. */
const CARNET_ONLY: LevelByProfile = { standard: "info", carnet: "error" };

const LINKED = "See [ports](references/ports.md).";

const PORTS = ["references/ports.md"];

const FILES = "files:\n  - path: ports.md\n    description: Names of the ports";

export const fileRules = defineRules({
  "script-without-shebang": rule("SKC418", "portability", "info", {
    title: "A script does not name its interpreter",
    args: { path: "scripts/look.sh" },
    levels: { systems: "off" },
    message: ({ path }) => `the script ${quote(path)} does not start with #!`,
    consequence: "it does not name its shell, and it cannot be run by name, because a catalog keeps no file modes",
    help: "start it with a line such as #!/usr/bin/env bash, and write bash <script> in the skill",
    shown: ["words", "scripts/look.sh that starts with: curl", "scripts/look.sh that starts with: #!/usr/bin/env bash"],
  }),
  "files-invalid": rule("SKC247", "correctness", CARNET_ONLY, {
    title: "Declared files cannot be read",
    args: { found: "is a string" },
    message: ({ found }) => `files must be a list of paths with descriptions, but it ${found}`,
    consequence: "the declared files cannot be found",
    help: "write each entry as - path: references/method.md, with description: … below it",
    origin: { source: "Carnet SKILL.md", level: "MUST" },
    shown: [
      "frontmatter",
      "files: ports.md",
      "files:\n  - path: ports.md\n    description: Names of the ports",
      { beside: ["ports.md"] },
    ],
  }),
  "files-path-invalid": rule("SKC242", "correctness", CARNET_ONLY, {
    title: "Path of a declared file is not plain",
    args: { path: "./ports.md", fixed: "ports.md" },
    message: ({ path }) => `the declared file ${quote(path)} is not a plain path inside the skill`,
    consequence: "it can never be read",
    help: ({ fixed }) => (fixed === "" ? "use a relative path without . and .." : `write ${quote(fixed)}`),
    origin: { source: "Carnet SKILL.md", level: "MUST" },
    shown: [
      "frontmatter",
      "files:\n  - path: ./ports.md\n    description: Names of the ports",
      "files:\n  - path: ports.md\n    description: Names of the ports",
      { beside: ["ports.md"], fix: "safe" },
    ],
  }),
  "files-missing": rule("SKC243", "correctness", CARNET_ONLY, {
    title: "A declared file does not exist",
    args: { path: "port.md", nearest: "ports.md" },
    message: ({ path }) => `the declared file ${quote(path)} is not one of the files of the skill`,
    consequence: "reading it at run time would fail",
    help: ({ nearest }) => (nearest === "" ? "add the file, or delete the entry" : `did you mean ${quote(nearest)}?`),
    origin: { source: "Carnet SKILL.md", level: "MUST" },
    shown: [
      "frontmatter",
      "files:\n  - path: port.md\n    description: Names of the ports",
      "files:\n  - path: ports.md\n    description: Names of the ports",
      { beside: ["ports.md"] },
    ],
  }),
  "license-file-missing": rule("SKC421", "correctness", "warning", {
    title: "License refers to a file that does not exist",
    args: { file: "LICENSE.txt", nearest: "" },
    message: ({ file }) => `license refers to ${quote(file)}, which is not a file of the skill`,
    consequence: "a skill is distributed alone: no one can read under which terms it may be used",
    help: ({ nearest }) => (nearest === "" ? "add the file, or name the license, such as MIT" : didYouMean(nearest)),
    origin: STANDARD_SHOULD,
    shown: ["frontmatter", "license: Complete terms in LICENSE.txt", "license: MIT"],
  }),
  "script-not-executable": rule("SKC422", "portability", "warning", {
    title: "A script is not executable",
    args: { path: "scripts/look.sh", command: "bash scripts/look.sh" },
    message: ({ path }) => `the skill runs ${quote(path)}, which is not executable`,
    consequence: "the shell answers Permission denied, and the model has to find another way",
    help: ({ path, command }) => [`write ${command}`, `run chmod +x ${path}, if the skill is not shipped in a catalog`],
    shown: [
      "words",
      "Run `./scripts/look.sh`, with a look.sh that git has without the executable bit",
      "Run `bash scripts/look.sh`",
    ],
  }),
  "nested-skill": rule("SKC015", "portability", "info", {
    title: "A skill is inside another skill",
    args: { nested: "harbour" },
    levels: { "openai-api": "error" },
    message: ({ nested }) => `the skill contains another skill in ${quote(nested)}`,
    consequence: "the inner skill is a separate skill and owns its files; clients that load only one level miss it",
    help: ({ nested }) => `move ${quote(nested)} out of the skill if every client should find it`,
    shown: [
      "files",
      "skills/tide-tables/SKILL.md\nskills/tide-tables/harbour/SKILL.md",
      "skills/tide-tables/SKILL.md\nskills/harbour/SKILL.md",
    ],
  }),
  "path-case-collision": rule("SKC406", "portability", "warning", {
    title: "Two paths differ only in case",
    args: { path: "references/Ports.md", other: "references/ports.md" },
    message: ({ path, other }) => `${quote(path)} and ${quote(other)} differ only in case`,
    consequence: "on a case-insensitive file system one overwrites the other",
    help: "rename one of them",
    origin: EXT_SKILLS,
    shown: [
      "files",
      "skills/tide-tables/SKILL.md\nskills/tide-tables/references/Ports.md\nskills/tide-tables/references/ports.md",
      "skills/tide-tables/SKILL.md\nskills/tide-tables/references/ports.md",
    ],
  }),
  "path-normalization-collision": rule("SKC413", "portability", "warning", {
    title: "Two paths differ only in Unicode normalization",
    args: { path: "references/ø\u0301.md", other: "references/ǿ.md" },
    message: ({ path, other }) => `${quote(path)} and ${quote(other)} differ only in Unicode normalization`,
    consequence: "on macOS they are the same file",
    help: "rename one of them",
    origin: EXT_SKILLS,
    shown: [
      "files",
      "skills/tide-tables/SKILL.md\nskills/tide-tables/references/o\u0308re.md\nskills/tide-tables/references/öre.md",
      "skills/tide-tables/SKILL.md\nskills/tide-tables/references/öre.md",
    ],
  }),
  "path-not-portable": rule("SKC407", "portability", "warning", {
    title: "A path cannot exist on every system",
    args: { path: "references/high:low.md", fault: '"high:low.md" contains ":", which Windows does not allow' },
    message: ({ path, fault }) => `${quote(path)} cannot exist on every system: ${fault}`,
    consequence: "the repository cannot be checked out on Windows; the emitted catalog is not affected",
    help: "rename it",
    shown: [
      "files",
      "skills/tide-tables/SKILL.md\nskills/tide-tables/references/high:low.md",
      "skills/tide-tables/SKILL.md\nskills/tide-tables/references/high-low.md",
    ],
  }),
  "file-orphan": rule("SKC411", "quality", "info", {
    title: "The skill never mentions a file",
    args: { path: "references/ports.md", files: 1 },
    message: ({ path, files }) =>
      files === 1
        ? `the skill never mentions the file ${quote(path)}`
        : `the skill never mentions the ${plural(files, "file")} in ${quote(path)}`,
    consequence: "models do not find unmentioned files, which make the output larger",
    help: ({ files }) => [
      `say in the SKILL.md what ${files === 1 ? "it is" : "they are"} for`,
      `leave ${files === 1 ? "it" : "them"} out with files.exclude or a .skillignore`,
    ],
    shown: ["body", "Read the table.", LINKED, { beside: PORTS }],
  }),
  "files-description-missing": rule("SKC244", "correctness", "off", {
    title: "A declared file has no description",
    args: { path: "ports.md" },
    levels: { carnet: "error" },
    message: ({ path }) => `the declared file ${quote(path)} has no description`,
    consequence: "a model cannot tell when to read it; Carnet rejects the skill",
    help: "add description: …",
    origin: CARNET,
    shown: ["frontmatter", "files:\n  - path: ports.md", FILES, { profile: "carnet", beside: ["ports.md"] }],
  }),
});
