/** fizeau. */
import type { System } from "../system.ts";
import { cutFizeau } from "./frontmatter.ts";

export const fizeau: System = {
  base: "standard",
  changes: {
    name: "fizeau",
    label: "fizeau",
    source: "DocumentDrivenDX/fizeau (40c5732)",
    directories: [".fizeau/skills"],
    directoryVariable: "FIZEAU_SKILLS_DIR",
    onInvalid: "skip",
    duplicates: "last",
    discovery: { documents: "any", missingSource: "empty", noSkills: "accepted" },
    frontmatter: { style: "fizeau" },
    naming: { trim: false, normalize: false, extra: "_", hyphens: "free" },
    lengthUnit: "utf-8-bytes",
    emptyText: "none",
    forms: { tags: "list", version: "scalar" },
  },
  exact: { discovery: { toolDirectories: "enter" } },
  reader: {
    label: "fizeau",
    source: "DocumentDrivenDX/fizeau (40c5732)",
    read: "2026-11-21",
    fields: ["tags", "version"],
  },
  signs: {},
  cut: cutFizeau,
};
