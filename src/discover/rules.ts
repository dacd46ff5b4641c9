/** Rules about sources and their contents: directories, links, file names. */
import {
  SKILLC_MUST,
  SKILLC_PRACTICE,
  STANDARD_MUST,
  didYouMean,
  plural,
  configRule,
  defineRules,
  quote,
  rule,
  thousands,
} from "../diagnostics/rule.ts";
import { isTooLarge } from "../model/host.ts";
import { parentPath } from "../paths/index.ts";

const EXT_SKILLS = { source: "MCP Skills extension, threat model", level: "MUST" } as const;

/** Returns the fix for a path that cannot be read, from its error code. */
function readingFix(detail: string): string {
  if (/^E(?:ACCES|PERM)$/.test(detail)) return "grant read permission";
  if (detail === "ENAMETOOLONG") return "shorten its path";
  if (isTooLarge(detail)) return "make it smaller";
  // The path was just listed: its name is not UTF-8, or it was deleted in the meantime.
  return detail === "ENOENT"
    ? "rename it in valid UTF-8, or build again if it was deleted"
    : "resolve the system error";
}

export const discoverRules = defineRules({
  // A directory that was named by a pattern of a shell may well have none.
  "source-without-skills": rule<{ dir: string; missing: boolean; argument: boolean; nearest: string }>({
    ...configRule<{ dir: string; missing: boolean; argument: boolean; nearest: string }>(
      "SKC652",
      ({ dir, missing }) => {
        if (!missing) return `the source ${quote(dir)} contains no skills`;
        return /[*?[{]/.test(dir) ? `no directory matches ${quote(dir)}` : `the directory ${quote(dir)} does not exist`;
      },
      ({ missing, argument, nearest }) => [
        ...didYouMean(nearest),
        ...(nearest === "" ? ["check the path: a skill is a directory with a SKILL.md"] : []),
        ...(argument ? [] : [`set optional: true if it may be ${missing ? "missing" : "empty"}`]),
      ],
    ),
    milder: { when: ({ missing, argument }) => argument && !missing, level: "warning" },
  }),
  "pattern-unused": configRule<{ pattern: string; where: string }>(
    "SKC659",
    ({ pattern, where }) => `the pattern ${quote(pattern)} in ${where} matches nothing`,
    () => ["compare it with the paths in `skillc list`, or delete it"],
    "warning",
  ),
  "source-not-directory": configRule<{ dir: string }>(
    "SKC648",
    ({ dir }) => `the source ${quote(dir)} is not a directory`,
    ({ dir }) => [
      /(?:^|\/)skill\.md$/i.test(dir)
        ? `name the directory of the skill: ${quote(parentPath(dir))}`
        : "name the directory that contains the skills",
    ],
  ),
  "source-unreadable": configRule<{ dir: string; detail: string }>(
    "SKC649",
    ({ dir, detail }) => `the source directory ${quote(dir)} cannot be read (${detail})`,
    ({ detail }) => [/^E(?:ACCES|PERM)$/.test(detail) ? "grant read permission" : "name a readable directory"],
  ),
  "source-symlink": configRule<{ dir: string }>(
    "SKC636",
    ({ dir }) => `the source ${quote(dir)} is a symbolic link and is not followed`,
    () => ['name the directory that it points to, or set symlinks: "inside"'],
  ),
  "skill-md-missing": rule<{ found: string }>({
    code: "SKC014",
    category: "correctness",
    level: { standard: "warning", spec: "error", mcp: "error", lenient: "warning" },
    // A build without any skill has its own finding; only the strict reading of the standard blames the directory.
    severe: { when: ({ found }) => found === "", level: { standard: "off", spec: "error", mcp: "error" } },
    message: ({ found }) =>
      found === "" ? "the directory has no SKILL.md" : `the directory has ${quote(found)} instead of "SKILL.md"`,
    consequence:
      "clients require exactly SKILL.md (the reference library also accepts skill.md), and skillc leaves the skill out",
    help: ({ found }) =>
      found === ""
        ? ["add a SKILL.md"]
        : [
            found.endsWith("/") ? 'replace the directory with a file "SKILL.md"' : 'rename it to "SKILL.md"',
            ...(/^skill\.md$/i.test(found) ? ['set skillFileCase: "any" to accept it as it is'] : []),
          ],
    origin: STANDARD_MUST,
  }),
  "skill-md-case-collision": rule<{ other: string }>({
    code: "SKC018",
    category: "portability",
    level: "warning",
    message: ({ other }) => `${quote(other)} exists next to "SKILL.md"`,
    consequence: "on a case-insensitive file system (macOS, Windows) one overwrites the other",
    help: () => ["delete or rename the unused one"],
    origin: EXT_SKILLS,
  }),
  "skill-not-searched": rule<{ dir: string; skills: number }>({
    code: "SKC423",
    category: "correctness",
    level: "info",
    message: ({ dir, skills }) =>
      skills === 1
        ? `the skill in ${quote(dir)} is not searched for`
        : `${plural(skills, "skill")} in directories of tools and secrets are not searched for, such as ${quote(dir)}`,
    consequence: "directories such as node_modules, .venv and .ssh are not part of a project, so the skill is left out",
    help: ({ dir }) => [`add ${quote(dir)} to the sources, or move the skill`],
    origin: SKILLC_PRACTICE,
  }),
  "directory-unreadable": rule<{ dir: string; detail: string }>({
    code: "SKC016",
    category: "system",
    level: "error",
    structural: true,
    message: ({ dir, detail }) => `the directory ${quote(dir)} cannot be read (${detail})`,
    consequence: "its skills would be silently missing from the output, so nothing is written",
    help: ({ detail }) => [`${readingFix(detail)}, or exclude the directory`],
    origin: SKILLC_MUST,
  }),
  "file-unreadable": rule<{ path: string; detail: string }>({
    code: "SKC019",
    category: "system",
    level: "error",
    structural: true,
    message: ({ path, detail }) => `the file ${quote(path)} cannot be read (${detail})`,
    consequence: "reading it at run time would fail",
    help: ({ detail }) => [`${readingFix(detail)}, or leave it out with files.exclude or a .skillignore`],
    origin: SKILLC_MUST,
  }),
  "ignore-file-unreadable": rule<{ path: string; detail: string }>({
    code: "SKC024",
    category: "system",
    level: "error",
    structural: true,
    message: ({ path, detail }) => `the ignore file ${quote(path)} cannot be read (${detail})`,
    consequence: "files that it excludes would be shipped, so nothing is written",
    help: ({ detail }) => {
      if (detail.includes("symbolic link")) return ["replace the link with a copy of the file"];
      if (detail.includes("UTF-8")) return ["save the file as UTF-8"];
      if (isTooLarge(detail)) return ["make it smaller"];
      if (detail.includes("characters")) return ["write a shorter pattern: no path is that long"];
      return [/^E(?:ACCES|PERM)$/.test(detail) ? "grant read permission" : "delete it, or replace it with a file"];
    },
    origin: SKILLC_MUST,
  }),
  "symlink-escape": rule<{ path: string; target: string }>({
    code: "SKC404",
    category: "security",
    level: "error",
    message: ({ path, target }) => `the symbolic link ${quote(path)} points outside the source, to ${quote(target)}`,
    consequence: "it is never followed: that would put a file from your machine into the bundle",
    help: () => ["replace the link with a copy of the file, or delete it"],
    origin: EXT_SKILLS,
  }),
  "symlink-refused": rule<{ path: string }>({
    code: "SKC408",
    category: "portability",
    level: "warning",
    message: ({ path }) => `the symbolic link ${quote(path)} is not followed`,
    consequence: "its target is not in the output",
    help: () => ['set symlinks: "inside" to follow links that stay inside the source, or replace the link with a copy'],
    origin: SKILLC_PRACTICE,
  }),
  "symlink-cycle": rule<{ path: string }>({
    code: "SKC405",
    category: "correctness",
    level: "warning",
    message: ({ path }) => `the symbolic link ${quote(path)} forms a cycle`,
    consequence: "it is not followed: the search would never end",
    help: () => ["delete the link"],
    origin: SKILLC_MUST,
  }),
  "symlink-dangling": rule<{ path: string }>({
    code: "SKC409",
    category: "correctness",
    level: "warning",
    message: ({ path }) => `the symbolic link ${quote(path)} is broken`,
    consequence: "skillc has no file to ship",
    help: () => ["delete the link, or restore its target"],
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
    consequence: "it is left out of every output: anyone with the skill could read it",
    help: () => ["move it out of the skill; name a template .env.example, .env.sample or .env.template"],
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
    shownBy: "serving",
    message: ({ path, bytes, limit }) =>
      `${quote(path)} is left out: ${plural(bytes, "byte")} (files.maxBytes ${thousands(limit)})`,
    consequence: "reading it at run time would fail",
    help: () => ["make the file smaller, raise files.maxBytes, or exclude the file explicitly"],
    origin: SKILLC_PRACTICE,
  }),
  "file-oversized": rule<{
    path: string;
    bytes: number;
    limit: number;
    most: number;
    /** Targets that embed files, separated by commas. */
    by: string;
  }>({
    code: "SKC683",
    category: "budget",
    level: "error",
    message: ({ path, bytes, limit }) =>
      `the file ${quote(path)} is too large to embed: ${plural(bytes, "byte")} (max ${thousands(limit)})`,
    consequence:
      "every file becomes part of the module, and platforms limit it: Cloudflare Workers to 64 MiB, Vercel Edge to 4 MB",
    help: ({ path, bytes, limit, most, by }) => [
      `exclude it: files.exclude: [${quote(path)}]`,
      ...(bytes > most ? [] : [`set files.maxBytes: ${bytes} to embed it`]),
      `set files.maxBytes: ${limit} to leave out what is larger, with a warning`,
      wayToCopy(by.split(",")),
    ],
    origin: SKILLC_PRACTICE,
  }),
  "skill-md-lowercase": rule<{ found: string }>({
    code: "SKC020",
    category: "portability",
    level: "warning",
    message: ({ found }) => `the file is named ${quote(found)}, not "SKILL.md"`,
    consequence: "only the reference library finds it; every other client requires exactly SKILL.md",
    help: () => ['rename it to "SKILL.md"'],
    origin: { source: "skills-ref parser.py (agentskills 69ef37e)", level: "PRACTICE" },
  }),
  "companion-ignored": rule<{ kind: string }>({
    code: "SKC888",
    category: "portability",
    level: "info",
    voidIf: "other-system",
    message: ({ kind }) => `the ${kind} is ignored: the profile does not read such files`,
    consequence: "its text and settings are not in the catalog; other such files of the source are not reported",
    help: () => ["build with the profile carnet, or skillkit for agents, if the file belongs to one of them"],
    origin: SKILLC_PRACTICE,
  }),
  "place-not-searched": rule<{ places: string }>({
    code: "SKC023",
    category: "portability",
    level: "info",
    message: () => "the system of the profile does not search for skills here",
    consequence: "the skill is left out",
    help: ({ places }) => [
      `move the skill to a directory below the source that matches ${places}`,
      "use a deeper directory as the source",
    ],
    origin: { source: "instructor-php SkillLibrary; SkillKit Kit.Local", level: "PRACTICE" },
  }),
});

/** What writes a file next to the module; each target that embeds files has its own way. */
function wayToCopy(by: readonly string[]): string {
  const copy =
    'set module: { assets: "copy" } (--set module.assets=copy) to write it next to the module, where the application reads it';
  if (!by.includes("json-full")) return copy;
  return `remove "json-full" from emit: it contains every file${by.includes("module") ? `; and ${copy}` : ""}`;
}
