/**
 * Exit codes: 0 for success, 1 for findings in skills, 2 for wrong usage, configuration, sources or output, or a bug.
 * Loads only the command that runs.
 */
import type { KnownRun } from "../api/kept/known-run.ts";
import type { ParsedArguments } from "./arguments.ts";
import { commandTable, findCommand, type CommandName } from "./command-table.ts";
import { unknownName, unknownOption } from "./did-you-mean.ts";
import { printFailure } from "./failure.ts";
import type { Looked } from "./known-command.ts";
import { columnsOf, printOut } from "./terminal.ts";
import { UnknownFlag, UsageError } from "./usage-error.ts";

type CommandRun = (parsed: ParsedArguments, looked?: KnownRun<never>) => Promise<number>;

const load: Readonly<Record<CommandName, () => Promise<{ readonly run: CommandRun }>>> = {
  init: () => import("./commands/init.ts"),
  new: () => import("./commands/new.ts"),
  build: () => import("./commands/build.ts"),
  compile: () => import("./commands/compile.ts"),
  link: () => import("./commands/link.ts"),
  check: () => import("./commands/check.ts"),
  test: () => import("./commands/test.ts"),
  list: () => import("./commands/list.ts"),
  show: () => import("./commands/show.ts"),
  why: () => import("./commands/why.ts"),
  report: () => import("./commands/report.ts"),
  add: () => import("./commands/add.ts"),
  remove: () => import("./commands/remove.ts"),
  install: () => import("./commands/install.ts"),
  outdated: () => import("./commands/outdated.ts"),
  update: () => import("./commands/update.ts"),
  resolve: () => import("./commands/resolve.ts"),
  verify: () => import("./commands/verify.ts"),
  diff: () => import("./commands/diff.ts"),
  serve: () => import("./commands/serve.ts"),
  lsp: () => import("./commands/lsp.ts"),
  explain: () => import("./commands/explain.ts"),
  rules: () => import("./commands/rules.ts"),
  targets: () => import("./commands/targets.ts"),
  completions: () => import("./commands/completions.ts"),
};

/** `looked`: what is known of the outcome. */
export async function main(args: readonly string[], looked?: Looked): Promise<number> {
  const [first, ...rest] = args;
  if (first === undefined || first === "help" || first === "--help" || first === "-h") return await showHelp(rest[0]);
  const command = findCommand(first);
  try {
    if (command === undefined) throw new UsageError(unknownCommand(first));
    const options = rest.includes("--") ? rest.slice(0, rest.indexOf("--")) : rest;
    if (options.includes("--help") || options.includes("-h")) return await showHelp(first);
    const { parseArguments } = await import("./arguments.ts");
    const parsed = parseArguments(command.name, rest);
    const { run } = await load[command.name]();
    return await run(parsed, looked as KnownRun<never>);
  } catch (error) {
    return printFailure(await withSetting(error), command?.name);
  }
}

/** Suggests `--set` if a wrong flag is the name of a config key. Loads the schema. */
async function withSetting(error: unknown): Promise<unknown> {
  if (!(error instanceof UnknownFlag) || !error.flag.names.includes("set")) return error;
  const { settingFor } = await import("../config/settings.ts");
  const { name, written, names } = error.flag;
  const setting = settingFor(name);
  return setting === undefined ? error : new UsageError(unknownOption(name, written, names, `--set ${setting}`));
}

async function showHelp(name: string | undefined): Promise<number> {
  const command = name === undefined ? undefined : findCommand(name);
  if (command === undefined) printOut(overview());
  else {
    const { helpOfCommand } = await import("./help.ts");
    printOut(helpOfCommand(command, process.stdout.isTTY === true ? columnsOf(process.stdout) : Infinity));
  }
  return 0;
}

function overview(): string {
  const width = Math.max(...commandTable.map(({ name }) => name.length));
  return [
    "skillc compiles Agent Skills into a typed catalog and a module that needs no file system.",
    "",
    "Usage: skillc <command> [options]",
    "",
    ...commandTable.map(({ name, summary }) => `  ${name.padEnd(width)}  ${summary}`),
    "",
    "Options of a command: skillc <command> --help",
    "Version: skillc --version",
  ].join("\n");
}

function unknownCommand(name: string): string {
  return unknownName(
    "command",
    name,
    commandTable.map((command) => command.name),
  );
}
