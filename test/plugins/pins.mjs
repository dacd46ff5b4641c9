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
];
