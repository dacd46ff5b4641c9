/** The programs and libraries that read what the targets `well-known`, `zip` and `npm` write. */

/** @type {readonly import("../support/pinned-packages.ts").Pin[]} */
export const readers = [
  { name: "skills-cli", packages: ["skills@1.7.4"], node: "node22", byHand: true },
  { name: "intent", packages: ["@tanstack/intent@0.4.0"], node: "node", byHand: true },
  { name: "skills-npm", packages: ["skills-npm@1.2.1"], node: "node22", byHand: true },
  { name: "lighthouse", packages: ["lighthouse@13.5.0"], node: "node22", byHand: true },
  {
    name: "hosts",
    packages: ["@netlify/headers-parser@10.1.1", "@vercel/routing-utils@6.6.0"],
    node: "node22",
    byHand: true,
  },
  { name: "sdks", packages: ["@anthropic-ai/sdk@1.12.0", "openai@6.49.0"], node: "node", byHand: true },
];
