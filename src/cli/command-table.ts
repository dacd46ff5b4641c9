/** Help and documentation of every command. Importing the table loads no command. */

export interface CommandRow {
  readonly name: string;
  /** The line after "Usage:". */
  readonly usage: string;
  readonly summary: string;
  readonly about: string;
  /** Arguments after `skillc`, each with what they do. */
  readonly examples: readonly (readonly [args: string, does: string])[];
  /** Undefined if the command never returns it. */
  readonly failure?: string;
  readonly runsProgram?: true;
}

export const commandTable = [
  {
    name: "init",
    usage: "init [dir] [options]",
    summary: "set up skillc in this project, or start one from a template",
    about:
      "Sets up skillc in a project (default: the current directory): takes the skills that are there, or adds a first one,\n" +
      "and connects them with wrangler, Vite or the scripts of package.json. Skills of coding assistants (.claude, .agents,\n" +
      ".github, …) are left out if there are others. Shows the plan first, and asks. With --template, creates a project in a\n" +
      "new or empty directory. Never overwrites a file.",
    examples: [
      ["init", "show the plan for this project, and ask"],
      ["init --yes", "apply it without asking, for scripts and agents"],
      ["init my-agent --template", "list the templates"],
    ],
    failure: "something is missing (--check), or errors in the skills that were taken over",
  },
  {
    name: "new",
    usage: "new <name> [options]",
    summary: "add a skill",
    about:
      "Adds a skill: a directory with a SKILL.md and a references directory, ready to fill in. Never overwrites a file.\n" +
      "Without --dir, it goes to the first source of the config. Without a config, it goes to the first of skills,\n" +
      "agent/skills, .agents/skills and .claude/skills that exists, or to a new directory skills.",
    examples: [
      ["new pdf", "add the skill pdf"],
      ["new pdf --dir .claude/skills", "add it to another directory"],
      ['new pdf --description "Fills PDF forms. Use when asked to complete a form."', "add it with its description"],
    ],
  },
  {
    name: "build",
    usage: "build [dir…] [options] [--watch -- command]",
    summary: "compile skills and write the catalog and the module",
    about:
      "Compiles the skills in the directories and writes the catalog and the module; an error leaves the output untouched.\n" +
      "Default directories: the sources of the config, else the first of skills, agent/skills, .agents/skills and\n" +
      ".claude/skills that exists. With --watch, a command after -- runs until it ends, while the skills are built again after each change.",
    examples: [
      ["build --watch -- next dev", "serve an app, and build the skills again after each change"],
      [
        "build skills vendor/acme --mount-as skills --platform cloudflare-workers",
        "compile two directories, and check the limits of Workers",
      ],
      ["build --check", "in CI: fail if committed output is out of date"],
    ],
    failure: "errors in skills, sizes over a limit, or, with --check, output that is not up to date",
    runsProgram: true,
  },
  {
    name: "compile",
    usage: "compile [dir…] --blocks <dir> [options]",
    summary: "compile a share of the skills into blocks",
    about:
      "Compiles the skills in the directories, or a share of them, into a directory of blocks, from which link makes what\n" +
      "build would make. Directories that the config names are compiled as its sources. Reports problems of the config alone:\n" +
      "link reports those of skills. Equal sources give blocks with equal names, so that any remote cache can carry them.",
    examples: [
      ["compile --shard 3/8 --blocks blocks", "compile the third of eight shares"],
      ["compile packages/tides/skills --blocks packages/tides/blocks", "compile the skills of one package"],
      ["compile --shard 1/2 --blocks blocks --contents blocks", "store contents, so that link needs no sources"],
    ],
  },
  {
    name: "link",
    usage: "link --blocks <dir>… [options]",
    summary: "write from blocks what build writes",
    about:
      "Links the skills that compile has put into blocks, reports their problems and writes the same bytes as build. Takes\n" +
      "which skills there are from the blocks, and the contents of files from the sources or, with --contents blocks, from\n" +
      "the blocks. Blocks that are missing, doubled, damaged, or of another version or config are refused.",
    examples: [
      ["link --blocks blocks", "link the blocks in a directory"],
      ["link --blocks shards/*", "link those in several directories"],
      ["link --blocks blocks --contents blocks", "link where no sources are"],
    ],
    failure: "errors in skills, sizes over a limit, or, with --check, output that is not up to date",
  },
  {
    name: "check",
    usage: "check [dir | file | pattern]… [options]",
    summary: "report problems in skills; writes nothing",
    about:
      "Reports problems in skills. Without directories: those of the config, else every skill of the project, from the root\n" +
      "of the git repository down. What git ignores, nested repositories and test data (fixtures, testdata) are left out.\n" +
      "A file stands for its skill, - for a text on standard input. Writes files only with --fix or a baseline option.",
    examples: [
      ["check", "check the skills of this project"],
      ["check --fix --dry-run", "show what the safe fixes would change"],
      ["check --since origin/main --max-warnings 0", "in CI: check only the skills that a branch changes"],
    ],
    failure: "findings of the severity of --fail-on, or more warnings than --max-warnings",
  },
  {
    name: "test",
    usage: "test [dir…] [options]",
    summary: "rank queries of trigger tests by words",
    about:
      "Ranks the queries of eval files against the names and descriptions of all skills that models see, by words, with the\n" +
      "search that ships as search_skills. No model runs: it shows overlap, not whether a model would choose the skill. Exits 1\n" +
      "only with a limit or a baseline. Writes only the files of --update-baseline, --emit and --format.",
    examples: [
      ["test", "rank the queries of this project"],
      ["test --baseline triggers.json", "in CI: fail if a query ranks worse than before"],
      ["test --emit promptfoo=promptfooconfig.json", "write a suite that asks a model"],
    ],
    failure:
      "errors in skills, a missed limit, a query that ranks worse than in the baseline, or, with --require-evals, no trigger test",
  },
  {
    name: "list",
    usage: "list [dir…] [options]",
    summary: "list skills, or what is installed",
    about:
      "Lists skills: those of the directories, else those of the config, else every skill of the project, as check does.\n" +
      "With --installed, what skillc add has installed, in the project and for you.",
    examples: [
      ["list", "list the skills of this project"],
      ["list --tree", "show what each skill requires"],
      ["list --installed", "list what skillc add has installed"],
    ],
    failure: "errors in skills",
  },
  {
    name: "show",
    usage: "show <name> [dir…] [options]",
    summary: "show one skill",
    about: "Shows one skill: its metadata, its files and its instructions.",
    examples: [
      ["show pdf", "show the skill pdf"],
      ["show pdf --json", "print its catalog entry"],
      ["show pdf vendor/skills", "show the skill pdf of another directory"],
    ],
    failure: "errors in skills",
  },
  {
    name: "why",
    usage: "why <name> [dir…] [options]",
    summary: "show what requires a skill",
    about:
      "Shows which skills require a skill, themselves or through others, to which it is optional or related, and whose\n" +
      "instructions name it, each with file and line.",
    examples: [
      ["why pdf", "show what requires the skill pdf"],
      ["why pdf --json", "print it as JSON"],
      ["why pdf vendor/skills", "search another directory"],
    ],
  },
  {
    name: "report",
    usage: "report [dir | file | pattern]… [options]",
    summary: "write a page about the skills",
    about:
      "Writes one HTML file without any network access: where tokens and bytes go, all skills with their findings, views,\n" +
      "links between skills, and the limits of platforms. Takes the skills that check takes. Writes only that file, and\n" +
      "replaces it only if it is an earlier report.",
    examples: [
      ["report", "write skillc-report.html about the skills of this project"],
      ["report skills --platform cloudflare-workers", "compare the output with the limits of Workers"],
      ["report --out docs/skills.html", "write another file"],
    ],
  },
  {
    name: "add",
    usage: "add <ref> [options]",
    summary: "install skills from elsewhere, and pin them",
    about:
      "Fetches a reference and installs its skills: @org/name[@rev], owner/repo[/path][@rev], git+https://…#rev:path,\n" +
      "npm:package[@range], https://site[#skill], an archive (https://….zip, ./x.tar.gz) or ./dir. Writes the commit, version\n" +
      "or digest and a digest of each file to skillc.lock, and the source to a config in JSON or YAML. A source that is\n" +
      "installed already moves to the revision, as with update. Nothing that is fetched is run, and no other directory or\n" +
      "local change is overwritten.",
    examples: [
      ["add owner/repo/path@v1", "install the skills of a directory of a repository"],
      ["add npm:@acme/skills", "install the skills of an npm package"],
      ["add https://acme.dev --skill deploy", "install one skill that a site lists"],
    ],
    failure: "local changes, or new permissions and commands of a source that moves",
  },
  {
    name: "remove",
    usage: "remove <ref | skill> [options]",
    summary: "remove installed skills",
    about:
      "Removes what skillc add has installed: the directory, its entry in skillc.lock, and its source in a config in JSON or\n" +
      "YAML. The version does not matter; the name of a skill stands for its source.",
    examples: [
      ["remove owner/repo/path@v1", "remove what that reference has installed"],
      ["remove pdf", "remove the source of the skill pdf"],
      ["remove npm:@acme/skills", "remove the skills of an npm package"],
    ],
    failure: "local changes",
  },
  {
    name: "install",
    usage: "install [options]",
    summary: "install what skillc.lock and the config name",
    about:
      "Installs what skillc.lock pins, and adds references of the config that it does not have. A directory with local\n" +
      "changes is left alone and named. With --frozen, for CI, any difference between lock, disk, config and tags is an\n" +
      "error, and nothing is changed.",
    examples: [
      ["install", "install what skillc.lock pins"],
      ["install --frozen", "fail on any difference, for CI"],
      ["install --offline", "use the cache only"],
    ],
    failure: "local changes, or a drift of lock, disk or config",
  },
  {
    name: "outdated",
    usage: "outdated [options]",
    summary: "list installed skills with a newer version",
    about:
      "Compares skillc.lock with what its references mean now, and with the newest version or tag. Tags are ordered as\n" +
      "versions; pre-releases count only if one is installed. Exits 1 if a newer version exists.",
    examples: [
      ["outdated", "list newer versions"],
      ["outdated --json", "list them as JSON"],
      ["outdated --config skillc.config.yaml", "read another config"],
    ],
    failure: "newer versions",
  },
  {
    name: "update",
    usage: "update [ref | skill]… [options]",
    summary: "install newer versions",
    about:
      "Installs what the references of skillc.lock (default: all) mean now, and shows what changed: new permissions and\n" +
      "commands first. If there are any, nothing is written without --accept. A reference with another revision moves the\n" +
      "source to it, in skillc.lock and in a config in JSON or YAML. The name of a skill stands for its source.",
    examples: [
      ["update", "install newer versions of everything"],
      ["update owner/repo/path@v2", "move a source to another tag, branch or commit"],
      ["update --accept", "also accept new permissions and commands"],
    ],
    failure: "an update that needs --accept",
  },
  {
    name: "resolve",
    usage: "resolve <ref | skill> [options]",
    summary: "show where a reference is installed",
    about:
      "Shows where a reference, or the source of a skill, is installed: in the project, else for you. The version does not\n" +
      "matter.",
    examples: [
      ["resolve @acme/skills", "show where the skills are"],
      ["resolve owner/repo", "show where the skills of a repository are"],
      ["resolve @acme/skills --json", "show it as JSON"],
    ],
    failure: "nothing installed",
  },
  {
    name: "verify",
    usage: "verify [options]",
    summary: "compare installed files with the lock",
    about:
      "Compares lock, disk and config without a network, and names the files that differ. Exits 1 if any do. A config in\n" +
      "TypeScript or JavaScript is not run, so its references are not compared.",
    examples: [
      ["verify", "compare installed files with the lock"],
      ["verify --json", "print the differences as JSON"],
      ["verify --config skillc.config.yaml", "read another config"],
    ],
    failure: "differences",
  },
  {
    name: "diff",
    usage: "diff <ref> <ref> [options]",
    summary: "compare two versions of skills",
    about:
      "Compares two references, installed or fetched: new permissions and commands first, then fields, files and texts.\n" +
      "Installs nothing.",
    examples: [
      ["diff owner/repo@v1 owner/repo@v2", "show what changed between two versions"],
      ["diff ./old ./new", "compare two directories"],
      ["diff @acme/skills@v1 @acme/skills@v2", "compare two versions of a PromptKit reference"],
    ],
    failure: "a drift of lock, disk or config",
  },
  {
    name: "serve",
    usage: "serve --mcp [dir… | catalog.full.json] [options]",
    summary: "serve skills to MCP clients",
    about:
      "Serves skills over the Model Context Protocol: the Skills extension (SEP-2640), resources, and the tools load_skill\n" +
      "and read_skill_resource for clients without it. Speaks stdio, or HTTP with --http. Hidden skills are not served.\n" +
      "Default: the skills that build would compile.\n" +
      "HTTP takes 256 connections, messages of 1 MiB, 16 MiB of messages and answers at once, 10 s for headers and 30 s for\n" +
      "a request.",
    examples: [
      ["serve --mcp", "serve the skills of this project over stdio"],
      ["serve --mcp skills --http 8080", "serve a directory over HTTP"],
      ["serve --mcp catalog.full.json", "serve a catalog"],
    ],
    failure: "errors in skills",
  },
  {
    name: "lsp",
    usage: "lsp [options]",
    summary: "serve an editor: findings, fixes, hovers, completions",
    about:
      "Speaks the Language Server Protocol over standard input and output: findings while you type, fixes, the text of\n" +
      "rules and fields, completion of fields, tools, skills and paths, and links to files. An editor starts it. Takes the\n" +
      "skills that check takes in each folder of the editor. Writes nothing.",
    examples: [
      ["lsp --stdio", "what an editor runs"],
      ["lsp --profile claude-code", "with the rules of another profile"],
      ["lsp --config tools/skillc.config.json", "with a config elsewhere in each folder"],
    ],
    failure: "the editor ended without a shutdown",
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
  {
    name: "targets",
    usage: "targets [options]",
    summary: "list what build can write",
    about:
      "Lists the values of emit: what each writes, the version of its format, and where the format is defined. Packages for\n" +
      "other programs are described in docs/packages.md.",
    examples: [
      ["targets", "list them"],
      ["targets --json", "print them with their options"],
      ["targets --help", "show this help"],
    ],
  },
  {
    name: "completions",
    usage: "completions <bash | zsh | fish>",
    summary: "print a shell completion script",
    about: "Prints a script with which a shell completes the commands and options of skillc.",
    examples: [
      ["completions bash", 'in ~/.bashrc: eval "$(skillc completions bash)"'],
      ["completions zsh", "in ~/.zshrc, after compinit: source <(skillc completions zsh)"],
      ["completions fish", "in ~/.config/fish/config.fish: skillc completions fish | source"],
    ],
  },
] as const satisfies readonly CommandRow[];

export type CommandName = (typeof commandTable)[number]["name"];

export function findCommand(name: string): (CommandRow & { readonly name: CommandName }) | undefined {
  const rows: readonly (CommandRow & { readonly name: CommandName })[] = commandTable;
  return rows.find((row) => row.name === name);
}
