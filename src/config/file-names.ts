/** Names of config files; if a directory contains several, the first in this list is used. */
export const configFileNames: readonly string[] = [
  "skillc.config.ts",
  "skillc.config.mts",
  "skillc.config.js",
  "skillc.config.mjs",
  "skillc.config.json",
  "skillc.config.yaml",
  "skillc.config.yml",
];
