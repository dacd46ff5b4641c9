import type { CommandRow } from "../../src/cli/command-table.ts";
import type { Flag } from "../../src/cli/flags.ts";

export function commandsPage(commands: readonly CommandRow[]): string;
export function optionsPage(flags: readonly Flag[], helpOf: (flag: Flag) => string, commandCount: number): string;
