import type { FlagSpecs } from "./arguments.ts";

/** A command of the command line. */
export interface Command {
  readonly name: string;
  /** The line after "Usage:". */
  readonly usage: string;
  /** What it does, in one or a few lines. */
  readonly about: string;
  readonly flags: FlagSpecs;
  /** Gives the exit code. */
  readonly run: (args: readonly string[]) => Promise<number>;
}

/** Names and one line each, known without loading any command. */
export const commandList: readonly { readonly name: string; readonly summary: string }[] = [
  { name: "init", summary: "set up skillc in this project" },
  { name: "new", summary: "add a skill" },
  { name: "build", summary: "compile skills and write the catalog and the module" },
  { name: "check", summary: "find what is wrong with skills; writes nothing" },
  { name: "list", summary: "show the skills of this project" },
  { name: "show", summary: "show one skill" },
  { name: "explain", summary: "tell what a message means" },
  { name: "rules", summary: "list every rule" },
];

/** The help text of a command. */
export function helpOf({ usage, about, flags }: Command): string {
  const left = Object.entries(flags).map(([name, { short, value }]) => {
    const long = `--${name}${value === undefined ? "" : ` ${value}`}`;
    return short === undefined ? `    ${long}` : `-${short}, ${long}`;
  });
  const width = Math.max(0, ...left.map((text) => text.length));
  const lines = Object.values(flags).map(({ help }, index) => `  ${(left[index] as string).padEnd(width)}  ${help}`);
  return [`Usage: skillc ${usage}`, "", about, ...(lines.length === 0 ? [] : ["", "Options:", ...lines])].join("\n");
}
