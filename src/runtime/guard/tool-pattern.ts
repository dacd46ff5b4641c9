/** Entries of `allowed-tools`: `Read`, `mcp__*`, `Bash(git add:*)`, `WebFetch(domain:example.com)`. */
import { callSubjects, type Subject } from "./call-subjects.ts";
import { allowsPath, forbidsPath } from "./path-rules.ts";
import { forbidsLine, matchesCommand, startsOther } from "./shell-denied.ts";
import { shellCommands } from "./shell-parts.ts";
import { allowsUrl, forbidsUrl, isBrokenUrl, isDomain } from "./url-rules.ts";
import { matchesWildcard } from "./wildcard.ts";

/** A parsed entry of `allowed-tools`. */
export interface ToolPattern {
  /** The name; `*` matches any characters. */
  readonly tool: string;
  /** The part in parentheses; undefined if the entry applies to every call. */
  readonly argument?: string;
}

/**
 * Parses one entry. Never throws: without a closing parenthesis it is a name.
 *
 * @example
 * parseToolPattern("Bash(git add:*)"); // { tool: "Bash", argument: "git add:*" }
 */
export function parseToolPattern(entry: string): ToolPattern {
  const [, tool = entry, written = ""] = /^([^()]+)\((.*)\)$/s.exec(entry.trim()) ?? [];
  const argument = written.trim();
  return { tool: tool.trim(), ...(!/^(?::?\*)?$/.test(argument) && { argument }) };
}

/** Parses one entry of `disallowed-tools`: with unbalanced parentheses, it applies to every call of the tool. */
export function parseForbidden(entry: string): ToolPattern {
  const pattern = parseToolPattern(entry);
  return { ...pattern, tool: pattern.tool.replace(/[()].*$/s, "").trim() };
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
 * Whether patterns of one tool allow a call: every field that it reads. Each command of a shell line must match one of
 * them; a line with substitutions or redirections, which may run anything, is allowed only by a pattern that equals it.
 */
export function allowsCall(patterns: readonly ToolPattern[], tool: string, input: unknown): boolean {
  if (patterns.some(({ argument }) => argument === undefined)) return true;
  const subjects = callSubjects(tool, input) ?? [];
  const entries = patterns.map(({ argument = "" }) => argument);
  return subjects.length > 0 && subjects.every((subject) => allowsSubject(entries, subject));
}

function allowsSubject(entries: readonly string[], { kind, text }: Subject): boolean {
  if (kind === "url") return entries.some((entry) => allowsUrl(entry, text));
  if (kind === "path" || kind === "tree") return entries.some((entry) => allowsPath(entry, text));
  if (entries.includes(text.trim())) return true;
  const parts = kind === "text" ? [text] : shellCommands(text);
  return (
    parts.length > 0 &&
    parts.every((part) => entries.some((entry) => matchesCommand(entry, part) && !startsOther(entry, part)))
  );
}

/**
 * Whether patterns of one tool forbid a call: any field that it reads. A call that cannot be judged is forbidden, and a
 * malformed pattern forbids every call.
 */
export function forbidsCall(patterns: readonly ToolPattern[], tool: string, input: unknown): boolean {
  if (patterns.length === 0) return false;
  if (patterns.some(({ argument }) => argument === undefined)) return true;
  const subjects = callSubjects(tool, input);
  if (subjects === undefined) return true;
  return patterns.some(({ argument = "" }) => {
    if (isBrokenUrl(argument)) return true;
    if (!isDomain(argument)) return subjects.some((subject) => forbidsSubject(argument, subject));
    const urls = subjects.filter(({ kind }) => kind === "url");
    return urls.length === 0 || urls.some(({ text }) => forbidsUrl(argument, text));
  });
}

function forbidsSubject(entry: string, { kind, text }: Subject): boolean {
  if (kind === "url") return forbidsUrl(entry, text);
  if (kind === "path" || kind === "tree") return forbidsPath(entry, text, kind === "tree");
  if (matchesCommand(entry, text.trim())) return true;
  if (kind === "text") return false;
  if (forbidsLine(entry, text)) return true;
  return kind === "any" && entry.includes("/") && forbidsPath(entry, text, false);
}
