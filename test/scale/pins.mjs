/** What is installed to run the recipes of docs/scale.md: `npm run scale:by-hand`. */
export const pins = [
  { name: "turborepo", packages: ["turbo@2.11.11", "turborepo-remote-cache@2.12.0"] },
  { name: "nx", packages: ["nx@24.0.6"] },
];
