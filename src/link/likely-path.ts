import { compileFilter, normalizePath } from "../paths/index.ts";
import { nearestNames } from "../runtime/access.ts";

/** Also returns a path for comparison. */
export function likelyPath(
  patterns: readonly string[],
  all: readonly string[],
): { readonly nearest: string; readonly example: string } {
  const paths = all.filter((path) => path !== "");
  const directories = new Set(
    paths.flatMap((path) => path.split("/").map((_, at, parts) => parts.slice(0, at + 1).join("/"))),
  );
  const meant = patterns.flatMap((pattern) => {
    // The whole segments before the first wildcard.
    const [literal = ""] = /^[^*?[\]{},\\]*/.exec(pattern) ?? [];
    const rest = pattern.slice(literal.length);
    const end = rest === "" ? literal.length : Math.max(0, literal.lastIndexOf("/"));
    const wanted = normalizePath(literal.slice(0, end));
    return [...directories].filter((dir) => isNearPath(wanted, dir)).map((dir) => dir + pattern.slice(end));
  });
  const nearest = meant.find((pattern) => paths.some((path) => compileFilter([pattern]).matches(path)));
  return { nearest: nearest ?? "", example: paths[0] ?? "" };
}

/** Compares segment by segment, or the end of the path. */
function isNearPath(wanted: string, path: string): boolean {
  const segments = wanted.split("/");
  const others = path.split("/");
  return (
    path.endsWith(`/${wanted}`) ||
    (segments.length === others.length &&
      segments.every((segment, at) => segment === others[at] || nearestNames(segment, [others[at] ?? ""]).length > 0))
  );
}
