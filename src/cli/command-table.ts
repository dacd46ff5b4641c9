/** Every command: what the help and the documentation say about it. Importing the table loads no command. */

export interface CommandRow {
  readonly name: string;
  /** The line after "Usage:". */
  readonly usage: string;
  /** One line for the list of commands. */
  readonly summary: string;
  /** The paragraph in the command's own help. */
  readonly about: string;
}

export const commandTable = [
  {
    name: "init",
    usage: "init [dir] [options]",
    summary: "set up skillc in this project, or start one from a template",
    about:
      'Sets up skillc in a project (default: the current directory): adds a config, a first skill, and "#skills" and a\n' +
      "script to package.json. With --template, creates a project in a new or empty directory. Never overwrites a file.",
  },
  {
    name: "new",
    usage: "new <name> [options]",
    summary: "add a skill",
    about:
      "Adds a skill: a directory with a SKILL.md and a references directory, ready to fill in. Never overwrites a file.\n" +
      "Without --dir, it goes to the first source of the config. Without a config, it goes to the first of skills,\n" +
      ".agents/skills and .claude/skills that exists, or to a new directory skills.",
  },
  {
    name: "build",
    usage: "build [dir [--mount-as dir] [--preload]]… [options]",
    summary: "compile skills and write the catalog and the module",
    about:
      "Compiles the skills in the directories and writes the catalog and the module; an error leaves the output untouched.\n" +
      "Default directories: the sources of the config, else the first of skills, .agents/skills and .claude/skills that\n" +
      "exists.",
  },
  {
    name: "check",
    usage: "check [dir…] [options]",
    summary: "report problems in skills; writes nothing",
    about:
      "Reports problems in skills (default: those that build would compile). Changes files only with --fix or a baseline\n" +
      "option.",
  },
  {
    name: "list",
    usage: "list [dir…] [options]",
    summary: "list the skills that a build would put into the catalog",
    about: "Lists the skills that a build would put into the catalog.",
  },
  {
    name: "show",
    usage: "show <name> [dir…] [options]",
    summary: "show one skill: metadata, files, instructions",
    about: "Shows one skill: its metadata, its files and its instructions.",
  },
  {
    name: "explain",
    usage: "explain <code or rule>",
    summary: "explain a rule",
    about: "Explains a rule: its meaning, its level in each profile, its source, and a bad and a good example.",
  },
  {
    name: "rules",
    usage: "rules [options]",
    summary: "list every rule",
    about:
      "Lists every rule with its level and an example of its message. Use skillc explain for the details of a rule.",
  },
] as const satisfies readonly CommandRow[];

export type CommandName = (typeof commandTable)[number]["name"];

/** Returns the row of a command; undefined for an unknown name. */
export function findCommand(name: string): (CommandRow & { readonly name: CommandName }) | undefined {
  return commandTable.find((row) => row.name === name);
}
