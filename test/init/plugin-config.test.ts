/** The plugin in the text of a config: added where the shape leaves no doubt, and nowhere else. */
import { expect, test } from "vitest";
import { transform } from "esbuild";
import { addPlugin, planPluginConfig } from "../../src/cli/init/plugin-config.ts";

test.each([
  [
    "a list on one line",
    'import { defineConfig } from "vite";\n\nexport default defineConfig({\n  plugins: [react(), vue()],\n});\n',
    'import { defineConfig } from "vite";\nimport skillc from "skillc/vite";\n\nexport default defineConfig({\n  plugins: [skillc(), react(), vue()],\n});\n',
  ],
  [
    "a list over several lines, single quotes, no semicolons, CRLF",
    "import { defineConfig } from 'vite'\r\nimport {\r\n  a,\r\n} from './a'\r\n\r\nexport default defineConfig({\r\n\tplugins: [\r\n\t\ta(),\r\n\t],\r\n})\r\n",
    "import { defineConfig } from 'vite'\r\nimport {\r\n  a,\r\n} from './a'\r\nimport skillc from 'skillc/vite'\r\n\r\nexport default defineConfig({\r\n\tplugins: [\r\n\t\tskillc(),\r\n\t\ta(),\r\n\t],\r\n})\r\n",
  ],
  [
    "no list, and an object without a function",
    'import "./polyfill";\nexport default {\n  base: "/shop",\n  server: { port: 1 },\n};\n',
    'import "./polyfill";\nimport skillc from "skillc/vite";\nexport default {\n  plugins: [skillc()],\n  base: "/shop",\n  server: { port: 1 },\n};\n',
  ],
  [
    "a list after other members, with a comment",
    'import { defineConfig } from "vite";\nexport default defineConfig({\n  // where it is\n  base: "/shop",\n  plugins: [],\n  build: { target: "es2022" },\n});\n',
    'import { defineConfig } from "vite";\nimport skillc from "skillc/vite";\nexport default defineConfig({\n  // where it is\n  base: "/shop",\n  plugins: [skillc()],\n  build: { target: "es2022" },\n});\n',
  ],
  [
    "no import, below a comment",
    "// @ts-check\nexport default {\n  plugins: [],\n};\n",
    '// @ts-check\nimport skillc from "skillc/vite";\n\nexport default {\n  plugins: [skillc()],\n};\n',
  ],
])("%s", async (_, before, after) => {
  const edit = addPlugin(before, "vite");
  expect(edit?.text).toBe(after);
  await expect(transform(after, { loader: "ts" })).resolves.toBeDefined();
  // The plan shows the lines in which the texts differ.
  const lines = (text: string): string[] => text.split(/\r?\n/);
  expect(lines(after).filter((line) => !lines(before).includes(line))).toEqual(edit?.added);
  expect(lines(before).filter((line) => !lines(after).includes(line))).toEqual(edit?.removed);
});

test.each([
  ["a function", 'import a from "a";\nexport default defineConfig(({ mode }) => ({\n  plugins: [],\n}));\n'],
  ["a variable", 'import a from "a";\nconst config = {\n  plugins: [],\n};\nexport default config;\n'],
  ["CommonJS", "module.exports = {\n  plugins: [],\n};\n"],
  ["a list of something else", 'import a from "a";\nexport default {\n  css: {\n    plugins: [],\n  },\n};\n'],
  ["two lists", 'import a from "a";\nexport default {\n  plugins: [],\n  worker: { plugins: [] },\n};\n'],
  ["a list that is a variable", 'import a from "a";\nconst plugins = [];\nexport default {\n  plugins,\n};\n'],
  ["a list on the line of the object", 'import a from "a";\nexport default { plugins: [] };\n'],
  ["code without an import", "const a = 1;\nexport default {\n  plugins: [],\n};\n"],
  [
    "an import that may be in a comment",
    '/*\nimport a from "a";\n*/\nimport b from "b";\nexport default {\n  plugins: [],\n};\n',
  ],
  ["an empty object", 'import a from "a";\nexport default defineConfig({\n});\n'],
])("leaves %s to its author", (_, text) => {
  expect(addPlugin(text, "vite")).toBeUndefined();
});

test.each([
  [
    "astro",
    'import { defineConfig } from "astro/config";\n\nexport default defineConfig({\n  site: "https://shop.example",\n});\n',
    'import { defineConfig } from "astro/config";\nimport skillc from "skillc/vite";\n\nexport default defineConfig({\n  vite: { plugins: [skillc()] },\n  site: "https://shop.example",\n});\n',
  ],
  [
    "nitro",
    "import { defineNitroConfig } from 'nitropack/config'\n\nexport default defineNitroConfig({\n  srcDir: 'server',\n})\n",
    "import { defineNitroConfig } from 'nitropack/config'\nimport skillc from 'skillc/vite'\n\nexport default defineNitroConfig({\n  rollupConfig: { plugins: [skillc()] },\n  srcDir: 'server',\n})\n",
  ],
] as const)("a config of %s gets the member that its recipe has", async (host, before, after) => {
  expect(addPlugin(before, host)?.text).toBe(after);
  await expect(transform(after, { loader: "ts" })).resolves.toBeDefined();
});

test("a member that is there is left to its author", () => {
  const astro =
    'import { defineConfig } from "astro/config";\nexport default defineConfig({\n  vite: { plugins: [a()] },\n});\n';
  expect(addPlugin(astro, "astro")).toBeUndefined();
  expect(planPluginConfig("astro", { path: "astro.config.mjs", text: astro }, "")).toMatchObject([
    { kind: "paste", lines: ['import skillc from "skillc/vite";', "vite: { plugins: [skillc(), …] }"] },
  ]);
});
