/** What is detected from the files of a project: the package manager, the framework, TypeScript, the workspace. */
import { expect, test } from "vitest";
import { createMemoryHost, type MemoryEntry } from "../../src/host/index.ts";
import { readFacts, type FactsOptions, type ProjectFacts } from "../../src/cli/init/facts.ts";
import { includesRootTypes } from "../../src/cli/init/tsconfig.ts";

type Tree = Readonly<Record<string, MemoryEntry>>;

function facts(files: Tree, options: FactsOptions = {}, base = "/work/shop"): ProjectFacts {
  const read = readFacts(createMemoryHost(files, { base }), options);
  if ("fault" in read) throw new Error(read.fault);
  return read;
}

const dependencies = (...names: readonly string[]): Tree => ({
  "package.json": JSON.stringify({ devDependencies: Object.fromEntries(names.map((name) => [name, "^1.0.0"])) }),
});

test.each<[string, Tree, string]>([
  ["no trace", {}, "npm"],
  ["a lock file", { "yarn.lock": "" }, "yarn"],
  ["either lock file of Bun", { "bun.lockb": "" }, "bun"],
  [
    "packageManager before the lock file",
    { "package.json": '{"packageManager":"pnpm@10.1.0"}', "yarn.lock": "" },
    "pnpm",
  ],
  ["devEngines", { "package.json": '{"devEngines":{"packageManager":[{"name":"bun"}]}}' }, "bun"],
  ["an unknown manager", { "package.json": '{"packageManager":"vlt@1"}', "pnpm-lock.yaml": "" }, "pnpm"],
  ["the lock file of the repository", { "/work/.git/": "", "/work/pnpm-lock.yaml": "", "package.json": "{}" }, "pnpm"],
  ["the root of the workspace", { "/work/package.json": '{"workspaces":["*"],"packageManager":"yarn@4.9.0"}' }, "yarn"],
  ["a lock file beyond the repository", { ".git/": "", "/work/yarn.lock": "" }, "npm"],
  ["a lock file above a project without a repository", { "/work/yarn.lock": "" }, "npm"],
  ["a manifest that is no JSON", { "/work/.git/": "", "/work/package.json": "{", "/work/yarn.lock": "" }, "yarn"],
])("the package manager of %s", (_, files, manager) => {
  expect(facts(files).manager).toBe(manager);
});

test("without a trace, the package manager that runs the command is that of the project", () => {
  expect(facts({}, { userAgent: "pnpm/10.1.0 npm/? node/v20.19.0 linux x64" }).manager).toBe("pnpm");
  expect(facts({ "yarn.lock": "" }, { userAgent: "pnpm/10.1.0" }).manager).toBe("yarn");
  expect(facts({}, { userAgent: "deno/2.9.6" }).manager).toBe("npm");
});

test.each<[string, Tree, readonly [approach: string, framework: string | undefined]]>([
  ["nothing", {}, ["scripts", undefined]],
  ["Next", dependencies("next"), ["scripts", "Next.js"]],
  [
    "Next, which is deployed to Workers",
    { ...dependencies("next"), "wrangler.jsonc": '{"main":"a"}' },
    ["scripts", "Next.js"],
  ],
  ["Nuxt", dependencies("nuxt", "vite"), ["scripts", "Nuxt"]],
  ["Nitro", { ...dependencies("nitropack"), "nitro.config.ts": "" }, ["plugin", "Nitro"]],
  ["Nitro in a config of Vite", { ...dependencies("nitro", "vite"), "vite.config.ts": "" }, ["plugin", "Vite"]],
  ["Nitro as a part of another tool", dependencies("nitropack"), ["scripts", undefined]],
  ["Astro", { ...dependencies("astro"), "astro.config.mjs": "" }, ["plugin", "Astro"]],
  ["Astro without a config", dependencies("astro"), ["scripts", "Astro"]],
  ["a Worker", { "wrangler.json": '{"main":"src/index.ts"}' }, ["wrangler", "Cloudflare Workers"]],
  ["a Worker in TOML", { "wrangler.toml": 'name = "a"\nmain = "b"\n' }, ["wrangler", "Cloudflare Workers"]],
  ["assets alone", { "wrangler.toml": 'name = "a"\n[build]\nmain = 1\n' }, ["scripts", undefined]],
  [
    "a Worker that Vite bundles",
    { ...dependencies("@cloudflare/vite-plugin", "vite"), "wrangler.jsonc": '{"main":"a"}', "vite.config.ts": "" },
    ["plugin", "Vite"],
  ],
  [
    "a Worker next to a page",
    { ...dependencies("vite"), "wrangler.jsonc": '{"main":"a"}', "index.html": "" },
    ["wrangler", "Cloudflare Workers"],
  ],
  ["Vite with a config", { ...dependencies("vite"), "vite.config.mts": "" }, ["plugin", "Vite"]],
  ["Vite with a page", { ...dependencies("vite"), "index.html": "" }, ["plugin", "Vite"]],
  [
    "Vite with a build that is imported",
    { "package.json": '{"imports":{"#skills":"./generated/skills/index.js"}}', "vite.config.ts": "" },
    ["scripts", undefined],
  ],
  ["Vite for tests", dependencies("vite", "vitest"), ["scripts", undefined]],
  ["SvelteKit", { ...dependencies("@sveltejs/kit", "vite"), "vite.config.ts": "" }, ["plugin", "SvelteKit"]],
  ["Hono", dependencies("hono"), ["scripts", "Hono"]],
])("the framework of %s", (_, files, [approach, framework]) => {
  expect(facts(files)).toMatchObject({ approach, framework });
});

test.each<[string, Tree, boolean]>([
  ["nodenext", { "tsconfig.json": '{"compilerOptions":{"module":"NodeNext"}}' }, true],
  ["bundler", { "tsconfig.json": '{"compilerOptions":{"moduleResolution":"bundler"}}' }, true],
  ["node10", { "tsconfig.json": '{"compilerOptions":{"module":"esnext","moduleResolution":"Node"}}' }, false],
  [
    "CommonJS of TypeScript 5",
    {
      ...dependencies("a"),
      "tsconfig.json": '{"compilerOptions":{"module":"commonjs"}}',
      "node_modules/typescript/package.json": '{"version":"5.9.3"}',
    },
    false,
  ],
  [
    "CommonJS of TypeScript 6",
    {
      "tsconfig.json": '{"compilerOptions":{"module":"commonjs"}}',
      "node_modules/typescript/package.json": '{"version":"6.0.0"}',
    },
    true,
  ],
  [
    "a base",
    { "tsconfig.json": '{"extends":"./base"}', "base.json": '{"compilerOptions":{"moduleResolution":"node10"}}' },
    false,
  ],
  [
    "a base in a package above",
    {
      "tsconfig.json": '{"extends":["@tsconfig/old/tsconfig.json"]}',
      "/work/node_modules/@tsconfig/old/tsconfig.json": '{"compilerOptions":{"moduleResolution":"node"}}',
    },
    false,
  ],
  [
    "a base that is overridden",
    {
      "tsconfig.json": '{"extends":"./base.json","compilerOptions":{"moduleResolution":"bundler"}}',
      "base.json": '{"compilerOptions":{"moduleResolution":"node10"}}',
    },
    true,
  ],
  [
    "a base that extends itself",
    { "tsconfig.json": '{"extends":"./tsconfig.json","compilerOptions":{"module":"node16"}}' },
    true,
  ],
])("whether %s reads the imports of package.json", (_, files, readsImports) => {
  expect(facts(files).tsconfigs).toMatchObject([{ readsImports }]);
});

test.each<[string, string, Tree, string | undefined]>([
  ["files in src", '{"compilerOptions":{"outDir":"dist"}}', { "src/a.ts": "", "src/b/c.tsx": "" }, "src"],
  ["a file at the root", '{"compilerOptions":{"outDir":"dist"}}', { "src/a.ts": "", "vitest.config.ts": "" }, "."],
  [
    "a deeper directory",
    '{"compilerOptions":{"outDir":"dist"},"include":["src/**/*"]}',
    { "src/app/a.ts": "", "test/b.ts": "" },
    "src/app",
  ],
  [
    "excluded files",
    '{"compilerOptions":{"outDir":"dist"},"exclude":["test"]}',
    { "src/a.ts": "", "test/b.ts": "", "dist/a.ts": "", "src/a.d.ts": "" },
    "src",
  ],
  [
    "a listed file",
    '{"compilerOptions":{"outDir":"dist"},"files":["lib/a.ts"]}',
    { "lib/a.ts": "", "src/b.ts": "" },
    "lib",
  ],
  ["no outDir", '{"compilerOptions":{"noEmit":true}}', { "src/a.ts": "" }, undefined],
  ["a rootDir", '{"compilerOptions":{"outDir":"dist","rootDir":"src"}}', { "src/a.ts": "" }, undefined],
  [
    "a project that others refer to",
    '{"compilerOptions":{"outDir":"dist","composite":true}}',
    { "src/a.ts": "" },
    undefined,
  ],
])("the rootDir that is missing with %s", (_, text, files, missingRootDir) => {
  const tsconfig = text.replace('"compilerOptions":{', '"compilerOptions":{"module":"nodenext",');
  const tree = { ...files, "tsconfig.json": tsconfig, "node_modules/typescript/package.json": '{"version":"5.9.3"}' };
  expect(facts(tree).tsconfigs).toMatchObject([{ missingRootDir }]);
});

test("the projects that a solution refers to are those of the app", () => {
  const { tsconfigs } = facts({
    "tsconfig.json":
      '{ "files": [], "references": [{ "path": "./tsconfig.app.json" }, { "path": "lib" }, { "path": "gone" }] }',
    "tsconfig.app.json": '{ "include": ["src"] }',
    "lib/tsconfig.json": "{ /* all */ }",
  });
  expect(tsconfigs.map(({ file }) => file)).toEqual(["tsconfig.app.json", "lib/tsconfig.json"]);
  expect(tsconfigs.map((tsconfig) => includesRootTypes(tsconfig, "skillc-env.d.ts"))).toEqual([false, false]);
});

test.each([
  ["{}", true],
  ['{ "include": ["**/*.ts"] }', true],
  ['{ "include": ["./"] }', true],
  ['{ "include": ["."] }', true],
  ['{ "include": ["src/**/*.ts"] }', false],
  ['{ "include": ["src", "skillc-env.d.ts"] }', true],
  ['{ "include": ["src"], "files": ["./skillc-env.d.ts"] }', true],
])("whether %s has the types at the root: %s", (text, expected) => {
  const [tsconfig] = facts({ "tsconfig.json": text }).tsconfigs;
  expect(tsconfig && includesRootTypes(tsconfig, "skillc-env.d.ts")).toBe(expected);
});

test.each<[string, Tree, readonly string[]]>([
  ["npm", { "package.json": '{"workspaces":["apps/*","./lib"]}' }, ["apps/a", "apps/b", "lib"]],
  ["Yarn 1", { "package.json": '{"workspaces":{"packages":["apps/*","!apps/b"]}}' }, ["apps/a"]],
  [
    "pnpm",
    { "package.json": "{}", "pnpm-workspace.yaml": "packages:\n  - 'apps/**'\n  # - lib\ncatalog:\n  - x\n" },
    ["apps/a", "apps/b", "apps/b/c"],
  ],
  [
    "pnpm on one line",
    { "package.json": "{}", "pnpm-workspace.yaml": 'packages: ["lib", apps/a]\n' },
    ["apps/a", "lib"],
  ],
  [
    "pnpm without packages",
    { "package.json": "{}", "pnpm-workspace.yaml": "onlyBuiltDependencies:\n  - esbuild\n" },
    [],
  ],
])("the packages of a workspace of %s", (_, files, members) => {
  const packages = Object.fromEntries(
    ["apps/a", "apps/b", "apps/b/c", "lib", "apps/a/node_modules/x"].map((dir) => [`${dir}/package.json`, "{}"]),
  );
  expect(facts({ ...packages, "apps/none/x.ts": "", ...files }).members).toEqual(members);
});

test.each<readonly [what: string, files: Readonly<Record<string, string>>, schema: string]>([
  ["a project of its own", { "/work/apps/a/package.json": "{}" }, "./node_modules/skillc/config.schema.json"],
  [
    "npm, which hoists",
    { "/work/package.json": '{"workspaces":["apps/*"]}', "/work/apps/a/package.json": "{}" },
    "../../node_modules/skillc/config.schema.json",
  ],
  [
    "pnpm, which links",
    {
      "/work/pnpm-workspace.yaml": "packages: [apps/*]\n",
      "/work/pnpm-lock.yaml": "",
      "/work/apps/a/package.json": "{}",
    },
    "./node_modules/skillc/config.schema.json",
  ],
  [
    "skillc that is installed above",
    { "/work/node_modules/skillc/config.schema.json": "{}", "/work/apps/a/package.json": "{}" },
    "../../node_modules/skillc/config.schema.json",
  ],
])("the schema of a config in %s", (_what, files, schema) => {
  const facts = readFacts(createMemoryHost(files, { base: "/work/apps/a" }));
  expect("fault" in facts ? facts : facts.schema).toBe(schema);
});
