import type { CommandName, CommandRow } from "./command-table.ts";
import { flagsOf, helpOfFlag, type Flag } from "./flags.ts";

/** Returns the help of a command. */
export function helpOfCommand({ name, usage, about }: CommandRow & { readonly name: CommandName }): string {
  const rows = flagsOf(name).map((flag): [string, string] => [formOf(flag), helpOfFlag(flag)]);
  const width = Math.max(...rows.map(([form]) => form.length));
  return [
    `Usage: skillc ${usage}`,
    "",
    about,
    "",
    "Options:",
    ...rows.map(([form, help]) => `  ${form.padEnd(width)}  ${help}`),
  ].join("\n");
}

function formOf({ name, short, value }: Flag): string {
  const long = `--${name}${value === undefined ? "" : ` ${value}`}`;
  return short === undefined ? `    ${long}` : `-${short}, ${long}`;
}
