import type { System } from "../system.ts";
import { cutPromptkit } from "./frontmatter.ts";

export const promptkit: System = {
  base: "standard",
  changes: {
    name: "promptkit",
    label: "AltairaLabs PromptKit",
    source: "AltairaLabs/PromptKit 1.5 (86d9f36)",
    directories: [".promptkit/skills"],
    duplicates: "first",
    frontmatter: { style: "promptkit" },
    naming: { trim: false, normalize: false },
    lengthUnit: "utf-8-bytes",
    emptyText: "none",
    outsideSources: "as-written",
    emptyMounts: "absent",
    inlineTexts: "optional",
    tools: "items",
    metadata: "strings",
    body: "trimmed",
    discovery: { copies: "keep" },
  },
  exact: {
    discovery: { toolDirectories: "enter", linkedDocuments: "read", linkedSource: "empty" },
    mounts: "as-written",
    inlineTexts: "required",
    inlineSkills: "unchecked",
  },
  reader: { label: "PromptKit", source: "AltairaLabs/PromptKit 1.5", read: "2026-11-21", fields: [] },
  signs: { sourceKeys: ["mount_as", "path"] },
  cut: cutPromptkit,
};
