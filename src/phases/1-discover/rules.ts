/** Rules about sources and what is found in them: directories, links, names of files. */
import {
  type RuleArgs,
  type RuleEntry,
  SKILLC_MUST,
  SKILLC_PRACTICE,
  STANDARD_MUST,
  defineRules,
  quote,
  rule,
} from "../../diagnostics/rule.ts";

function configRule<Args extends RuleArgs>(
  code: `SKC${string}`,
  message: (args: Args) => string,
  help: (args: Args) => readonly string[],
  level: "error" | "warning" = "error",
): RuleEntry<Args> {
  return rule<Args>({
    code,
    category: "config",
    level,
    ...(level === "error" ? { structural: true as const } : {}),
    message,
    help,
    origin: SKILLC_MUST,
  });
}

const EXT_SKILLS = { source: "MCP Skills extension, threat model", level: "MUST" } as const;

/** What to do about something that the system does not let us read, by its own word for why. */
function wayToRead(detail: string): string {
  if (/^E(?:ACCES|PERM)$/.test(detail)) return "give read permission";
  if (detail === "ENAMETOOLONG") return "shorten its path";
  // It was listed a moment ago: its name has bytes that are no text, or it was deleted meanwhile.
  return detail === "ENOENT" ? "rename it so that its name is UTF-8, or build again if it was deleted" : "mend it";
}

export const discoverRules = defineRules({
  "source-missing": configRule<{ dir: string }>(
    "SKC647",
    ({ dir }) => `the source directory ${quote(dir)} does not exist`,
    () => ["check the path", "or set optional: true when it may be missing"],
  ),
  "source-without-skills": configRule<{ dir: string }>(
    "SKC652",
    ({ dir }) => `there is no skill in the source ${quote(dir)}`,
    () => ["check the path: a skill is a directory with a SKILL.md", "or set optional: true when it may be empty"],
    "warning",
  ),
  "source-not-directory": configRule<{ dir: string }>(
    "SKC648",
    ({ dir }) => `the source ${quote(dir)} is not a directory`,
    () => ["name the directory that holds the skills"],
  ),
  "source-unreadable": configRule<{ dir: string; detail: string }>(
    "SKC649",
    ({ dir, detail }) => `the source directory ${quote(dir)} cannot be read (${detail})`,
    ({ detail }) => [/^E(?:ACCES|PERM)$/.test(detail) ? "give read permission" : "name a directory that can be read"],
  ),
  "source-symlink": configRule<{ dir: string }>(
    "SKC636",
    ({ dir }) => `the source ${quote(dir)} is a symbolic link and is not followed`,
    () => ['name the directory that it leads to, or set symlinks: "inside"'],
  ),
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
  "skill-md-lowercase": rule<{ found: string }>({
    code: "SKC020",
    category: "portability",
    level: "warning",
    message: ({ found }) => `the file is called ${quote(found)}, not "SKILL.md"`,
    consequence: "only the reference library finds it; every other client looks for SKILL.md to the letter",
    help: () => ['rename it to "SKILL.md"'],
    origin: { source: "skills-ref parser.py (agentskills 69ef37e)", level: "PRACTICE" },
  }),
  "place-not-searched": rule<{ places: string }>({
    code: "SKC023",
    category: "portability",
    level: "info",
    message: () => "the system of the profile does not look for skills here",
    consequence: "the skill is left out",
    help: ({ places }) => [`it looks at ${places} below the source`, "name a directory further down as the source"],
    origin: { source: "instructor-php SkillLibrary; SkillKit Kit.Local", level: "PRACTICE" },
  }),
});
