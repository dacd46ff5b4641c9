/** Every command: what the help and the documentation say about it. Importing the table loads no command. */

export interface CommandRow {
  readonly name: string;
  /** The line after "Usage:". */
  readonly usage: string;
  /** One line for the list of commands. */
  readonly summary: string;
  /** The paragraph in the command's own help. */
  readonly about: string;
  /** Arguments after `skillc`, each with what they do. */
  readonly examples: readonly (readonly [args: string, does: string])[];
  /** What exit code 1 means; undefined if the command never returns it. */
  readonly failure?: string;
}

export const commandTable = [
  {
    name: "init",
    usage: "init [dir] [options]",
    summary: "set up skillc in this project, or start one from a template",
    about:
      'Sets up skillc in a project (default: the current directory): adds a config, a first skill, and "#skills" and a\n' +
      "script to package.json. With --template, creates a project in a new or empty directory. Never overwrites a file.",
    examples: [
      ["init", "set up skillc in this project"],
      ["init agent --template cloudflare-workers", "start a project in the directory agent"],
      ["init --template node", "start a project in this directory, if it is empty"],
    ],
  },
  {
    name: "new",
    usage: "new <name> [options]",
    summary: "add a skill",
    about:
      "Adds a skill: a directory with a SKILL.md and a references directory, ready to fill in. Never overwrites a file.\n" +
      "Without --dir, it goes to the first source of the config. Without a config, it goes to the first of skills,\n" +
      ".agents/skills and .claude/skills that exists, or to a new directory skills.",
    examples: [
      ["new pdf", "add the skill pdf"],
      ["new pdf --dir .claude/skills", "add it to another directory"],
      ['new pdf --description "Fills PDF forms. Use when asked to complete a form."', "add it with its description"],
    ],
  },
  {
    name: "build",
    usage: "build [dir [--mount-as dir] [--preload]]… [options]",
    summary: "compile skills and write the catalog and the module",
    about:
      "Compiles the skills in the directories and writes the catalog and the module; an error leaves the output untouched.\n" +
      "Default directories: the sources of the config, else the first of skills, .agents/skills and .claude/skills that\n" +
      "exists.",
    examples: [
      ["build", "compile the skills of this project"],
      [
        "build skills vendor/acme --mount-as skills --platform cloudflare-workers",
        "compile two directories, and check the limits of Workers",
      ],
      ["build --check", "in CI: fail if committed output is out of date"],
    ],
    failure: "errors in skills, sizes over a limit, or, with --check, output that is not up to date",
  },
  {
    name: "check",
    usage: "check [dir…] [options]",
    summary: "report problems in skills; writes nothing",
    about:
      "Reports problems in skills (default: those that build would compile). Writes files only with --fix or a baseline\n" +
      "option.",
    examples: [
      ["check", "check the skills of this project"],
      ["check --fix --dry-run", "show what the safe fixes would change"],
      ["check --since origin/main --max-warnings 0", "in CI: check only the skills that a branch changes"],
    ],
    failure: "findings of the severity of --fail-on, or more warnings than --max-warnings",
  },
  {
    name: "list",
    usage: "list [dir…] [options]",
    summary: "list the skills that a build would put into the catalog",
    about: "Lists the skills that a build would put into the catalog.",
    examples: [
      ["list", "list the skills of this project"],
      ["list skills --json", "list one directory as JSON"],
      ["list --view 'docs=skills/docs/**'", "list with a named filter"],
    ],
    failure: "errors in skills",
  },
  {
    name: "show",
    usage: "show <name> [dir…] [options]",
    summary: "show one skill: metadata, files, instructions",
    about: "Shows one skill: its metadata, its files and its instructions.",
    examples: [
      ["show pdf", "show the skill pdf"],
      ["show pdf --json", "print its catalog entry"],
      ["show pdf vendor/skills", "show the skill pdf of another directory"],
    ],
    failure: "errors in skills",
  },
  {
    name: "explain",
    usage: "explain <code or rule>",
    summary: "explain a rule",
    about: "Explains a rule: its meaning, its level in each profile, its source, and a bad and a good example.",
    examples: [
      ["explain SKC401", "explain a rule by its code"],
      ["explain ref-missing", "explain a rule by its name"],
      ["explain 'ref-*'", "list the rules that match a pattern"],
    ],
  },
  {
    name: "rules",
    usage: "rules [options]",
    summary: "list every rule",
    about:
      "Lists every rule with its level and an example of its message. Use skillc explain for the details of a rule.",
    examples: [
      ["rules", "list all rules"],
      ["rules --profile claude-code", "list them with the levels of a profile"],
      ["rules --json", "print them with examples and sources"],
    ],
  },
] as const satisfies readonly CommandRow[];

export type CommandName = (typeof commandTable)[number]["name"];

/** Returns the row of a command; undefined for an unknown name. */
export function findCommand(name: string): (CommandRow & { readonly name: CommandName }) | undefined {
  return commandTable.find((row) => row.name === name);
}
