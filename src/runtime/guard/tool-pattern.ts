/** Entries of `allowed-tools`: `Read`, `mcp__*`, `Bash(git add:*)`, `WebFetch(domain:example.com)`. */
import { compileFilter } from "../select/filter.ts";
import { shellParts } from "./shell-parts.ts";

/** A parsed entry of `allowed-tools`. */
export interface ToolPattern {
  /** The name; `*` matches any characters. */
  readonly tool: string;
  /** The part in parentheses; undefined if the entry applies to every call. */
  readonly argument?: string;
}

declare const URL: new (url: string) => { readonly hostname: string };

/**
 * Parses one entry. Never throws: without a closing parenthesis it is a name.
 *
 * @example
 * parseToolPattern("Bash(git add:*)"); // { tool: "Bash", argument: "git add:*" }
 */
export function parseToolPattern(entry: string): ToolPattern {
  const match = /^([^()]+)\((.*)\)$/s.exec(entry.trim());
  if (match === null) return { tool: entry.trim() };
  const [, tool = "", argument = ""] = match;
  return /^(?::?\*)?$/.test(argument.trim()) ? { tool: tool.trim() } : { tool: tool.trim(), argument: argument.trim() };
}

/**
 * Whether an entry applies to a tool. A server's name (`mcp__github`) applies to all of its tools.
 *
 * @example
 * isAboutTool(parseToolPattern("mcp__*"), "mcp__github__search"); // true
 */
export function isAboutTool({ tool }: ToolPattern, name: string): boolean {
  const isServer = /^mcp__(?:(?!__).)+$/s.test(tool);
  return tool === name || matchesWildcard(tool, name) || (isServer && name.startsWith(`${tool}__`));
}

/**
 * Whether patterns of one tool allow a call. Each command of a shell line must match one of them; a line with
 * substitutions or redirections, which may run anything, is allowed only by a pattern that equals the line.
 */
export function allowsCall(patterns: readonly ToolPattern[], input: unknown): boolean {
  if (patterns.some(({ argument }) => argument === undefined)) return true;
  const { kind, text } = subjectOf(input);
  if (text === undefined) return false;
  if (patterns.some(({ argument }) => argument === text.trim())) return true;
  const parts = kind === "command" ? shellParts(text).commands : [text];
  return (
    parts.length > 0 &&
    parts.every((part) => patterns.some(({ argument = "" }) => matchesSubject(argument, kind, part)))
  );
}

/** Whether patterns of one tool forbid a call; a call that cannot be checked is forbidden. */
export function forbidsCall(patterns: readonly ToolPattern[], input: unknown): boolean {
  if (patterns.some(({ argument }) => argument === undefined)) return true;
  if (patterns.length === 0) return false;
  const { kind, text } = subjectOf(input);
  if (text === undefined) return true;
  const parts = kind === "command" ? shellParts(text).pieces : [text];
  return parts.some((part) => patterns.some(({ argument = "" }) => matchesSubject(argument, kind, part)));
}

type SubjectKind = "command" | "url" | "path" | "text";

/** Input fields with the subject of a call, and the kind of the subject. */
const subjects: readonly (readonly [field: string, kind: SubjectKind])[] = [
  ["command", "command"],
  ["url", "url"],
  ["file_path", "path"],
  ["notebook_path", "path"],
  ["path", "path"],
  ["skill", "text"],
  ["subagent_type", "text"],
  ["query", "text"],
  ["name", "text"],
];

/**
 * Returns the subject of a call. A single string in the input is its subject; unless a known field contains it, it
 * counts as a shell line, because a prefix must not let through what follows an operator.
 */
function subjectOf(input: unknown): { readonly kind: SubjectKind; readonly text?: string } {
  const fields = typeof input === "string" ? objectOf(input) : input;
  if (typeof fields === "string") return { kind: "command", text: fields };
  const entries = typeof fields === "object" && fields !== null ? Object.entries(fields) : [];
  for (const [field, kind] of subjects) {
    const text = entries.find(([key]) => key === field)?.[1] as unknown;
    if (typeof text === "string") return { kind, text };
  }
  const texts = entries.map(([, value]) => value as unknown).filter((value) => typeof value === "string");
  return texts.length === 1 ? { kind: "command", text: texts[0] as string } : { kind: "text" };
}

/** Some APIs pass the input of a call as JSON; any other string is the input itself. */
function objectOf(text: string): unknown {
  try {
    const value = JSON.parse(text) as unknown;
    return typeof value === "object" ? value : text;
  } catch {
    return text;
  }
}

function matchesSubject(argument: string, kind: SubjectKind, text: string): boolean {
  if (kind === "url" && argument.startsWith("domain:")) return matchesDomain(argument.slice("domain:".length), text);
  if (kind === "path") return matchesPath(argument, text);
  // `git add:*` and `git add *` match the command alone, or followed by a space and anything.
  const prefix = /^(.+?)(?::| )\*$/s.exec(argument)?.[1];
  if (prefix === undefined) return matchesWildcard(argument, text);
  return matchesWildcard(prefix, text) || matchesWildcard(`${prefix} *`, text);
}

function matchesDomain(domain: string, url: string): boolean {
  try {
    return matchesWildcard(domain.toLowerCase(), new URL(url).hostname);
  } catch {
    return false;
  }
}

function matchesPath(pattern: string, path: string): boolean {
  const tidy = (text: string): string => text.replace(/^(?:\.\/)+/, "");
  return !path.split(/[\\/]/).includes("..") && compileFilter(tidy(pattern)).matches(tidy(path));
}

/** Whether a string matches a pattern, where `*` matches any characters, also none. */
export function matchesWildcard(pattern: string, text: string): boolean {
  const [first = "", ...rest] = pattern.split("*");
  const last = rest.pop();
  if (last === undefined) return pattern === text;
  if (!text.startsWith(first)) return false;
  let at = first.length;
  for (const piece of rest) {
    const found = text.indexOf(piece, at);
    if (found < 0) return false;
    at = found + piece.length;
  }
  return text.length - last.length >= at && text.endsWith(last);
}
