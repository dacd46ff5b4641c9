/** Entries of `allowed-tools`: `Read`, `mcp__*`, `Bash(git add:*)`, `WebFetch(domain:example.com)`. */
import { callSubjects, joinedWords, type Subject } from "./call-subjects.ts";
import { allowsGlob, allowsPath, forbidsPath } from "./path-rules.ts";
import { allowsLine, matchesCommand } from "./shell-allowed.ts";
import { forbidsLine } from "./shell-denied.ts";
import { allowsUrl, forbidsUrl, isDomain } from "./url-rules.ts";
import { matchesWildcard } from "./wildcard.ts";

export interface ToolPattern {
  /** The name; `*` matches any characters. */
  readonly tool: string;
  /** The part in parentheses; undefined if the entry applies to every call. */
  readonly argument?: string;
}

/** Parses one entry. Never throws: without a closing parenthesis it is a name. */
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

/** Whether an entry applies to a tool. A server's name (`mcp__github`) applies to all of its tools. */
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

function allowsSubject(entries: readonly string[], [kind, text]: Subject): boolean {
  if (kind === "url") return entries.some((entry) => allowsUrl(entry, text));
  if (kind === "path" || kind === "tree") return entries.some((entry) => allowsPath(entry, text));
  if (kind === "glob") return allowsGlob(entries, text);
  // It only excludes files of the search.
  if (kind === "filter") return allowsGlob(["**"], text);
  if (entries.includes(text.trim()) && !text.trim().endsWith("*")) return true;
  if (kind === "text") return entries.some((entry) => matchesCommand(entry, text));
  if (kind === "powershell" && !isPlainPowerShell(text)) return false;
  return kind === "any"
    ? allowsAny(entries, text)
    : allowsLine(entries, text.replaceAll("\\", kind === "command" ? "\\" : "/"));
}

/** Whether a pattern allows a string that may be an address, a command or a path. */
function allowsAny(entries: readonly string[], text: string): boolean {
  if (text.includes("://")) return entries.some((entry) => allowsUrl(entry, text));
  const isLine = /[\s;&|$`<]/.test(text);
  return (
    allowsLine(entries.filter(isCommand), text) ||
    entries.some((entry) => !isCommand(entry) && allowsPath(entry, text) && (!isLine || allowsLine([entry], text)))
  );
}

function isCommand(entry: string): boolean {
  return /\s|:\*$/.test(entry);
}

/**
 * Whether patterns of one tool forbid a call: any field that it reads. A call that cannot be judged is forbidden, and a
 * malformed pattern forbids every call.
 */
export function forbidsCall(patterns: readonly ToolPattern[], tool: string, input: unknown): boolean {
  const subjects = callSubjects(tool, input);
  return patterns.some(({ argument }) => {
    if (subjects === undefined || argument === undefined) return true;
    if (isDomain(argument)) {
      const urls = subjects.flatMap(([kind, text]) =>
        kind === "any" ? addressesIn(text) : kind === "url" ? text : [],
      );
      return urls.length === 0 || urls.some((text) => forbidsUrl(argument, text));
    }
    return (
      subjects.some((subject) => forbidsSubject(argument, subject)) ||
      (subjects[0]?.[0] === "any" && forbidsJoined(argument, input))
    );
  });
}

/** A program and its arguments may be in fields of their own. */
function forbidsJoined(entry: string, input: unknown): boolean {
  return (
    !entry.includes("/") &&
    joinedWords(input)?.some((line) => forbidsLine(`${entry.replace(/[: ]\*$/, "")} *`, line)) !== false
  );
}

function addressesIn(text: string): readonly string[] {
  return text.split(/\s+/).filter((word) => /\w[.:/]+\w|\/\//.test(word));
}

function forbidsSubject(entry: string, [kind, text]: Subject): boolean {
  if (kind === "url") return forbidsUrl(entry, text);
  if (kind === "filter") return text.includes("/") && forbidsPath(entry, text, true);
  if (kind === "path" || kind === "tree" || kind === "glob") return forbidsPath(entry, text, kind !== "path");
  if (matchesCommand(entry, text.trim())) return true;
  if (kind === "text") return false;
  if (kind === "powershell")
    return !isPlainPowerShell(text) || forbidsLine(withoutAliases(entry), withoutAliases(text));
  if (kind === "command" || !entry.includes("/") || isCommand(entry)) return forbidsLine(entry, text);
  return [text, ...text.split(/[\s"'()]+/)].some((part) =>
    /^https?:/i.test(part)
      ? forbidsUrl(entry, part)
      : /[\\/]/.test(part) && !part.includes("\n") && forbidsPath(entry, part, false),
  );
}

/** Names of the commands that change something, each followed by its aliases. */
const ALIASES =
  "remove-item rm ri del erase rd rmdir,copy-item cp cpi copy,move-item mv mi move,rename-item ren rni,set-content sc,add-content ac,clear-content clc,new-item ni md mkdir,get-content gc cat type,get-childitem ls gci dir,set-location cd sl chdir,invoke-webrequest iwr curl wget,invoke-restmethod irm,invoke-expression iex,invoke-command icm,start-process start saps,stop-process kill spps,invoke-item ii";

/** Returns whether a line has only words that PowerShell leaves as they are. */
function isPlainPowerShell(line: string): boolean {
  return /^[\w\s./\\:=;|-]*$/.test(line);
}

/** Returns a plain line, or a pattern, with the names of commands instead of their aliases. */
function withoutAliases(line: string): string {
  return line
    .toLowerCase()
    .replaceAll("\\", "/")
    .replace(
      /[\w-]+/g,
      (word) =>
        ALIASES.split(",")
          .find((names) => names.split(" ").includes(word))
          ?.split(" ")[0] ?? word,
    );
}
