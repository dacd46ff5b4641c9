/** SkillKit for Elixir. */
import type { System } from "../system.ts";
import { cutSkillkit } from "./frontmatter.ts";

export const skillkit: System = {
  base: "standard",
  changes: {
    name: "skillkit",
    label: "SkillKit for Elixir",
    source: "paper-crow/skill_kit 0.3.0",
    onInvalid: "skip",
    duplicates: "first",
    discovery: {
      places: [".", "*", "skills/*", "*/skills/*"],
      namespaces: "kit",
      companions: "kit",
    },
    frontmatter: { style: "skillkit" },
    naming: {
      trim: false,
      normalize: false,
      maxLength: Infinity,
      extra: "_",
      hyphens: "free",
      start: "letter",
      qualified: true,
    },
    description: { maxLength: Infinity },
    emptyText: "none",
    forms: { required_scope: "text-or-list" },
    markers: "skillkit",
    failedCommands: "marker",
    body: "trimmed",
  },
  exact: { frontmatter: { lineEnds: "lf" } },
  reader: {
    label: "SkillKit",
    source: "paper-crow/skill_kit 0.3.0",
    read: "2026-11-21",
    fields: ["required_scope", "hooks"],
  },
  signs: {
    // Other tools have an AGENT.md without frontmatter.
    companions: [{ file: "AGENT.md", text: /^---\r?\n/, besideSkills: true }],
  },
  cut: cutSkillkit,
};
