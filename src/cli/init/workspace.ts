import { isFailure, type Host } from "../../model/host.ts";
import { compareCodeUnits, compileFilter, joinPath } from "../../paths/index.ts";
import { trimEndOf, withoutYamlComment } from "../../model/trim.ts";

const MAX_DEPTH = 4;

/**
 * Empty if this is not the root of a workspace. Patterns come from `workspaces` in package.json or from
 * pnpm-workspace.yaml.
 */
export function findMembers(host: Host, manifest: Readonly<Record<string, unknown>> | undefined): readonly string[] {
  const patterns = patternsOf(host, manifest);
  if (patterns.length === 0) return [];
  const included = compileFilter(patterns.filter((pattern) => !pattern.startsWith("!")).map(plain));
  const negative = patterns.filter((pattern) => pattern.startsWith("!")).map((pattern) => plain(pattern.slice(1)));
  const excluded = negative.length === 0 ? undefined : compileFilter(negative);
  return packagesBelow(host, ".", MAX_DEPTH)
    .filter((dir) => included.matches(dir) && excluded?.matches(dir) !== true)
    .toSorted(compareCodeUnits);
}

function plain(pattern: string): string {
  return trimEndOf(pattern.replace(/^\.\//, ""), "/");
}

function patternsOf(host: Host, manifest: Readonly<Record<string, unknown>> | undefined): readonly string[] {
  const workspaces = manifest?.["workspaces"] as { readonly packages?: unknown } | undefined;
  const listed = Array.isArray(workspaces) ? workspaces : workspaces?.packages;
  if (Array.isArray(listed)) return listed.map(String);
  const bytes = host.readFile("pnpm-workspace.yaml");
  return isFailure(bytes) ? [] : packagesOfYaml(new TextDecoder().decode(bytes));
}

/** Reads `packages` as pnpm documents it: one item per line, or in brackets. */
function packagesOfYaml(text: string): readonly string[] {
  const [, inline, lines] = /^packages:[ \t]*(?:\[([^\]]*)\]|(?:#.*)?((?:\r?\n[ \t]*(?:-.*|#.*)?)*))/m.exec(text) ?? [];
  const items = inline?.split(",") ?? lines?.split("\n").flatMap(listItem) ?? [];
  return items.map((item) => withoutYamlComment(withoutQuotes(item.trim()))).filter(Boolean);
}

function listItem(line: string): readonly string[] {
  const trimmed = line.trim();
  return trimmed.startsWith("-") ? [trimmed.slice(1)] : [];
}

function withoutQuotes(text: string): string {
  const [quote = ""] = text;
  const end = quote === '"' || quote === "'" ? text.indexOf(quote, 1) : -1;
  return end === -1 ? text : text.slice(1, end);
}

function packagesBelow(host: Host, dir: string, depth: number): readonly string[] {
  const entries = host.readDirectory(dir);
  if (isFailure(entries)) return [];
  const isPackage = dir !== "." && entries.some(({ name }) => name === "package.json");
  const deeper =
    depth === 0
      ? []
      : entries
          .filter(({ name, kind }) => kind === "directory" && name !== "node_modules" && !name.startsWith("."))
          .flatMap(({ name }) => packagesBelow(host, joinPath(dir, name), depth - 1));
  return isPackage ? [dir, ...deeper] : deeper;
}
