/**
 * The agent frameworks that the adapters are tested with: what is installed, in which version, and the lowest Node that
 * its `engines` allow. The names are those of the directories in `.engines/frameworks`.
 */
export const frameworks = [
  { name: "ai-6", packages: ["ai@6.0.326", "zod@4.6.7"], node: "node" },
  { name: "ai-7", packages: ["ai@7.0.173", "zod@4.6.7"], node: "node22" },
];
