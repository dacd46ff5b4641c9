/** Each directory that the pattern of a source matches becomes a source. */
import { isDirectory, isFailure, readObject, type DirectoryEntry, type Host } from "../model/host.ts";
import { isObject } from "../model/json.ts";
import { compareCodeUnits, compileFilter } from "../paths/index.ts";
import { findPackageDir, isPackageName } from "../refs/index.ts";
import { formatPath } from "./config-path.ts";
import type { ResolveContext } from "./resolve-context.ts";
import { configRules } from "./rules.ts";
import type { SourceConfig } from "./user-config.ts";
import { trimEndOf } from "../model/trim.ts";

interface WrittenSource {
  readonly index: number;
  readonly entry: string | SourceConfig;
}

type ExpandContext = Pick<ResolveContext, "host" | "findings" | "place">;

/** Wildcards never match these. */
export const NEVER_MATCHED: ReadonlySet<string> = new Set(["node_modules", ".git", ".hg", ".svn"]);
const WILDCARD = /[*?[{]/;
/** The part of an id before its colon. */
const NAMESPACE = /^[^\s:]+$/;

/**
 * Replaces patterns with the directories that they match, sorted by path. With the namespace `*`, each gets what the
 * wildcard matched. A pattern that matches nothing stays: the search reports a missing directory.
 */
export function expandSources(
  entries: readonly (string | SourceConfig)[],
  context: ExpandContext,
): readonly WrittenSource[] {
  return entries.flatMap((entry, index) => expandSource({ index, entry }, context));
}

function expandSource(written: WrittenSource, context: ExpandContext): readonly WrittenSource[] {
  const { index, entry } = written;
  const source: SourceConfig = typeof entry === "string" ? { dir: entry } : entry;
  if (source.package === "*") return dependencySources(source, index, context);
  const key = source.dir === undefined || source.dir === "" ? "path" : "dir";
  const dir = source[key] ?? "";
  const isPattern = WILDCARD.test(dir) && isFailure(context.host.status(dir));
  const matches = isPattern ? directoriesOf(dir, context.host) : [];
  if (typeof matches === "string") {
    const place = context.place(typeof entry === "string" ? ["sources", index] : ["sources", index, key]);
    context.findings.add(configRules["pattern-invalid"], place, {
      pattern: dir,
      where: formatPath(typeof entry === "string" ? ["sources", index] : ["sources", index, key]),
      detail: matches,
    });
    return [];
  }
  if (source.namespace === "*" && !canName(dir, isPattern)) {
    reportNamespace(index, '"*" beside a dir in which one name has wildcards, or a name', "*", context);
    return [];
  }
  if (matches.length === 0) return [written];
  return matches.flatMap(({ path, matched }) => {
    const expanded = { ...source, [key]: path };
    if (source.namespace !== "*") return [{ index, entry: typeof entry === "string" ? path : expanded }];
    if (NAMESPACE.test(matched)) return [{ index, entry: { ...expanded, namespace: matched } }];
    reportNamespace(index, "written out where a directory's name has spaces or colons", matched, context);
    return [];
  });
}

const DEPENDENCIES = ["dependencies", "devDependencies", "optionalDependencies"] as const;

/** Returns a source for `skills/` of each direct dependency that has one; with the namespace `*`, under its name. */
function dependencySources(source: SourceConfig, index: number, context: ExpandContext): readonly WrittenSource[] {
  const { host, findings, place } = context;
  const found = dependencyNames(host).filter((name) => {
    const dir = findPackageDir(name, host);
    return dir !== undefined && isDirectory(`${dir}/skills`, host);
  });
  if (found.length === 0 && source.optional !== true)
    findings.add(configRules["config-invalid-value"], place(["sources", index, "package"]), {
      key: formatPath(["sources", index, "package"]),
      expected: '"*" only where a direct dependency that is installed has a directory skills',
      actual: '"*"',
    });
  return found.map((name) => {
    const namespace = source.namespace === "*" ? { namespace: name.replace(/^@[^/]*\//, "") } : {};
    return { index, entry: { ...source, package: `${name}#skills`, ...namespace } };
  });
}

function dependencyNames(host: Host): readonly string[] {
  const manifest = readObject(host, "package.json");
  const groups = DEPENDENCIES.map((key) => manifest?.[key]).filter(isObject);
  return [...new Set(groups.flatMap(Object.keys))].filter(isPackageName).sort(compareCodeUnits);
}

/** The namespace comes from the only segment with wildcards. */
function canName(dir: string, isPattern: boolean): boolean {
  return isPattern && dir.split("/").filter((segment) => WILDCARD.test(segment)).length === 1;
}

function reportNamespace(index: number, expected: string, actual: string, { findings, place }: ExpandContext): void {
  findings.add(configRules["config-invalid-value"], place(["sources", index, "namespace"]), {
    key: formatPath(["sources", index, "namespace"]),
    expected,
    actual: JSON.stringify(actual),
  });
}

interface Match {
  readonly path: string;
  /** What the wildcards of the last segment that has some match. */
  readonly matched: string;
}

/** A string says what is wrong with the pattern. */
function directoriesOf(pattern: string, host: Host): readonly Match[] | string {
  let found: readonly Match[] = [{ path: "", matched: "" }];
  for (const segment of trimEndOf(pattern, "/").split("/")) {
    if (segment === "**") return 'a source is searched to any depth, so name the directory before "**" alone';
    if (!WILDCARD.test(segment)) {
      found = found.map(({ path, matched }) => ({ path: join(path, segment), matched }));
      continue;
    }
    const filter = compileFilter(segment);
    if (filter.error !== undefined) return filter.error;
    found = found.flatMap(({ path }) =>
      directoryNames(path, host)
        .filter((name) => filter.matches(name) && (!name.startsWith(".") || segment.startsWith(".")))
        .map((name) => ({ path: join(path, name), matched: matchedBy(segment, name) })),
    );
  }
  return found.filter(({ path }) => isDirectory(path, host));
}

/** An absolute pattern starts with an empty segment. */
function join(path: string, segment: string): string {
  return path === "" ? segment || "/" : path === "/" ? `/${segment}` : `${path}/${segment}`;
}

function directoryNames(path: string, host: Host): readonly string[] {
  const entries = host.readDirectory(path === "" ? "." : path);
  if (isFailure(entries)) return [];
  const mayBe = ({ kind, name }: DirectoryEntry): boolean =>
    kind === "directory" ? !NEVER_MATCHED.has(name) : kind === "symlink";
  const names = entries.filter(mayBe).map(({ name }) => name);
  return names.sort(compareCodeUnits);
}

/** For `acme-*` what the star matches; for other wildcards the whole name. */
function matchedBy(segment: string, name: string): string {
  const [, before = "", after = ""] = /^([^*?[{\\]*)\*([^*?[{\\]*)$/.exec(segment) ?? [];
  return name.slice(before.length, name.length - after.length);
}
