/** Carnet. */
import type { System } from "../system.ts";
import { cutGrayMatter } from "./frontmatter.ts";

export const carnet: System = {
  base: "standard",
  changes: {
    name: "carnet",
    label: "Carnet",
    source: "upstart-gg/carnet 0.3.1 (2567ec9)",
    duplicates: "last",
    discovery: { companions: "carnet" },
    frontmatter: { style: "gray-matter" },
    naming: { form: "free", maxLength: Infinity },
    description: { maxLength: Infinity },
    emptyText: "none",
    forms: { toolsets: "list" },
  },
  exact: {},
  reader: { label: "Carnet", source: "upstart-gg/carnet 0.3.1", read: "2026-11-21", fields: ["toolsets", "files"] },
  signs: {
    companions: [
      { file: "TOOLSET.md" },
      { file: "AGENT.md", text: /^---\r?\n(?:[^]*?\n)?(?:initialSkills|skills|toolsets)\s*:/ },
    ],
  },
  cut: cutGrayMatter,
};
