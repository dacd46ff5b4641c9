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
      "react@19.3.1",
      "react-dom@19.3.1",
      "@types/react@19.3.0",
      "@types/node@20.19.43",
      "typescript@5.9.3",
    ],
    node: "node",
  },
  {
    name: "next-16",
    packages: [
      "next@16.4.6",
      "react@19.3.1",
      "react-dom@19.3.1",
      "@types/react@19.3.0",
      "@types/node@20.19.43",
      "typescript@5.9.3",
    ],
    node: "node",
  },
  { name: "wrangler", packages: ["wrangler@4.164.0", "typescript@5.9.3"], node: "node22" },
  {
    name: "cloudflare-vite",
    packages: ["@cloudflare/vite-plugin@1.64.0", "vite@8.3.8", "wrangler@4.164.0", "typescript@5.9.3"],
    node: "node22",
  },
  {
    name: "astro",
    packages: ["astro@7.3.5", "@astrojs/node@11.1.6", "@astrojs/check@0.9.10", "typescript@5.9.3"],
    node: "node22",
  },
  {
    name: "sveltekit-2",
    packages: [
      "@sveltejs/kit@2.70.4",
      "@sveltejs/adapter-node@5.5.7",
      "@sveltejs/vite-plugin-svelte@6.2.4",
      "svelte@5.57.3",
      "vite@7.3.8",
      "typescript@5.9.3",
    ],
    node: "node",
  },
  {
    name: "sveltekit",
    packages: [
      "@sveltejs/kit@3.2.0",
      "@sveltejs/adapter-node@6.0.1",
      "@sveltejs/vite-plugin-svelte@7.3.1",
      "svelte@5.57.3",
      "vite@8.3.8",
      "typescript@5.9.3",
    ],
    node: "node22",
  },
  { name: "nitropack", packages: ["nitropack@2.13.6", "typescript@5.9.3"], node: "node" },
  { name: "turborepo", packages: ["turbo@2.11.11"], node: "node" },
  { name: "nx", packages: ["nx@24.0.6"], node: "node" },
];
