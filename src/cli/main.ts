/**
 * Takes: arguments. Gives: an exit code: 0 fine, 1 findings in skills, 2 wrong usage, configuration, sources, output
 * or a bug. Never: loads a command that was not asked for.
 */
import { UsageError } from "./arguments.ts";
import { helpOf, commandList, type Command } from "./command.ts";
import { printError, printOut } from "./terminal.ts";

export async function main(args: readonly string[]): Promise<number> {
  const [first, ...rest] = args;
  if (first === undefined || first === "help" || first === "--help" || first === "-h") return showHelp(rest[0]);
  if (first === "--version" || first === "-v") {
    const { readVersion } = await import("../host/package-files.ts");
    printOut(readVersion());
    return 0;
  }
  try {
    const command = await loadCommand(first);
    const options = rest.includes("--") ? rest.slice(0, rest.indexOf("--")) : rest;
    if (options.includes("--help") || options.includes("-h")) {
      printOut(helpOf(command));
      return 0;
    }
    return await command.run(rest);
  } catch (error) {
    if (error instanceof UsageError) {
      const isCommand = commandList.some(({ name }) => name === first);
      printError(`skillc: ${error.message}\nSee: skillc ${isCommand ? `${first} ` : ""}--help`);
      return 2;
    }
    printError(
      `skillc failed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\nThis is a bug of skillc; please report it with the lines above.`,
    );
    return 2;
  }
}

async function showHelp(name: string | undefined): Promise<number> {
  if (name !== undefined && commandList.some((command) => command.name === name))
    printOut(helpOf(await loadCommand(name)));
  else {
    const width = Math.max(...commandList.map((command) => command.name.length));
    const lines = commandList.map((command) => `  ${command.name.padEnd(width)}  ${command.summary}`);
    printOut(
      [
        "skillc compiles Agent Skills into a typed catalog and a module that needs no file system.",
        "",
        "Usage: skillc <command> [options]",
        "",
        ...lines,
        "",
        "Options of a command: skillc <command> --help",
        "Version: skillc --version",
      ].join("\n"),
    );
  }
  return 0;
}

async function loadCommand(name: string): Promise<Command> {
  switch (name) {
    case "build":
      return (await import("./commands/build.ts")).buildCommand;
    case "check":
      return (await import("./commands/check.ts")).checkCommand;
    case "list":
      return (await import("./commands/list.ts")).listCommand;
    case "show":
      return (await import("./commands/show.ts")).showCommand;
    case "explain":
      return (await import("./commands/explain.ts")).explainCommand;
    case "rules":
      return (await import("./commands/rules.ts")).rulesCommand;
    case "init":
      return (await import("./commands/init.ts")).initCommand;
    case "new":
      return (await import("./commands/new.ts")).newCommand;
    default: {
      const { nearestNames } = await import("../runtime/access.ts");
      const nearest = nearestNames(
        name,
        commandList.map((command) => command.name),
      )[0];
      throw new UsageError(
        `there is no command "${name}"${nearest === undefined ? "" : ` (did you mean "${nearest}"?)`}`,
      );
    }
  }
}
