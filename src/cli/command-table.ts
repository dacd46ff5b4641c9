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
      "Reports problems in skills (default: those that build would compile). Writes files only with --fix or a baseline\n" +
      "option.",
  },
  {
    name: "list",
    usage: "list [dir…] [options]",
    summary: "list the skills that a build would put into the catalog, or that are installed",
    about:
      "Lists the skills that a build would put into the catalog; with --installed, what skillc add has installed, in the\n" +
      "project and for you.",
  },
  {
    name: "show",
    usage: "show <name> [dir…] [options]",
    summary: "show one skill: metadata, files, instructions",
    about: "Shows one skill: its metadata, its files and its instructions.",
  },
  {
    name: "add",
    usage: "add <ref> [options]",
    summary: "install skills from a repository, a package or a directory, and pin them",
    about:
      "Fetches a reference and installs its skills: @org/name[@rev], owner/repo[/path][@rev], git+https://…#rev:path,\n" +
      "npm:package[@range] or ./dir. Writes the commit or version and a digest of each file to skillc.lock. Nothing that\n" +
      "is fetched is run, and nothing that exists is overwritten.",
  },
  {
    name: "remove",
    usage: "remove <ref> [options]",
    summary: "remove installed skills",
    about: "Removes what skillc add has installed: the directory, and its entry in skillc.lock.",
  },
  {
    name: "install",
    usage: "install [options]",
    summary: "install everything that skillc.lock and the config name",
    about:
      "Installs what skillc.lock pins, and adds references of the config that it does not have. With --frozen, for CI,\n" +
      "any difference between lock, disk, config and tags is an error, and nothing is changed.",
  },
  {
    name: "outdated",
    usage: "outdated [options]",
    summary: "list installed skills of which a newer version exists",
    about: "Compares skillc.lock with what its references mean now. Exits 1 if a newer version exists.",
  },
  {
    name: "update",
    usage: "update [ref…] [options]",
    summary: "install newer versions and show what changed",
    about:
      "Installs what the references of skillc.lock (default: all) mean now, and shows what changed: new permissions and\n" +
      "commands first. If there are any, nothing is written without --accept.",
  },
  {
    name: "resolve",
    usage: "resolve <ref> [options]",
    summary: "show where a reference is installed",
    about: "Shows where a reference is installed: in the project, else for you. The version does not matter.",
  },
  {
    name: "verify",
    usage: "verify [options]",
    summary: "compare installed files with skillc.lock and the config",
    about: "Compares lock, disk and config without a network, and names the files that differ. Exits 1 if any do.",
  },
  {
    name: "diff",
    usage: "diff <ref> <ref> [options]",
    summary: "show what changed between two versions of skills",
    about:
      "Compares two references, installed or fetched: new permissions and commands first, then fields, files and texts.\n" +
      "Installs nothing.",
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
