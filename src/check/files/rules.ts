/** Rules about the files of a skill. */
import {
  type LevelByProfile,
  SKILLC_PRACTICE,
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

export const fileRules = defineRules({
  "script-without-shebang": rule<{ path: string }>({
    code: "SKC418",
    category: "portability",
    level: { standard: "info", systems: "off" },
    message: ({ path }) => `the script ${quote(path)} does not start with #!`,
    consequence: "it does not name its shell, and it cannot be run by name, because a catalog keeps no file modes",
    help: () => ["start it with a line such as #!/usr/bin/env bash, and write bash <script> in the skill"],
    origin: SKILLC_PRACTICE,
  }),
  "files-invalid": rule<{ found: string }>({
    code: "SKC247",
    category: "correctness",
    level: CARNET_ONLY,
    message: ({ found }) => `files must be a list of paths with descriptions, but it ${found}`,
    consequence: "the declared files cannot be found",
    help: () => ["write each entry as - path: references/method.md, with description: … below it"],
    origin: { source: "Carnet SKILL.md", level: "MUST" },
  }),
  "files-path-invalid": rule<{ path: string; fixed: string }>({
    code: "SKC242",
    category: "correctness",
    level: CARNET_ONLY,
    message: ({ path }) => `the declared file ${quote(path)} is not a plain path inside the skill`,
    consequence: "it can never be read",
    help: ({ fixed }) => (fixed === "" ? ["use a relative path without . and .."] : [`write ${quote(fixed)}`]),
    origin: { source: "Carnet SKILL.md", level: "MUST" },
  }),
  "files-missing": rule<{ path: string; nearest: string }>({
    code: "SKC243",
    category: "correctness",
    level: CARNET_ONLY,
    message: ({ path }) => `the declared file ${quote(path)} is not one of the files of the skill`,
    consequence: "reading it at run time would fail",
    help: ({ nearest }) =>
      nearest === "" ? ["add the file, or delete the entry"] : [`did you mean ${quote(nearest)}?`],
    origin: { source: "Carnet SKILL.md", level: "MUST" },
  }),
  "license-file-missing": rule<{ file: string; nearest: string }>({
    code: "SKC421",
    category: "correctness",
    level: "warning",
    message: ({ file }) => `license refers to ${quote(file)}, which is not a file of the skill`,
    consequence: "a skill is distributed alone: no one can read under which terms it may be used",
    help: ({ nearest }) => (nearest === "" ? ["add the file, or name the license, such as MIT"] : didYouMean(nearest)),
    origin: STANDARD_SHOULD,
  }),
  "script-not-executable": rule<{ path: string; command: string }>({
    code: "SKC422",
    category: "portability",
    level: "warning",
    message: ({ path }) => `the skill runs ${quote(path)}, which is not executable`,
    consequence: "the shell answers Permission denied, and the model has to find another way",
    help: ({ path, command }) => [`write ${command}`, `run chmod +x ${path}, if the skill is not shipped in a catalog`],
    origin: SKILLC_PRACTICE,
  }),
  "nested-skill": rule<{ nested: string }>({
    code: "SKC015",
    category: "portability",
    level: { standard: "info", "openai-api": "error" },
    message: ({ nested }) => `the skill contains another skill in ${quote(nested)}`,
    consequence: "the inner skill is a separate skill and owns its files; clients that load only one level miss it",
    help: ({ nested }) => [`move ${quote(nested)} out of the skill if every client should find it`],
    origin: SKILLC_PRACTICE,
  }),
  "path-case-collision": rule<{ path: string; other: string }>({
    code: "SKC406",
    category: "portability",
    level: "warning",
    message: ({ path, other }) => `${quote(path)} and ${quote(other)} differ only in case`,
    consequence: "on a case-insensitive file system one overwrites the other",
    help: () => ["rename one of them"],
    origin: EXT_SKILLS,
  }),
  "path-normalization-collision": rule<{ path: string; other: string }>({
    code: "SKC413",
    category: "portability",
    level: "warning",
    message: ({ path, other }) => `${quote(path)} and ${quote(other)} differ only in Unicode normalization`,
    consequence: "on macOS they are the same file",
    help: () => ["rename one of them"],
    origin: EXT_SKILLS,
  }),
  "path-not-portable": rule<{ path: string; fault: string }>({
    code: "SKC407",
    category: "portability",
    level: "warning",
    message: ({ path, fault }) => `${quote(path)} cannot exist on every system: ${fault}`,
    consequence: "the repository cannot be checked out on Windows; the emitted catalog is not affected",
    help: () => ["rename it"],
    origin: SKILLC_PRACTICE,
  }),
  "file-orphan": rule<{ path: string; files: number }>({
    code: "SKC411",
    category: "quality",
    level: "info",
    message: ({ path, files }) =>
      files === 1
        ? `the skill never mentions the file ${quote(path)}`
        : `the skill never mentions the ${plural(files, "file")} in ${quote(path)}`,
    consequence: "models do not find unmentioned files, which make the output larger",
    help: ({ files }) => [
      `say in the SKILL.md what ${files === 1 ? "it is" : "they are"} for`,
      `leave ${files === 1 ? "it" : "them"} out with files.exclude or a .skillignore`,
    ],
    origin: SKILLC_PRACTICE,
  }),
  "files-description-missing": rule<{ path: string }>({
    code: "SKC244",
    category: "correctness",
    level: { standard: "off", carnet: "error" },
    message: ({ path }) => `the declared file ${quote(path)} has no description`,
    consequence: "a model cannot tell when to read it; Carnet rejects the skill",
    help: () => ["add description: …"],
    origin: CARNET,
  }),
});
