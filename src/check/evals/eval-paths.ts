import { compileFilter } from "../../paths/index.ts";

/** In bytes. */
export const MOST_EVAL_BYTES = 1_048_576;

/** `evals/*.json`, `tests/*trigger*.csv`, `evals.json`. */
export function isUsualEvalPath(path: string): boolean {
  const isJson = path.endsWith(".json");
  if (!isJson && !path.endsWith(".csv")) return false;
  const [first = "", second, third] = path.split("/");
  if (third !== undefined) return false;
  if (second === undefined)
    return first.startsWith("trigger") || (isJson && (first === "evals.json" || first === "eval_queries.json"));
  if (first === "tests") return second.includes("trigger");
  return isJson && (first === "evals" || first === "eval");
}

/** Accepts the usual places, and JSON and CSV files that match patterns. */
export function createEvalTest(patterns: readonly string[]): (path: string) => boolean {
  if (patterns.length === 0) return isUsualEvalPath;
  const { matches } = compileFilter([...patterns]);
  return (path) => isUsualEvalPath(path) || (/\.(?:json|csv)$/.test(path) && matches(path));
}
