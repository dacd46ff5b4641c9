/**
 * The tools that skillc is compared with: what is installed into `.engines/bench/<name>`, on demand. Node is the version
 * that runs the benchmark.
 */
export const peers = [
  { name: "velite", packages: ["velite@0.4.0"] },
  {
    name: "content-collections",
    packages: ["@content-collections/core@0.15.3", "@content-collections/cli@0.1.9", "typescript@5.9.3", "zod@4.6.7"],
  },
  { name: "gray-matter", packages: ["gray-matter@4.0.3", "zod@4.6.7"] },
  {
    name: "agents",
    packages: [
      "agents@0.24.0",
      "vite@8.3.8",
      "zod@4.6.7",
      "@babel/core@7.29.0",
      "@babel/plugin-proposal-decorators@7.29.0",
    ],
  },
  { name: "skill-check", packages: ["skill-check@1.2.0"] },
  { name: "skills-check", packages: ["skills-check@1.2.1"] },
  { name: "skill-tools", packages: ["skill-tools@0.2.2"] },
];
