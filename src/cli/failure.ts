import { escapeText } from "../formats/display-text.ts";
import { IncompletePackage } from "../host/package-files.ts";
import { speller } from "./own-command.ts";
import { printError } from "./terminal.ts";
import { UsageError } from "./usage-error.ts";

/** Returns the exit code. `command`: undefined if unknown. */
export function printFailure(error: unknown, command: string | undefined): number {
  if (error instanceof UsageError) {
    const spell = speller(process.stderr);
    const message = error.message.split("\n").map(escapeText).map(spell).join("\n");
    const help = `skillc ${command === undefined ? "" : `${command} `}--help`;
    printError(`skillc: ${message}\nSee: ${spell(help)}`);
  } else if (isWithoutDirectory(error)) {
    const why = error.code === "ENOENT" ? "does not exist any longer" : `cannot be used (${error.code})`;
    printError(`skillc: the current directory ${why}: change to another one`);
  } else if (error instanceof IncompletePackage) printError(`skillc: ${escapeText(error.message)}`);
  else
    printError(
      `skillc failed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\nThis is a bug in skillc; please report it with the lines above.`,
    );
  return 2;
}

/** The current directory may have been deleted. */
function isWithoutDirectory(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && "syscall" in error && error.syscall === "uv_cwd";
}
