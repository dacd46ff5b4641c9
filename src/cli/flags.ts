/**
 * Every flag of every command, one row each: the source of parsing, `--help`, docs/cli.md and config overrides. After
 * adding a row, run `npm run docs`.
 */
import type { SourceArgument } from "../api/session.ts";
import type { FilesConfig, UserConfig } from "../config/user-config.ts";
import { formatNames } from "../formats/load-format.ts";
import { REPORT_FILE } from "./report-file.ts";
import type { CommandName } from "./command-table.ts";

/** How several occurrences, or a value that is not a plain string, become one value. */
interface Readings {
  readonly count: number;
  readonly commas: readonly string[];
  readonly each: readonly string[];
  /** The `name=value` pairs of all occurrences. */
  readonly pairs: Readonly<Record<string, string>>;
}

export interface Flag {
  readonly name: string;
  readonly commands: readonly CommandName[];
  readonly short?: string;
  /** Placeholder such as `<dir>`; a flag without one is a switch. */
  readonly value?: string;
  /** Whether the value may be missing at the end of the arguments: it is empty then. */
  readonly isOptional?: boolean;
  readonly choices?: readonly string[];
  /** Default: the last value. */
  readonly reads?: keyof Readings;
  readonly sets?: keyof UserConfig | `files.${keyof FilesConfig}`;
  /** Whether the outcome is never taken from an earlier run: the command shows, changes or waits for something. */
  readonly isFresh?: boolean;
  /** Flag without which this one has no meaning. */
  readonly needs?: string;
  /** Setting of the directory before the flag. */
  readonly ofSource?: Exclude<keyof SourceArgument, "dir">;
  /** For people. */
  readonly default?: string;
  /** What the flag does; other properties are added to it. */
  readonly help: string;
}

const PROJECT = [
  "build",
  "compile",
  "link",
  "check",
  "test",
  "list",
  "show",
  "why",
  "report",
  "serve",
  "lsp",
] as const satisfies readonly CommandName[];
const WITH_DIRECTORIES = ["build", "compile", "check", "test", "list", "show", "why", "report", "serve"] as const;
/** Commands that define views; `test` chooses one. */
const WITH_VIEWS = ["build", "compile", "link", "check", "list", "show", "why", "report", "serve", "lsp"] as const;
const INSTALLED = ["add", "remove", "install", "outdated", "update", "resolve", "verify", "diff"] as const;
const FETCHING = ["add", "install", "outdated", "update", "diff"] as const;
const EVERY: readonly CommandName[] = [
  "init",
  "new",
  ...PROJECT,
  ...INSTALLED,
  "explain",
  "rules",
  "targets",
  "completions",
];

export const flagTable = [
  {
    name: "template",
    commands: ["init"],
    short: "t",
    value: "<name>",
    isOptional: true,
    help: "start a new project from this template; without a name, list them",
  },
  {
    name: "source",
    commands: ["init"],
    value: "<dir>",
    reads: "each",
    help: "also take the skills of this directory, such as .claude/skills",
  },
  { name: "yes", commands: ["init"], short: "y", help: "apply the plan without asking" },
  { name: "check", commands: ["init"], help: "write nothing; list what is missing and exit 1 if anything is" },
  {
    name: "description",
    commands: ["new"],
    short: "d",
    value: "<text>",
    help: "what the skill does and when to use it",
  },
  { name: "dir", commands: ["new"], value: "<dir>", help: "directory that contains the skills" },
  { name: "template", commands: ["new"], value: "<name>", choices: ["skill"], help: "template of the skill" },
  {
    name: "out",
    commands: ["build", "link"],
    short: "o",
    value: "<dir>",
    sets: "outDir",
    default: "generated/skills",
    help: "output directory",
  },
  {
    name: "out",
    commands: ["report"],
    short: "o",
    value: "<file>",
    default: REPORT_FILE,
    help: "file to write",
  },
  {
    name: "emit",
    commands: ["build", "link"],
    value: "<a,b>",
    reads: "commas",
    sets: "emit",
    default: "module,json",
    help: "what to write: module, json, json-full, plugin, tree",
  },
  {
    name: "only",
    commands: ["build", "link"],
    value: "<a,b>",
    reads: "commas",
    help: "write only the outputs that have one of these targets",
  },
  {
    name: "platform",
    commands: ["build", "link", "report"],
    value: "<name>",
    sets: "platform",
    help: "target platform; checks sizes against its limits",
  },
  {
    name: "check",
    commands: ["build", "link"],
    help: "write nothing; list the differences and exit 1 if the output is not up to date",
  },
  {
    name: "blocks",
    commands: ["compile", "link"],
    value: "<dir>",
    reads: "each",
    help: "directory of the blocks",
  },
  {
    name: "shard",
    commands: ["compile"],
    value: "<k/n>",
    default: "1/1",
    help: "compile only the k-th of n shares of the skills",
  },
  {
    name: "contents",
    commands: ["compile", "link"],
    value: "<where>",
    choices: ["blocks"],
    help: "store the contents of files in the blocks, or take them from there instead of the sources",
  },
  {
    name: "watch",
    commands: ["build", "check"],
    isFresh: true,
    short: "w",
    help: "repeat whenever a skill, a resource or the config changes",
  },
  {
    name: "clients",
    commands: ["check"],
    value: "<client[@budget]>",
    reads: "commas",
    sets: "listings",
    help: "also check what these clients list, such as claude-code,codex@272k",
  },
  { name: "fix", commands: ["check"], isFresh: true, help: "apply safe fixes to the files" },
  { name: "unsafe", commands: ["check"], needs: "fix", help: "also apply fixes that may change what a skill means" },
  { name: "dry-run", commands: ["check"], needs: "fix", help: "write nothing, print a unified diff" },
  {
    name: "fail-on",
    commands: ["check"],
    value: "<severity>",
    choices: ["error", "warning", "info"],
    default: "error",
    help: "exit 1 on a finding of this severity or above",
  },
  {
    name: "max-warnings",
    commands: ["check"],
    value: "<count>",
    reads: "count",
    help: "exit 1 if there are more warnings",
  },
  { name: "baseline", commands: ["check"], isFresh: true, value: "<file>", help: "file of accepted findings" },
  { name: "update-baseline", commands: ["check"], needs: "baseline", help: "accept all current findings" },
  {
    name: "prune-baseline",
    commands: ["check"],
    needs: "baseline",
    help: "remove baseline entries that no longer occur",
  },
  {
    name: "since",
    commands: ["check"],
    isFresh: true,
    value: "<git ref>",
    help: "check only skills with files that changed since this commit",
  },
  {
    name: "staged",
    commands: ["check"],
    isFresh: true,
    help: "check the files as the next commit would have them, and only skills that it changes",
  },
  {
    name: "print-config",
    commands: ["check"],
    isFresh: true,
    value: "<file>",
    help: "check nothing; print the level of each rule for this file, and what decides it",
  },
  {
    name: "stdin-filename",
    commands: ["check"],
    isFresh: true,
    value: "<file>",
    help: "with - as the directory: check the text of standard input as this file",
  },
  {
    name: "format",
    commands: ["build", "compile", "link", "check"],
    short: "f",
    value: "<format[=file]>",
    reads: "each",
    help: `how to print findings: ${formatNames.join(", ")}`,
  },
  { name: "skill", commands: ["test"], value: "<name>", help: "rank only the queries about this skill" },
  { name: "view", commands: ["test"], value: "<name>", help: "take only the skills of this view of the config" },
  {
    name: "since",
    commands: ["test"],
    value: "<git ref>",
    help: "rank only queries about skills with files that changed since this commit",
  },
  { name: "split", commands: ["test"], value: "<name>", help: "rank only queries of this split, such as val" },
  {
    name: "min-rank1",
    commands: ["test"],
    value: "<share>",
    help: "exit 1 if fewer of the queries rank their skill first; a good set reaches 0.6 to 0.8",
  },
  {
    name: "min-rank3",
    commands: ["test"],
    value: "<share>",
    help: "exit 1 if fewer of the queries rank their skill among the first three",
  },
  { name: "baseline", commands: ["test"], value: "<file>", help: "exit 1 if a query ranks worse than in this file" },
  { name: "update-baseline", commands: ["test"], needs: "baseline", help: "write the ranks of now to the file" },
  { name: "require-evals", commands: ["test"], help: "exit 1 if there is no trigger test" },
  {
    name: "emit",
    commands: ["test"],
    value: "<suite=file>",
    reads: "each",
    help: "write the queries as a suite that asks a model: promptfoo=file or vitest=file",
  },
  {
    name: "format",
    commands: ["test"],
    short: "f",
    value: "<junit[=file]>",
    reads: "each",
    help: "print the result as JUnit XML",
  },
  { name: "json", commands: ["test"], help: "print the result as one JSON document" },
  { name: "installed", commands: ["list"], help: "list what is installed instead" },
  {
    name: "as",
    commands: ["list"],
    value: "<client[@budget]>",
    reads: "each",
    help: "what the model sees in this client, such as claude-code@200k, codex@272k or agent@4000; settings follow commas: root=<dir>, reserve=<n>",
  },
  { name: "lines", commands: ["list"], needs: "as", help: "print the lines that the client sends" },
  {
    name: "settings",
    commands: ["list"],
    needs: "as",
    help: "print the settings with which the client shows everything",
  },
  { name: "tree", commands: ["list"], help: "print what each skill requires, as a tree" },
  { name: "into", commands: ["add"], value: "<dir>", help: "install to <dir>/<name>, to be committed" },
  { name: "user", commands: ["add"], help: "install for you alone, in all projects; builds do not use it" },
  { name: "skill", commands: ["add"], value: "<name>", help: "take only this skill of the source" },
  { name: "deps", commands: ["add"], help: "also install what is required of other sources" },
  { name: "no-deps", commands: ["add"], help: "install nothing that is only required" },
  { name: "unused", commands: ["remove"], help: "remove what was installed as required and no longer is" },
  {
    name: "frozen",
    commands: ["install"],
    help: "change nothing that exists; exit 1 if lock, disk, config or a tag differ",
  },
  { name: "offline", commands: ["install"], help: "use no network, only what was fetched before" },
  { name: "from", commands: ["install"], value: "<file>", help: "take over a skills-lock.json of the skills CLI" },
  { name: "force", commands: ["install"], help: "discard local changes of installed files" },
  { name: "no-save", commands: ["add", "remove"], help: "leave the config as it is" },
  { name: "accept", commands: ["update"], help: "also accept new permissions, commands and required skills" },
  { name: "dry-run", commands: ["update"], help: "write nothing, show what would change" },
  { name: "allow-file", commands: FETCHING, help: "allow git+file:/// repositories of this machine" },
  {
    name: "allow-origin",
    commands: FETCHING,
    value: "<origin>",
    reads: "each",
    help: "allow a site or archive to refer to this origin",
  },
  { name: "json", commands: [...INSTALLED], help: "print the result as one JSON document" },
  {
    name: "json",
    commands: ["build", "compile", "link", "init", "new", "report"],
    help: "print the result as one JSON document",
  },
  { name: "json", commands: ["check"], help: "the same as --format json" },
  { name: "json", commands: ["explain"], help: "print the rules as a JSON list" },
  { name: "json", commands: ["list"], help: "print the skills as a JSON list" },
  { name: "json", commands: ["why"], help: "print the skills and places as one JSON document" },
  { name: "json", commands: ["show"], help: "print the catalog entry as JSON" },
  { name: "json", commands: ["targets"], help: "print the targets with their options as one JSON document" },
  { name: "json", commands: ["rules"], help: "print all details of every rule as one JSON document" },
  {
    name: "level",
    commands: ["build", "compile", "link", "check"],
    value: "<severity>",
    choices: ["error", "warning", "info"],
    default: "warning on a terminal, info in files and for machines",
    help: "show findings of this severity or above",
  },
  {
    name: "quiet",
    commands: ["build", "compile", "link", "check"],
    short: "q",
    help: "show errors only, and nothing if there are none",
  },
  {
    name: "all",
    commands: ["build", "compile", "link", "check"],
    help: "show every finding: infos, and reports of any length",
  },
  { name: "verbose", commands: ["build", "link"], help: "show sizes, token counts and platform limits" },
  { name: "stdio", commands: ["lsp"], help: "speak over standard input and output, as it does anyway" },
  { name: "mcp", commands: ["serve"], help: "speak the Model Context Protocol" },
  {
    name: "http",
    commands: ["serve"],
    value: "<port>",
    reads: "count",
    help: "listen on this port instead of stdio; 0 takes any free one; the URL is the first line on stderr",
  },
  {
    name: "host",
    commands: ["serve"],
    value: "<address>",
    needs: "http",
    default: "127.0.0.1",
    help: "address to listen on, and to allow in the Host and Origin headers",
  },
  {
    name: "unrestricted",
    commands: ["serve"],
    value: "<id>",
    reads: "each",
    help: "serve a skill with disallowed-tools, which nothing here enforces",
  },
  {
    name: "config",
    commands: [...PROJECT, ...INSTALLED],
    short: "c",
    value: "<file>",
    default: "the first skillc.config.* in the current directory",
    help: "config file",
  },
  {
    name: "no-config",
    commands: EVERY,
    help: "run no config in TypeScript or JavaScript, and no command that a config allows; read those in JSON and YAML",
  },
  {
    name: "profile",
    commands: PROJECT,
    value: "<name>",
    sets: "profile",
    help: "rules to apply, such as standard, spec, lenient, claude-code; a,b checks both and builds for the first",
  },
  {
    name: "profile",
    commands: ["rules"],
    value: "<name>",
    default: "standard",
    help: "profile whose levels are shown",
  },
  {
    name: "mount-as",
    commands: WITH_DIRECTORIES,
    value: "<dir>",
    ofSource: "mountAs",
    help: "virtual directory of the source before it",
  },
  {
    name: "preload",
    commands: WITH_DIRECTORIES,
    ofSource: "preload",
    help: "preload the skills of the source before it",
  },
  {
    name: "rule",
    commands: PROJECT,
    value: "<rule=level>",
    reads: "pairs",
    sets: "rules",
    help: "level of a rule, code or category: error, warning, info, off",
  },
  {
    name: "set",
    commands: PROJECT,
    value: "<key=value>",
    reads: "pairs",
    help: "set a key of the config, such as files.maxBytes=1048576 or module.format=ts",
  },
  {
    name: "exclude",
    commands: PROJECT,
    value: "<pattern>",
    reads: "each",
    sets: "files.exclude",
    help: "leave out matching files inside skills",
  },
  {
    name: "view",
    commands: WITH_VIEWS,
    value: "<name=pattern>",
    reads: "pairs",
    sets: "views",
    help: "a named filter",
  },
  {
    name: "cache-dir",
    commands: PROJECT,
    value: "<dir>",
    default: "node_modules/.cache/skillc of the nearest package",
    help: "directory that keeps compiled skills for the next run; not used inside a source or an output",
  },
  { name: "no-cache", commands: PROJECT, help: "compile everything again, and keep nothing for the next run" },
  { name: "help", commands: EVERY, isFresh: true, short: "h", help: "show this help" },
] as const satisfies readonly Flag[];

type FlagRow = (typeof flagTable)[number];

export type FlagName = FlagRow["name"];

type ValueOf<R> = R extends { value: string }
  ? R extends { choices: readonly (infer Choice)[] }
    ? Choice
    : R extends { reads: infer Reading extends keyof Readings }
      ? Readings[Reading]
      : string
  : true;

/** `true` for a switch. */
export type FlagValue<Name extends FlagName> = ValueOf<Extract<FlagRow, { name: Name }>>;

/** Its own flags come first, as in the help. */
export function flagsOf(command: CommandName): readonly (Flag & { readonly name: FlagName })[] {
  const rows: readonly (Flag & { readonly name: FlagName })[] = flagTable;
  const flags = rows.filter(({ commands }) => commands.includes(command));
  return [...flags.filter((flag) => !isShared(flag)), ...flags.filter(isShared)];
}

export function isShared({ commands }: Flag): boolean {
  return commands === PROJECT || commands === EVERY;
}

/** Adds what follows from the rest of the row. */
export function helpOfFlag({ help, needs, choices = [], reads, default: fallback }: Flag): string {
  return [
    needs === undefined ? "" : `with --${needs}: `,
    help,
    choices.length === 0 ? "" : `: ${choices.join(", ")}`,
    fallback === undefined ? "" : ` (default: ${fallback})`,
    reads === "each" || reads === "pairs" ? "; repeatable" : "",
  ].join("");
}
