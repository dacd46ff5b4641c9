/** Rules about what a command reads besides skills. */
import { configRule, defineRules, plural, quote, rule, SKILLC_MUST, thousands } from "../diagnostics/rule.ts";

export const commandRules = defineRules({
  "since-unreadable": configRule("SKC650", "error", {
    title: "Git cannot list the changes",
    args: { ref: "mian", detail: "fatal: bad revision 'mian'", shallow: false },
    message: ({ ref, detail }) => `git cannot list what changed since ${quote(ref)}: ${detail}`,
    help: ({ ref, detail, shallow }) => {
      if (/not a git repository/i.test(detail)) return "run it in a git repository";
      // A checkout in CI often has only its newest commit: nothing is wrong with the ref itself.
      if (shallow)
        return "fetch the history: this clone is shallow; in GitHub Actions set fetch-depth: 0 for actions/checkout, elsewhere run git fetch --unshallow";
      const [, remote, branch] = /^([\w.-]+)\/([^~^:]+)$/.exec(ref) ?? [];
      return [
        ...(branch === undefined
          ? []
          : [`fetch it first: git fetch ${remote} ${branch}; in GitHub Actions set fetch-depth: 0`]),
        "name a commit, branch or tag of this repository",
      ];
    },
    shown: ["words", "skillc check --since mian", "skillc check --since main"],
  }),
  "baseline-unreadable": configRule("SKC651", "error", {
    title: "Baseline cannot be read",
    args: { file: "known.json", detail: "ENOENT", isOther: false },
    message: ({ file, detail }) => `the baseline ${quote(file)} cannot be read: ${detail}`,
    help: ({ isOther }) =>
      isOther ? "choose another name: this file was not replaced" : "create one with --update-baseline",
    shown: [
      "words",
      "skillc check --baseline known.json, without such a file",
      "skillc check --baseline known.json --update-baseline",
    ],
  }),
  // Directories are separated by line ends, which no message contains. `taken` is "" where the config names the sources.
  "skills-not-built": rule<{
    taken: string;
    skills: number;
    /** Directories of the skills; "" for many. */
    names: string;
    dirs: string;
    more: number;
    /** The first of the Markdown files, and their number. */
    flat: string;
    files: number;
    clients: boolean;
  }>("SKC040", "config", "info", {
    title: "Skills are not compiled",
    args: {
      taken: "skills",
      skills: 1,
      names: "plugins/harbour/skills/ebb",
      dirs: "plugins/harbour/skills",
      more: 0,
      flat: "",
      files: 0,
      clients: false,
    },
    // Skills of coding assistants are often not meant for the product, and without a config nothing was chosen.
    severe: {
      when: ({ taken, skills, files, clients }) => files > 0 || (taken === "" && skills > 0 && !clients),
      level: "warning",
    },
    shownBy: "build",
    message: ({ taken, skills, names, dirs, more, flat, files }) => {
      const places = more === 0 ? linesOf(dirs) : [...linesOf(dirs), plural(more, "more place")];
      const outside =
        names === ""
          ? `${plural(skills, "skill")} in ${listed(places)}`
          : `the skill${skills === 1 ? "" : "s"} ${listed(linesOf(names))}`;
      const start = taken === "" ? "" : `a build takes only ${listed(linesOf(taken))}: `;
      const pages = files === 1 ? `the file ${quote(flat)}` : `${thousands(files)} files such as ${quote(flat)}`;
      if (skills === 0)
        return `${pages} ${files === 1 ? "looks like a skill and is" : "look like skills and are"} not compiled`;
      const all = files === 0 ? outside : `${outside} and ${pages}`;
      return `${start}${all} ${skills + files === 1 ? "is" : "are"} not compiled`;
    },
    consequence: "what is not compiled is in no output, and no application can load it",
    help: ({ taken, skills, dirs, flat, files }) => {
      const missing = dirs.split("\n");
      const every = missing.includes(".") ? ["."] : [...taken.split("\n"), ...missing];
      const all = `name every directory in a config: sources: ${JSON.stringify(every)}`;
      return [
        ...(skills === 0 ? [] : [taken === "" ? `add to sources: ${missing.map(quote).join(", ")}` : all]),
        ...(files === 0
          ? []
          : [
              `move ${quote(flat)} to ${quote(flat.replace(/\.md$/i, "/SKILL.md"))}`,
              "or set flatFiles: true for its source if files are skills",
            ]),
        'if this is intended, set rules: { "skills-not-built": "off" }',
      ];
    },
    origin: SKILLC_MUST,
    shown: [
      "words",
      "skillc build, with skills/tide-tables and plugins/harbour/skills/ebb, and no config",
      '{ "sources": ["skills", "plugins/harbour/skills"] }',
    ],
  }),
  "import-lost": rule("SKC656", "correctness", "warning", {
    title: "Import in package.json points to a file that is not written",
    args: {
      name: "#skills",
      target: "./generated/skills/index.js",
      written: "./generated/skills/index.ts",
      dir: "./generated/skills",
    },
    message: ({ name, target }) => `${quote(name)} points to ${quote(target)}, which does not exist`,
    consequence: "a program that imports it does not start",
    help: ({ written, dir }) =>
      written === "" ? `set outDir to ${quote(dir)}, or delete the entry` : `change it to ${quote(written)}`,
    origin: { source: "Node.js, subpath imports", level: "MUST" },
    shown: [
      "words",
      '"#skills": "./generated/skills/index.js" in package.json, with module: { format: "ts" }',
      '"#skills": "./generated/skills/index.ts"',
    ],
  }),
});

function linesOf(text: string): readonly string[] {
  return text.split("\n").map(quote);
}

function listed(names: readonly string[]): string {
  return names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
}
