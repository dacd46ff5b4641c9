/** docs/plugins.md: its recipes are those of `test/plugins/recipes`, its versions those that the tests install. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { versionAt } from "../plugins/bundlers.ts";
import { bundlers } from "../plugins/pins.mjs";
import { ROOT } from "../support/consumer.ts";
import { recipeBlocks } from "./recipe-blocks.ts";

const PAGE = readFileSync(join(ROOT, "docs/plugins.md"), "utf8");
const RECIPES = join(ROOT, "test/plugins/recipes");

/** Directories of the recipes by the heading of their section. */
const directories: Readonly<Record<string, string>> = {
  "Next.js with webpack": "next-webpack",
  "Next.js with Turbopack": "next-turbopack",
  "Cloudflare Workers with wrangler": "wrangler",
  "Cloudflare Workers with Vite": "cloudflare-vite",
  Astro: "astro",
  SvelteKit: "sveltekit",
  Nitro: "nitro",
  Turborepo: "turborepo",
  Nx: "nx",
};

test("every recipe has a section with its files", () => {
  expect([...new Set(recipeBlocks.map(({ heading }) => heading))]).toEqual(Object.keys(directories));
});

test.each(recipeBlocks)("$heading: $path is the file that is tested", ({ heading, path, text }) => {
  const tested = readFileSync(join(RECIPES, directories[heading] ?? "", path), "utf8");
  // Of JSON files, the page shows the parts that matter.
  if (path.endsWith(".json")) expect(JSON.parse(tested)).toMatchObject(JSON.parse(text) as object);
  else expect(text).toBe(tested);
});

test("the versions are those that the tests install, with the lowest Node that they need", () => {
  const section = /^## Tested versions\n([^]*?)^## /m.exec(PAGE)?.[1] ?? "";
  const rows = Array.from(section.matchAll(/\| `([^`]+)` ([\d., ]+\d) \| (\d+) \|$/gm));
  expect(rows.length).toBeGreaterThan(10);
  const shown = rows.flatMap(([, name = "", versions = "", node]) =>
    versions.split(", ").map((version) => `${name}@${version} on ${node}`),
  );
  const pinned = bundlers.map(({ packages: [first], node }) => `${first} on ${node === "node" ? "20" : node.slice(4)}`);
  const developed = ["vite", "rollup", "esbuild", "webpack"].map(
    (name) => `${name}@${versionAt(join(ROOT, "node_modules", name))} on 20`,
  );
  expect(shown.toSorted()).toEqual([...pinned, ...developed].sort());
});

test("each recipe is used by a test", () => {
  const tests = ["next", "cloudflare", "vite-frameworks", "task-runners"]
    .map((name) => readFileSync(join(ROOT, `test/plugins/${name}.test.ts`), "utf8"))
    .join("");
  for (const name of Object.values(directories)) expect(tests).toContain(`"${name}"`);
});
