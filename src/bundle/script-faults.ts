/** Faults of a script in the words of skillc. */
import { isBuiltin } from "node:module";
import type { Location, Message } from "esbuild";
import type { FileFault, ScriptFault } from "../model/script.ts";
import { bytesToColumn, oneLine } from "./esbuild-messages.ts";
import { SKILL } from "./script-plugin.ts";

/** Turns what esbuild says, or what the plugin told it to say, into a fault. */
export function toFault({ text, location, detail }: Pick<Message, "text" | "location" | "detail">): ScriptFault {
  const name = /^Could not resolve "(.+)"$/.exec(text)?.[1];
  const isMissing = name !== undefined && (isBuiltin(name) || /^(?!file:|data:)[a-z][a-z\d+.-]+:/i.test(name));
  const module = isMissing ? { module: name } : {};
  const problem = oneLine(text.replace(/^Could not resolve (?=")/, "nothing provides "));
  const { member } = (detail ?? {}) as Partial<FileFault>;
  const more = { ...module, ...(member !== undefined && { member }) };
  if (location === null) return { problem, ...more };
  const { file, line, column, length, lineText } = location;
  const own = file.startsWith(`${SKILL}:`) ? file.slice(SKILL.length + 1) : undefined;
  if (own === undefined) return { problem: `${problem} at ${toPlace(location)}`, ...more };
  return {
    problem,
    ...more,
    path: own,
    line,
    column: bytesToColumn(lineText, column) + 1,
    length: Math.max(1, bytesToColumn(lineText, column + length) - bytesToColumn(lineText, column)),
  };
}

/** The place in a file that is not the skill's own. */
export function toPlace({ file, line, column }: Location): string {
  return `${file}:${line}:${column + 1}`;
}
