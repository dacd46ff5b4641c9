import {
  SKILLC_MUST,
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
  "source-without-skills": configRule("SKC652", "error", {
    title: "Source contains no skills",
    args: { dir: "skill", missing: true, argument: false, nearest: "skills" },
    // A directory that was named by a pattern of a shell may well have none.
    milder: { when: ({ missing, argument }) => argument && !missing, level: "warning" },
    message: ({ dir, missing }) => {
      if (!missing) return `the source ${quote(dir)} contains no skills`;
      return /[*?[{]/.test(dir) ? `no directory matches ${quote(dir)}` : `the directory ${quote(dir)} does not exist`;
    },
    help: ({ missing, argument, nearest }) => [
      ...didYouMean(nearest),
      ...(nearest === "" ? ["check the path: a skill is a directory with a SKILL.md"] : []),
      ...(argument ? [] : [`set optional: true if it may be ${missing ? "missing" : "empty"}`]),
    ],
    shown: ["config", '{ "sources": ["skill"] }', '{ "sources": ["skills"] }'],
  }),
  "pattern-unused": configRule("SKC659", "warning", {
    title: "Pattern matches nothing",
    args: { pattern: "skils/**", where: "overrides[0].files" },
    message: ({ pattern, where }) => `the pattern ${quote(pattern)} in ${where} matches nothing`,
    help: "compare it with the paths in `skillc list`, or delete it",
    shown: [
      "config",
      '{ "sources": ["skills"], "overrides": [{ "files": "skils/**", "rules": { "file-orphan": "off" } }] }',
      '{ "sources": ["skills"], "overrides": [{ "files": "skills/**", "rules": { "file-orphan": "off" } }] }',
    ],
  }),
  "source-not-directory": configRule("SKC648", "error", {
    title: "Source is not a directory",
    args: { dir: "skills/tide-tables/SKILL.md" },
    message: ({ dir }) => `the source ${quote(dir)} is not a directory`,
    help: ({ dir }) =>
      /(?:^|\/)skill\.md$/i.test(dir)
        ? `name the directory of the skill: ${quote(parentPath(dir))}`
        : "name the directory that contains the skills",
    shown: ["config", '{ "sources": ["skills/tide-tables/SKILL.md"] }', '{ "sources": ["skills"] }'],
  }),
  "source-unreadable": configRule("SKC649", "error", {
    title: "Source cannot be read",
    args: { dir: "skills", detail: "EACCES" },
    message: ({ dir, detail }) => `the source directory ${quote(dir)} cannot be read (${detail})`,
    help: ({ detail }) => (/^E(?:ACCES|PERM)$/.test(detail) ? "grant read permission" : "name a readable directory"),
    shown: ["words", "skills is a directory that you may not read", "chmod u+rx skills"],
  }),
  "source-symlink": configRule("SKC636", "error", {
    title: "Source is a symbolic link",
    args: { dir: "skills" },
    message: ({ dir }) => `the source ${quote(dir)} is a symbolic link and is not followed`,
    help: 'name the directory that it points to, or set symlinks: "inside"',
    shown: [
      "words",
      "skills is a symbolic link to vendor/skills",
      '{ "sources": [{ "dir": "vendor/skills", "mountAs": "skills" }] }',
    ],
  }),
  "skill-md-missing": rule("SKC014", "correctness", "warning", {
    title: "SKILL.md is missing",
    args: { found: "skill.md" },
    levels: { spec: "error", mcp: "error", lenient: "warning" },
    // A build without any skill has its own finding; only the strict reading of the standard blames the directory.
    severe: { when: ({ found }) => found === "", level: { standard: "off", spec: "error", mcp: "error" } },
    message: ({ found }) =>
      found === "" ? "the directory has no SKILL.md" : `the directory has ${quote(found)} instead of "SKILL.md"`,
    consequence:
      "clients require exactly SKILL.md (the reference library also accepts skill.md), and skillc leaves the skill out",
    help: ({ found }) =>
      found === ""
        ? "add a SKILL.md"
        : [
            found.endsWith("/") ? 'replace the directory with a file "SKILL.md"' : 'rename it to "SKILL.md"',
            ...(/^skill\.md$/i.test(found) ? ['set skillFileCase: "any" to accept it as it is'] : []),
          ],
    origin: STANDARD_MUST,
    shown: ["files", "skills/tide-tables/skill.md", "skills/tide-tables/SKILL.md"],
  }),
  "skill-md-case-collision": rule("SKC018", "portability", "warning", {
    title: "Two files are spelled like SKILL.md",
    args: { other: "Skill.md" },
    message: ({ other }) => `${quote(other)} exists next to "SKILL.md"`,
    consequence: "on a case-insensitive file system (macOS, Windows) one overwrites the other",
    help: "delete or rename the unused one",
    origin: EXT_SKILLS,
    shown: ["files", "skills/tide-tables/SKILL.md\nskills/tide-tables/Skill.md", "skills/tide-tables/SKILL.md"],
  }),
  "skill-not-searched": rule("SKC423", "correctness", "info", {
    title: "A skill is in a directory that is not searched",
    args: { dir: "skills/node_modules/tides/skills/tide-tables", skills: 1 },
    message: ({ dir, skills }) =>
      skills === 1
        ? `the skill in ${quote(dir)} is not searched for`
        : `${plural(skills, "skill")} in directories of tools and secrets are not searched for, such as ${quote(dir)}`,
    consequence: "directories such as node_modules, .venv and .ssh are not part of a project, so the skill is left out",
    help: ({ dir }) => `add ${quote(dir)} to the sources, or move the skill`,
    shown: [
      "files",
      "skills/tide-tables/SKILL.md\nskills/node_modules/tides/skills/ebb/SKILL.md",
      "skills/tide-tables/SKILL.md\nskills/ebb/SKILL.md",
    ],
  }),
  "directory-unreadable": rule("SKC016", "system", "error", {
    title: "Directory cannot be read",
    args: { dir: "skills/private", detail: "EACCES" },
    structural: true,
    message: ({ dir, detail }) => `the directory ${quote(dir)} cannot be read (${detail})`,
    consequence: "its skills would be silently missing from the output, so nothing is written",
    help: ({ detail }) => `${readingFix(detail)}, or exclude the directory`,
    origin: SKILLC_MUST,
    shown: ["words", "skills/private is a directory that you may not read", "chmod u+rx skills/private, or exclude it"],
  }),
  "file-unreadable": rule("SKC019", "system", "error", {
    title: "File cannot be read",
    args: { path: "skills/tide-tables/ports.md", detail: "EACCES" },
    structural: true,
    message: ({ path, detail }) => `the file ${quote(path)} cannot be read (${detail})`,
    consequence: "reading it at run time would fail",
    help: ({ detail }) => `${readingFix(detail)}, or leave it out with files.exclude or a .skillignore`,
    origin: SKILLC_MUST,
    shown: [
      "words",
      "ports.md is a file that you may not read",
      "chmod u+r ports.md, or leave it out with a .skillignore",
    ],
  }),
  "ignore-file-unreadable": rule("SKC024", "system", "error", {
    title: "Ignore file cannot be read",
    args: { path: "skills/tide-tables/.skillignore", detail: "EACCES" },
    structural: true,
    message: ({ path, detail }) => `the ignore file ${quote(path)} cannot be read (${detail})`,
    consequence: "files that it excludes would be shipped, so nothing is written",
    help: ({ detail }) => {
      if (detail.includes("symbolic link")) return "replace the link with a copy of the file";
      if (detail.includes("UTF-8")) return "save the file as UTF-8";
      if (isTooLarge(detail)) return "make it smaller";
      if (detail.includes("characters")) return "write a shorter pattern: no path is that long";
      return /^E(?:ACCES|PERM)$/.test(detail) ? "grant read permission" : "delete it, or replace it with a file";
    },
    origin: SKILLC_MUST,
    shown: ["words", ".skillignore is a file that you may not read", "chmod u+r .skillignore"],
  }),
  "symlink-escape": rule("SKC404", "security", "error", {
    title: "A symbolic link points outside the source",
    args: { path: "skills/tide-tables/ports.md", target: "/home/nord/ports.md" },
    message: ({ path, target }) => `the symbolic link ${quote(path)} points outside the source, to ${quote(target)}`,
    consequence: "it is never followed: that would put a file from your machine into the bundle",
    help: "replace the link with a copy of the file, or delete it",
    origin: EXT_SKILLS,
    shown: [
      "files",
      "skills/tide-tables/SKILL.md\nskills/tide-tables/ports.md -> ../../ports.md",
      "skills/tide-tables/SKILL.md\nskills/tide-tables/ports.md",
    ],
  }),
  "symlink-refused": rule("SKC408", "portability", "warning", {
    title: "A symbolic link is not followed",
    args: { path: "skills/tide-tables/ports.md" },
    message: ({ path }) => `the symbolic link ${quote(path)} is not followed`,
    consequence: "its target is not in the output",
    help: 'set symlinks: "inside" to follow links that stay inside the source, or replace the link with a copy',
    shown: [
      "files",
      "skills/tide-tables/SKILL.md\nskills/tide-tables/harbours.md\nskills/tide-tables/ports.md -> harbours.md",
      "skills/tide-tables/SKILL.md\nskills/tide-tables/harbours.md\nskills/tide-tables/ports.md",
    ],
  }),
  "symlink-cycle": rule("SKC405", "correctness", "warning", {
    title: "Symbolic links form a cycle",
    args: { path: "skills/tide-tables/up" },
    message: ({ path }) => `the symbolic link ${quote(path)} forms a cycle`,
    consequence: "it is not followed: the search would never end",
    help: "delete the link",
    origin: SKILLC_MUST,
    shown: ["files", "skills/tide-tables/SKILL.md\nskills/tide-tables/up -> ..", "skills/tide-tables/SKILL.md"],
  }),
  "symlink-dangling": rule("SKC409", "correctness", "warning", {
    title: "A symbolic link is broken",
    args: { path: "skills/tide-tables/ports.md" },
    message: ({ path }) => `the symbolic link ${quote(path)} is broken`,
    consequence: "skillc has no file to ship",
    help: "delete the link, or restore its target",
    shown: [
      "files",
      "skills/tide-tables/SKILL.md\nskills/tide-tables/ports.md -> gone.md",
      "skills/tide-tables/SKILL.md\nskills/tide-tables/ports.md",
    ],
  }),
  "not-regular-file": rule("SKC410", "correctness", "warning", {
    title: "A file is a pipe, a socket or a device",
    args: { path: "skills/tide-tables/pipe" },
    message: ({ path }) => `${quote(path)} is neither a file nor a directory (a pipe, a socket or a device)`,
    consequence: "it is left out: reading it could block the build",
    help: "delete it",
    origin: EXT_SKILLS,
    shown: ["words", "mkfifo skills/tide-tables/pipe", "rm skills/tide-tables/pipe"],
  }),
  "secret-file": rule("SKC704", "security", "warning", {
    title: "A file looks like a secret",
    args: { path: "skills/tide-tables/.env" },
    message: ({ path }) => `${quote(path)} looks like a secret and is not shipped`,
    consequence: "it is left out of every output: anyone with the skill could read it",
    help: "move it out of the skill; name a template .env.example, .env.sample or .env.template",
    origin: SKILLC_MUST,
    shown: [
      "files",
      "skills/tide-tables/SKILL.md\nskills/tide-tables/.env",
      "skills/tide-tables/SKILL.md\nskills/tide-tables/.env.example",
    ],
  }),
  "junk-file": rule("SKC412", "quality", "info", {
    title: "A by-product of a tool is in the skill",
    args: { path: "skills/tide-tables/.DS_Store" },
    message: ({ path }) => `${quote(path)} is a by-product of a tool and is not shipped`,
    help: "delete it, or leave it: the output is the same",
    shown: ["files", "skills/tide-tables/SKILL.md\nskills/tide-tables/.DS_Store", "skills/tide-tables/SKILL.md"],
  }),
  "file-too-large": rule("SKC507", "budget", "warning", {
    title: "A file is larger than the configured maximum",
    args: { path: "skills/tide-tables/chart.tif", bytes: 52428800, limit: 1048576 },
    shownBy: "serving",
    message: ({ path, bytes, limit }) =>
      `${quote(path)} is left out: ${plural(bytes, "byte")} (files.maxBytes ${thousands(limit)})`,
    consequence: "reading it at run time would fail",
    help: "make the file smaller, raise files.maxBytes, or exclude the file explicitly",
    shown: ["words", 'files: { "maxBytes": 1048576 } and a chart.tif of 52.4 MB', "a chart.png of 500 kB"],
  }),
  "file-oversized": rule<{
    path: string;
    bytes: number;
    limit: number;
    most: number;
    /** Targets that embed files, separated by commas. */
    by: string;
  }>("SKC683", "budget", "error", {
    title: "A file is too large to embed",
    args: { path: "assets/chart.tif", bytes: 52428800, limit: 8388608, most: 134217728, by: "module" },
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
    shown: ["words", "assets/chart.tif of 52.4 MB, without files.maxBytes", "a chart.png of 500 kB"],
  }),
  "skill-md-lowercase": rule("SKC020", "portability", "warning", {
    title: "SKILL.md is written in another case",
    args: { found: "skill.md" },
    message: ({ found }) => `the file is named ${quote(found)}, not "SKILL.md"`,
    consequence: "only the reference library finds it; every other client requires exactly SKILL.md",
    help: 'rename it to "SKILL.md"',
    origin: { source: "skills-ref parser.py (agentskills 69ef37e)", level: "PRACTICE" },
    shown: ["files", "skills/tide-tables/skill.md", "skills/tide-tables/SKILL.md", { profile: "spec" }],
  }),
  "companion-ignored": rule("SKC888", "portability", "info", {
    title: "The profile does not read this kind of file",
    args: { kind: "agent" },
    voidIf: "other-system",
    message: ({ kind }) => `the ${kind} is ignored: the profile does not read such files`,
    consequence: "its text and settings are not in the catalog; other such files of the source are not reported",
    help: "build with the profile carnet, or skillkit for agents, if the file belongs to one of them",
    shown: ["files", "skills/tide-tables/SKILL.md\nskills/AGENT.md", "skills/tide-tables/SKILL.md"],
  }),
  "place-not-searched": rule("SKC023", "portability", "info", {
    title: "The system does not search this directory",
    args: { places: "*" },
    message: "the system of the profile does not search for skills here",
    consequence: "the skill is left out",
    help: ({ places }) => [
      `move the skill to a directory below the source that matches ${places}`,
      "use a deeper directory as the source",
    ],
    origin: { source: "instructor-php SkillLibrary; SkillKit Kit.Local", level: "PRACTICE" },
    shown: [
      "files",
      "skills/tide-tables/SKILL.md\nskills/sea/north/SKILL.md",
      "skills/tide-tables/SKILL.md\nskills/north/SKILL.md",
      { profile: "cognesy" },
    ],
  }),
});

/** What writes a file next to the module; each target that embeds files has its own way. */
function wayToCopy(by: readonly string[]): string {
  const copy =
    'set module: { assets: "copy" } (--set module.assets=copy) to write it next to the module, where the application reads it';
  if (!by.includes("json-full")) return copy;
  return `remove "json-full" from emit: it contains every file${by.includes("module") ? `; and ${copy}` : ""}`;
}
