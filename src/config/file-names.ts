/** If a directory contains several, the first in this list is used. */
export const configFileNames: readonly string[] = [
  "skillc.config.ts",
  "skillc.config.mts",
  "skillc.config.js",
  "skillc.config.mjs",
  "skillc.config.json",
  "skillc.config.yaml",
  "skillc.config.yml",
];

/**
 * Returns how a config file is written, by its name: `code` is a program. Undefined: no config has such a name.
 *
 * @example
 * notationOf("tools/skillc.config.mts"); // "code"
 */
export function notationOf(file: string): "code" | "json" | "yaml" | undefined {
  const [, code, json, yaml] = /\.(?:([cm]?[jt]s)|(json)|(ya?ml))$/i.exec(file) ?? [];
  if (code !== undefined) return "code";
  if (json !== undefined) return "json";
  return yaml === undefined ? undefined : "yaml";
}
