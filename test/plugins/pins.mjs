/**
 * The bundlers and frameworks that the plugins and recipes are tested with, beyond devDependencies (Vite 8, Rollup,
 * webpack, esbuild): what is installed, in which version, and the lowest Node that it runs on. The names are those of
 * the directories in `.engines/bundlers`.
 */
export const bundlers = [
  { name: "vite-7", packages: ["vite@7.3.8"], node: "node" },
  { name: "rolldown", packages: ["rolldown@1.3.2"], node: "node" },
  { name: "rspack-1", packages: ["@rspack/core@1.7.12"], node: "node" },
  { name: "rspack-2", packages: ["@rspack/core@2.3.2"], node: "node" },
  {
    name: "next-15",
    packages: [
      "next@15.5.29",
      "react@19.2.4",
      "react-dom@19.2.4",
      "@types/react@19.2.14",
      "@types/node@22.19.1",
      "typescript@5.9.3",
    ],
    node: "node",
  },
];
