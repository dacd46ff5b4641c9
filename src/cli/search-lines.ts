import { escapeText } from "../formats/display-text.ts";
import { searchLines } from "../formats/search-lines.ts";
import type { Searched } from "../model/searched.ts";
import { speller } from "./own-command.ts";
import { printError } from "./terminal.ts";

/** On stderr: the lines are about the search, not the result of the command. */
export function printSearch(searched: Searched | undefined, directories: readonly string[]): void {
  const lines = searched === undefined ? [] : searchLines(searched, directories.length > 0);
  const spell = speller(process.stderr);
  for (const line of lines) printError(escapeText(spell(line)));
}
