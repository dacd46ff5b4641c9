import { wrapText } from "../formats/display-text.ts";
import type { CommandName, CommandRow } from "./command-table.ts";
import { flagsOf, helpOfFlag, isShared, type Flag } from "./flags.ts";

export function helpOfCommand(
  { name, usage, about, examples, failure }: CommandRow & { readonly name: CommandName },
  width = Infinity,
): string {
  const flags = flagsOf(name);
  const own = flags.filter((flag) => !isShared(flag));
  const shared = flags.filter(isShared);
  // Only --help itself is shared: no list of its own.
  const lists = own.length === 0 || shared.length === 1 ? { own: flags, shared: [] } : { own, shared };
  const left = Math.max(...flags.map((flag) => formOf(flag).length));
  const rows = (group: readonly Flag[]): string[] =>
    group.map((flag) => twoColumns(formOf(flag), helpOfFlag(flag), { left, width }));
  return [
    `Usage: skillc ${usage}`,
    "",
    about,
    "",
    "Options:",
    ...rows(lists.own),
    ...(lists.shared.length === 0 ? [] : ["", "Options of all commands that read a project:", ...rows(lists.shared)]),
    "",
    "Examples:",
    ...examples.flatMap(([args, does]) => [`  skillc ${args}`, `      ${does}`]),
    "",
    "Exit codes:",
    ...exitCodes(failure).map(([code, meaning]) => twoColumns(code, meaning, { left: 1, width })),
  ].join("\n");
}

function exitCodes(failure: string | undefined): readonly (readonly [code: string, meaning: string])[] {
  return [
    ["0", "success"],
    ...(failure === undefined ? [] : [["1", failure] as const]),
    ["2", "wrong usage, an invalid configuration, unreadable sources, or output that cannot be written"],
  ];
}

function twoColumns(
  form: string,
  text: string,
  { left, width }: { readonly left: number; readonly width: number },
): string {
  const indent = " ".repeat(left + 4);
  const lines = wrapText(text, Math.max(30, width - indent.length));
  return `  ${form.padEnd(left)}  ${lines.join(`\n${indent}`)}`;
}

function formOf({ name, short, value }: Flag): string {
  const long = `--${name}${value === undefined ? "" : ` ${value}`}`;
  return short === undefined ? `    ${long}` : `-${short}, ${long}`;
}
