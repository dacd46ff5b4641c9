/**
 * Returns whether a repository is on a list of allowed sources: `*`, `owner/*` or `owner/repo`. Like GitHub, it ignores
 * case.
 *
 * @example
 * isAllowedSource("acme/skills", ["acme/*"]); // true
 */
export function isAllowedSource(repository: string, patterns: readonly string[]): boolean {
  const wanted = repository.toLowerCase();
  const owner = wanted.split("/")[0] as string;
  return patterns.some((pattern) => ["*", `${owner}/*`, wanted].includes(pattern.toLowerCase()));
}
