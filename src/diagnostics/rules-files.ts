/** Rules about files and directories: encoding, spelling, symbolic links, what does not ship. */
import { quote, rule, SKILLC_MUST, SKILLC_PRACTICE, STANDARD_MUST, STANDARD_SHOULD } from "./rule-entry.ts";

const EXT_SKILLS = { source: "MCP Skills extension, threat model", level: "MUST" } as const;

/** What to do about something that the system does not let us read, by its own word for why. */
function wayToRead(detail: string): string {
  if (/^E(?:ACCES|PERM)$/.test(detail)) return "give read permission";
  if (detail === "ENAMETOOLONG") return "shorten its path";
  // It was listed a moment ago: its name has bytes that are no text, or it was deleted meanwhile.
  return detail === "ENOENT" ? "rename it so that its name is UTF-8, or build again if it was deleted" : "mend it";
}

export const fileRules = {
  "encoding-invalid": rule<{ offset: number; guess: string }>({
    code: "SKC011",
    category: "correctness",
    level: "error",
    structural: true,
    message: ({ offset }) => `the file is not valid UTF-8 (first bad byte at offset ${offset})`,
    consequence: "clients either crash on it or show replacement characters; skillc never ships mangled text",
    help: ({ guess }) => [`save the file as UTF-8 (it was probably written as ${guess})`],
    origin: STANDARD_MUST,
  }),
  bom: rule<{}>({
    code: "SKC012",
    category: "portability",
    level: { standard: "info", spec: "error" },
    message: () => "the file starts with a byte order mark",
    consequence: 'parsers that look for "---" at the very start find no frontmatter, among them the reference library',
    help: () => ['save the file as "UTF-8 without BOM"'],
    origin: { source: "skills-ref parser.py (agentskills 69ef37e)", level: "MUST" },
  }),
  "skill-md-missing": rule<{ found: string }>({
    code: "SKC014",
    category: "correctness",
    level: { standard: "warning", spec: "error", mcp: "error", lenient: "warning" },
    // Without any skill at all there is a finding of its own; to the letter of the standard it is the directory's fault.
    severe: { when: ({ found }) => found === "", level: { standard: "off", spec: "error", mcp: "error" } },
    message: ({ found }) =>
      found === "" ? "the directory has no SKILL.md" : `the directory has ${quote(found)}, but no "SKILL.md"`,
    consequence:
      "clients look for that name to the letter (the reference library also for skill.md), and skillc leaves the skill out",
    help: ({ found }) =>
      found === ""
        ? ["add a SKILL.md"]
        : [
            'rename it to "SKILL.md"',
            ...(/^skill\.md$/i.test(found) ? ['or set skillFileCase: "any" to accept it as it is'] : []),
          ],
    origin: STANDARD_MUST,
  }),
  "skill-md-case-collision": rule<{ other: string }>({
    code: "SKC018",
    category: "portability",
    level: "warning",
    message: ({ other }) => `${quote(other)} stands beside "SKILL.md"`,
    consequence: "on a case-insensitive file system (macOS, Windows) one of them overwrites the other",
    help: () => ["delete or rename the one that is not used"],
    origin: EXT_SKILLS,
  }),
  "nested-skill": rule<{ nested: string }>({
    code: "SKC015",
    category: "portability",
    level: { standard: "info", "openai-api": "error" },
    message: ({ nested }) => `the skill contains another skill in ${quote(nested)}`,
    consequence: "the inner skill is a skill of its own and owns its files; clients that load one level only miss it",
    origin: SKILLC_PRACTICE,
  }),
  "directory-unreadable": rule<{ dir: string; detail: string }>({
    code: "SKC016",
    category: "system",
    level: "error",
    structural: true,
    message: ({ dir, detail }) => `the directory ${quote(dir)} cannot be read (${detail})`,
    consequence: "skills in it would be missing from the output without a word, so nothing is written",
    help: ({ detail }) => [`${wayToRead(detail)}, or exclude the directory`],
    origin: SKILLC_MUST,
  }),
  "file-unreadable": rule<{ path: string; detail: string }>({
    code: "SKC019",
    category: "system",
    level: "error",
    structural: true,
    message: ({ path, detail }) => `the file ${quote(path)} cannot be read (${detail})`,
    consequence: "the run-time read of it would fail",
    help: ({ detail }) => [`${wayToRead(detail)}, or leave it out with files.exclude or a .skillignore`],
    origin: SKILLC_MUST,
  }),
  "ignore-file-unreadable": rule<{ path: string; detail: string }>({
    code: "SKC024",
    category: "system",
    level: "error",
    structural: true,
    message: ({ path, detail }) => `the ignore file ${quote(path)} cannot be read (${detail})`,
    consequence: "files that it leaves out would be shipped, so nothing is written",
    help: ({ detail }) => {
      if (detail.includes("symbolic link")) return ["replace the link by a copy of the file"];
      if (detail.includes("UTF-8")) return ["save the file as UTF-8"];
      return [/^E(?:ACCES|PERM)$/.test(detail) ? "give read permission" : "delete it, or put a file in its place"];
    },
    origin: SKILLC_MUST,
  }),
  "symlink-escape": rule<{ path: string; target: string }>({
    code: "SKC404",
    category: "security",
    level: "error",
    message: ({ path, target }) => `the symbolic link ${quote(path)} leads out of the source, to ${quote(target)}`,
    consequence: "following it would put a file of your machine into the bundle; it is never followed",
    help: () => ["replace the link by a copy of the file, or delete it"],
    origin: EXT_SKILLS,
  }),
  "symlink-refused": rule<{ path: string }>({
    code: "SKC408",
    category: "portability",
    level: "warning",
    message: ({ path }) => `the symbolic link ${quote(path)} is not followed`,
    consequence: "what it leads to is not in the output",
    help: () => ['set symlinks: "inside" to follow links that stay inside the source, or replace the link by a copy'],
    origin: SKILLC_PRACTICE,
  }),
  "symlink-cycle": rule<{ path: string }>({
    code: "SKC405",
    category: "correctness",
    level: "warning",
    message: ({ path }) => `the symbolic link ${quote(path)} leads in a circle`,
    consequence: "it is not followed: the way would never end",
    help: () => ["delete the link"],
    origin: SKILLC_MUST,
  }),
  "symlink-dangling": rule<{ path: string }>({
    code: "SKC409",
    category: "correctness",
    level: "warning",
    message: ({ path }) => `the symbolic link ${quote(path)} leads nowhere`,
    consequence: "there is nothing to ship",
    help: () => ["delete the link, or restore what it should lead to"],
    origin: SKILLC_PRACTICE,
  }),
  "not-regular-file": rule<{ path: string }>({
    code: "SKC410",
    category: "correctness",
    level: "warning",
    message: ({ path }) => `${quote(path)} is neither a file nor a directory (a pipe, a socket or a device)`,
    consequence: "it is left out: reading it could block the build",
    help: () => ["delete it"],
    origin: EXT_SKILLS,
  }),
  "secret-file": rule<{ path: string }>({
    code: "SKC704",
    category: "security",
    level: "warning",
    message: ({ path }) => `${quote(path)} looks like a secret and is not shipped`,
    consequence: "whoever can load the skill could read it; it is left out of every output",
    help: () => ["move it out of the skill; a template may be called .env.example, .env.sample or .env.template"],
    origin: SKILLC_MUST,
  }),
  "junk-file": rule<{ path: string }>({
    code: "SKC412",
    category: "quality",
    level: "info",
    message: ({ path }) => `${quote(path)} is a by-product of a tool and is not shipped`,
    help: () => ["delete it, or leave it: the output is the same"],
    origin: SKILLC_PRACTICE,
  }),
  "file-too-large": rule<{ path: string; bytes: number; limit: number }>({
    code: "SKC507",
    category: "budget",
    level: "warning",
    message: ({ path, bytes, limit }) =>
      `${quote(path)} has ${bytes} bytes, over files.maxBytes ${limit}, and is left out`,
    consequence: "the run-time read of it would fail",
    help: () => ["make the file smaller, raise files.maxBytes, or exclude the file on purpose"],
    origin: SKILLC_PRACTICE,
  }),
  "path-case-collision": rule<{ path: string; other: string }>({
    code: "SKC406",
    category: "portability",
    level: "warning",
    message: ({ path, other }) => `${quote(path)} and ${quote(other)} differ only in case`,
    consequence: "on a case-insensitive file system one of them overwrites the other",
    help: () => ["rename one of them"],
    origin: EXT_SKILLS,
  }),
  "path-normalization-collision": rule<{ path: string; other: string }>({
    code: "SKC413",
    category: "portability",
    level: "warning",
    message: ({ path, other }) => `${quote(path)} and ${quote(other)} differ only in Unicode normalisation`,
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
  "file-changed": rule<{ path: string }>({
    code: "SKC680",
    category: "system",
    level: "error",
    structural: true,
    message: ({ path }) => `${quote(path)} changed while it was being compiled`,
    consequence: "catalog and content would not belong together, so nothing is written",
    help: () => ["run the build again"],
    origin: SKILLC_MUST,
  }),
  "body-too-many-lines": rule<{ lines: number; limit: number }>({
    code: "SKC501",
    category: "budget",
    level: "info",
    message: ({ lines, limit }) => `the SKILL.md has ${lines} lines, more than the recommended ${limit}`,
    consequence: "all of it enters the model's context each time the skill is loaded",
    help: () => ["move details into files under references/ that are read when needed"],
    origin: STANDARD_SHOULD,
  }),
  "body-too-many-tokens": rule<{ tokens: number; limit: number }>({
    code: "SKC502",
    category: "budget",
    level: "info",
    severe: { when: ({ tokens, limit }) => tokens > 2 * limit, level: { standard: "warning", lenient: "info" } },
    message: ({ tokens, limit }) => `the instructions have about ${tokens} tokens, more than the recommended ${limit}`,
    consequence: "all of it enters the model's context each time the skill is loaded",
    help: () => ["move details into files under references/ that are read when needed"],
    origin: STANDARD_SHOULD,
  }),
  "body-empty": rule<{}>({
    code: "SKC311",
    category: "quality",
    level: "warning",
    message: () => "the skill has no instructions after its frontmatter",
    consequence: "loading the skill gives the model nothing to follow",
    help: () => ["write the steps below the closing ---"],
    origin: SKILLC_PRACTICE,
  }),
};
