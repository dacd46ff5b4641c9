/** Everything that can be wrong with what a build is given, as ways to break a good project. */
import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { config, put, survey, SURVEY } from "./survey-project.ts";

export interface Fault {
  readonly title: string;
  /** Breaks the project in the given directory. */
  readonly damage: (dir: string) => void;
  readonly exitCode: 1 | 2;
  /** What, where and the way out, as parts of what is printed. */
  readonly says: readonly [what: string, where: string, wayOut: string];
}

/** Errors: nothing is written. */
export const faults: readonly Fault[] = [
  {
    title: "a missing directory",
    damage: config({ sources: ["skills", "vendor/skills"] }),
    exitCode: 2,
    says: ['the directory "vendor/skills" does not exist', "--> skillc.config.json:4:5", "set optional: true"],
  },
  {
    title: "an empty source",
    damage: (dir) => {
      rmSync(join(dir, "skills"), { recursive: true });
      mkdirSync(join(dir, "skills"));
    },
    exitCode: 2,
    says: ['skillc finds no skills in "skills"', "--> skills", "set allowEmpty: true"],
  },
  {
    title: "no source at all",
    damage: (dir) => rmSync(join(dir, "skills"), { recursive: true }),
    exitCode: 2,
    says: ["there is nothing to compile", "skills", "skillc init"],
  },
  {
    title: "a source that is a file",
    damage: (dir) => {
      rmSync(join(dir, "skills"), { recursive: true });
      put(dir, "skills", "not a directory\n");
      config({ sources: ["skills"] })(dir);
    },
    exitCode: 2,
    says: ['the source "skills" is not a directory', "--> skillc.config.json:3:5", "name the directory"],
  },
  {
    title: "a source that is a link to itself",
    damage: (dir) => {
      rmSync(join(dir, "skills"), { recursive: true });
      symlinkSync("skills", join(dir, "skills"));
      config({ sources: ["skills"] })(dir);
    },
    exitCode: 2,
    says: [
      'the source directory "skills" cannot be read (ELOOP)',
      "--> skillc.config.json:3:5",
      "name a readable directory",
    ],
  },
  {
    title: "a config that is broken JSON",
    damage: (dir) => put(dir, "skillc.config.json", '{ "sources": ["skills" }\n'),
    exitCode: 2,
    says: ["the config cannot be read", "--> skillc.config.json:1:24", "fix the error"],
  },
  {
    title: "a config that is broken YAML",
    damage: (dir) => put(dir, "skillc.config.yaml", "sources:\n  - dir: skills\n   mountAs: skills\n"),
    exitCode: 2,
    says: ["the config cannot be read", "--> skillc.config.yaml:3:", "fix the error"],
  },
  {
    title: "a config in TypeScript that does not compile",
    damage: (dir) => put(dir, "skillc.config.ts", "export default { sources: [ };\n"),
    exitCode: 2,
    says: ["the config cannot be read", "--> skillc.config.ts:1:29", "fix the error"],
  },
  {
    title: "a config with a misspelt key",
    damage: config({ sorces: ["skills"] }),
    exitCode: 2,
    says: ['unknown key "sorces" in the config', "--> skillc.config.json:2:3", 'did you mean "sources"?'],
  },
  {
    title: "a mount with ..",
    damage: config({ sources: [{ dir: "skills", mountAs: "../skills" }] }),
    exitCode: 2,
    says: [
      'mountAs "../skills" contains a ".." segment',
      "--> skillc.config.json:5:18",
      "use a plain directory prefix",
    ],
  },
  {
    title: "a mount with a glob",
    damage: config({ sources: [{ dir: "skills", mountAs: "skills/*" }] }),
    exitCode: 2,
    says: [
      'mountAs "skills/*" contains a glob character',
      "--> skillc.config.json:5:18",
      "use a plain directory prefix",
    ],
  },
  {
    title: "an inline source with a mount",
    damage: config({
      sources: [
        "skills",
        { name: "house-style", description: "How we write.", instructions: "Plainly.", mountAs: "x" },
      ],
    }),
    exitCode: 2,
    says: ['mountAs "x" belongs to a source that is not a directory', "--> skillc.config.json:8:18", "delete mountAs"],
  },
  {
    title: "an output directory that is a source",
    damage: config({ sources: ["skills"], outDir: "skills" }),
    exitCode: 2,
    says: [
      'the output directory "skills" is the source "skills"',
      "--> skillc.config.json:5:13",
      "choose another outDir",
    ],
  },
  {
    title: "an output directory that is a skill",
    damage: config({ sources: ["skills"], outDir: "skills/bird-survey" }),
    exitCode: 2,
    says: [
      'the output directory "skills/bird-survey" is the skill "skills/bird-survey"',
      "--> skillc.config.json:5:13",
      "choose another outDir",
    ],
  },
  {
    title: "an inline skill with a bad name",
    damage: config({
      sources: ["skills", { name: "House Style", description: "How we write. Use always.", instructions: "Plainly." }],
    }),
    exitCode: 1,
    says: [
      'the name "House Style" contains uppercase letters, a space',
      "--> skillc.config.json:5:15",
      "use lowercase letters",
    ],
  },
  {
    title: "an ignore file that is a pipe, which is never opened",
    damage: (dir) => execFileSync("mkfifo", [join(dir, "skills/bird-survey/.skillignore")]),
    exitCode: 2,
    says: [
      'the ignore file "skills/bird-survey/.skillignore" cannot be read (it is not a file)',
      "--> skills/bird-survey/.skillignore",
      "replace it with a file",
    ],
  },
  {
    title: "broken YAML",
    damage: survey("---\nname: bird-survey\ndescription: Use when: a survey is planned\n---\nCount.\n"),
    exitCode: 1,
    says: [
      'the value of "description" contains ": " but is not quoted',
      "--> skills/bird-survey/SKILL.md:3:14",
      'write description: "Use when: a survey is planned"',
    ],
  },
  {
    title: "a missing frontmatter",
    damage: survey("# Bird survey\n"),
    exitCode: 1,
    says: ["does not start with a frontmatter", "--> skills/bird-survey/SKILL.md:1:1", "start it with the lines ---"],
  },
  {
    title: "a frontmatter without an end",
    damage: survey("---\nname: bird-survey\ndescription: Counts birds.\n\nCount.\n"),
    exitCode: 1,
    says: ["the frontmatter has no closing ---", "--> skills/bird-survey/SKILL.md:1:1", "add a line ---"],
  },
  {
    title: "a file that is not UTF-8",
    damage: (dir) =>
      writeFileSync(join(dir, "skills/bird-survey/SKILL.md"), Buffer.from(SURVEY.replace("birds", "vögel"), "latin1")),
    exitCode: 1,
    says: [
      "not valid UTF-8 (first bad byte at offset 43)",
      "--> skills/bird-survey/SKILL.md:3:22",
      "save the file as UTF-8",
    ],
  },
  {
    title: "a missing name",
    damage: survey(SURVEY.replace("name: bird-survey\n", "")),
    exitCode: 1,
    says: ["the frontmatter has no name", "--> skills/bird-survey/SKILL.md:1:1", "add the line name: bird-survey"],
  },
  {
    title: "a bad name",
    damage: survey(SURVEY.replace("name: bird-survey", "name: bird survey")),
    exitCode: 1,
    says: ['the name "bird survey" contains a space', "--> skills/bird-survey/SKILL.md:2:7", "use lowercase letters"],
  },
  {
    title: "a missing description",
    damage: survey("---\nname: bird-survey\n---\nCount.\n"),
    exitCode: 1,
    says: ["the frontmatter has no description", "--> skills/bird-survey/SKILL.md:1:1", "say what the skill does"],
  },
  {
    title: "a description that is too long",
    damage: survey(SURVEY.replace("Counts", "x".repeat(1024))),
    exitCode: 1,
    says: [
      "the description has 1,092 characters (max 1,024)",
      "--> skills/bird-survey/SKILL.md:3:14",
      "move the rest into the body",
    ],
  },
  {
    title: "two skills of one id",
    damage: (dir) => put(dir, "skills/copy/bird-survey/SKILL.md", SURVEY),
    exitCode: 1,
    says: ['two skills are named "bird-survey"', "::: skills/bird-survey/SKILL.md:2:7", "rename one"],
  },
  {
    title: "a link to /etc/passwd",
    damage: (dir) => symlinkSync("/etc/passwd", join(dir, "skills/bird-survey/passwd")),
    exitCode: 1,
    says: [
      'points outside the source, to "/etc/passwd"',
      "--> skills/bird-survey/passwd",
      "replace the link with a copy",
    ],
  },
];

/** Not errors: the build goes on without what it cannot take, and names it. */
export const warnings: readonly Omit<Fault, "exitCode">[] = [
  {
    title: "a Markdown link that leaves the skill",
    damage: survey(SURVEY.replace("references/method.md", "../../private.md")),
    says: [
      'the link "../../private.md" points outside the skill',
      "--> skills/bird-survey/SKILL.md:7:21",
      "correct the path, or delete the link",
    ],
  },
  {
    title: "a circle of symbolic links",
    damage: (dir) => symlinkSync("..", join(dir, "skills/bird-survey/up")),
    says: ['"skills/bird-survey/up" forms a cycle', "--> skills/bird-survey/up", "delete the link"],
  },
  {
    title: "a SKILL.md that is a named pipe",
    damage: (dir) => {
      mkdirSync(join(dir, "skills/tide-count"));
      execFileSync("mkfifo", [join(dir, "skills/tide-count/SKILL.md")]);
    },
    says: [
      '"skills/tide-count/SKILL.md" is neither a file nor a directory',
      "--> skills/tide-count/SKILL.md",
      "delete it",
    ],
  },
  {
    title: "a named pipe, which is never opened",
    damage: (dir) => execFileSync("mkfifo", [join(dir, "skills/bird-survey/pipe")]),
    says: ['"pipe" is neither a file nor a directory', "--> skills/bird-survey/pipe", "delete it"],
  },
];
