/** The tables of commands in the README and of options in docs/cli.md, made from the tables of the command line. */
import { inCell } from "./generated.mjs";

/**
 * @param {readonly import("../../src/cli/command-table.ts").CommandRow[]} commands
 * @returns {string}
 */
export function commandsPage(commands) {
  const rows = commands.map(({ usage, summary }) => `| \`skillc ${usage.replace(" [options]", "")}\` | ${summary} |`);
  return ["| command | what it does |", "|---|---|", ...rows].join("\n");
}

/**
 * @param {readonly import("../../src/cli/flags.ts").Flag[]} flags
 * @param {(flag: import("../../src/cli/flags.ts").Flag) => string} helpOf
 * @param {number} commandCount
 * @returns {string}
 */
export function optionsPage(flags, helpOf, commandCount) {
  const rows = flags.map((flag) => {
    const { name, short, value, commands, sets } = flag;
    const long = `\`--${name}${value === undefined ? "" : ` ${value}`}\``;
    const form = short === undefined ? long : `\`-${short}\`, ${long}`;
    const of = commands.length === commandCount ? "all" : commands.join(", ");
    return `| ${form} | ${of} | ${sets === undefined ? "" : `\`${sets}\``} | ${inCell(helpOf(flag))} |`;
  });
  return [
    "An option with a config key overrides that key.",
    "",
    "| option | commands | config key | meaning |",
    "|---|---|---|---|",
    ...rows,
  ].join("\n");
}
