/** The common directory of the files that TypeScript compiles, which it takes as `rootDir` if a tsconfig names none. */
import { isFailure, type Host } from "../../model/host.ts";
import { isInside, joinPath } from "../../paths/index.ts";

/** Which files a tsconfig compiles; paths relative to the project. */
interface SourcePatterns {
  /** The directory of the tsconfig. */
  readonly dir: string;
  /** Patterns and files, relative to that directory; undefined for everything below it. */
  readonly include: readonly string[] | undefined;
  readonly exclude: readonly string[];
  readonly allowJs: boolean;
}

/** Deeper files do not change the result of a sensible project. */
const MAX_DEPTH = 6;

/** Returns the directory, relative to that of the tsconfig; undefined without a file. */
export function findSourceRoot(host: Host, { dir, include, exclude, allowJs }: SourcePatterns): string | undefined {
  const isSource = (name: string): boolean =>
    !/\.d\.[cm]?ts$/.test(name) && (allowJs ? /\.[cm]?[jt]sx?$/ : /\.(?:[cm]?ts|tsx)$/).test(name);
  const left = [...exclude, "node_modules"].map((pattern) => joinPath(dir, staticPart(pattern)));
  const starts = (include ?? ["."]).map((pattern) => joinPath(dir, staticPart(pattern)));
  const dirs = starts.flatMap((start) => directoriesWith(host, start, { isSource, left, depth: MAX_DEPTH }));
  const [first, ...more] = dirs.map((each) => each.split("/").filter((segment) => segment !== "."));
  if (first === undefined) return undefined;
  const common = first.filter((_, at) =>
    more.every((other) => first.slice(0, at + 1).every((part, i) => other[i] === part)),
  );
  const prefix = dir === "." ? 0 : dir.split("/").length;
  return common.slice(prefix).join("/") || ".";
}

/** The directories before the first wildcard. */
function staticPart(pattern: string): string {
  const [start = ""] = /^[^*?{]*(?=\/|$)/.exec(pattern) ?? [];
  return start === "" ? "." : start;
}

interface Walk {
  readonly isSource: (name: string) => boolean;
  readonly left: readonly string[];
  readonly depth: number;
}

/** Returns the directories below a path that contain a source file; the path may be a file. */
function directoriesWith(host: Host, path: string, { isSource, left, depth }: Walk): readonly string[] {
  if (left.some((each) => each !== "." && isInside(each, path)) || depth < 0) return [];
  const entries = host.readDirectory(path);
  if (isFailure(entries)) return entries.failure === "not-directory" && isSource(path) ? [joinPath(path, "..")] : [];
  const below = entries
    .filter(({ name, kind }) => kind === "directory" && !name.startsWith(".") && name !== "node_modules")
    .flatMap(({ name }) => directoriesWith(host, joinPath(path, name), { isSource, left, depth: depth - 1 }));
  return entries.some(({ name, kind }) => kind === "file" && isSource(name)) ? [path, ...below] : below;
}
