/**
 * Since which version a client reads a field, where its changelog says so: anthropics/claude-code CHANGELOG.md up to 2.1.240, and that in
 * the package of eve 0.80.1 (read 2026-11-28).
 */
export const since = {
  "claude-code": {
    "argument-hint": "1.0.54",
    agent: "2.1.0",
    context: "2.1.0",
    hooks: "2.1.0",
    "user-invocable": "2.1.0",
    effort: "2.1.80",
    "disallowed-tools": "2.1.152",
    background: "2.1.218",
  },
  eve: { deferred: "0.76.0" },
};

/** The same for the manifest of a plugin of Claude Code. */
export const sinceInPlugins = {
  userConfig: "2.1.83",
  monitors: "2.1.105",
  experimental: "2.1.129",
  defaultEnabled: "2.1.154",
};
