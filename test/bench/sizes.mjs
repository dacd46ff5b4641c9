// What `skillc/runtime` costs a bundle, by esbuild and by rolldown: minified and gzipped. Prints a table when it is run, and
// what an install of the built package takes.
// node sizes.mjs
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { installedText, measureInstall } from "./installed-size.mjs";

// The one that comes with Vite.
const rolldownPath = createRequire(import.meta.resolve("vite")).resolve("rolldown");
const { rolldown } = await import(pathToFileURL(rolldownPath).href);

const ROOT = join(import.meta.dirname, "../..");
const ENTRY = join(ROOT, "src/runtime/index.ts");
const ACCESS = join(ROOT, "src/runtime/access.ts");
const AGENT = join(ROOT, "src/runtime/agent/index.ts");

/** Bytes after gzip: the access layer, as it is copied into the output of a build, and all of the library. */
export const LIMITS = {
  access: 5 * 1024,
  everything: 33.5 * 1024,
  /** `agentSkills`, and with all functions that can be passed in: on top of the access layer, which every module has. */
  agent: 12.9 * 1024,
  agentWithParts: 24.9 * 1024,
  /** Each file of `adapters/`, on top of `agentSkills`. */
  adapter: 1.5 * 1024,
};

/** What is imported alone, by the name that the table gives it. */
export const FEATURES = {
  "skills of a module or a catalog": ["createSkills", "createSkillsFromCatalog"],
  "merged catalogs": ["mergeCatalogs"],
  filters: ["compileFilter"],
  executor: ["createExecutor"],
  rendering: ["renderSkill"],
  "variables and wrappers": ["injectVariables", "mergeVariables", "wrapSkillContent"],
  selectors: ["allSelector", "createTagSelector", "createExternalSelector"],
  search: ["buildSearchIndex", "createSearchSelector"],
  "index texts": ["formatIndex", "withSkillsMetadata"],
  "index budgets": ["fitIndex"],
  "preloaded prompt": ["preloadedPrompt"],
  scopes: ["isAuthorized", "resolveGrants"],
  hooks: ["parseHooks", "runHooks"],
  "tool gate": ["createToolGate"],
  "active skill": ["createActiveSkillTracker"],
  models: ["resolveModel"],
  "default tools": ["modernTools", "callTool"],
  "tools of PromptKit": ["promptkitTools"],
  "tools of SkillKit": ["skillkitTools"],
  "tools of instructor-php": ["cognesyTools"],
  "all of instructor-php": ["useSkills"],
  "tools of fizeau": ["fizeauTools"],
  "sessions and tools of Carnet": ["createCarnetSession", "carnetPrompt", "carnetTools"],
  "executor with default tools": ["createExecutor", "modernTools", "callTool", "createToolGate"],
  "token estimates": ["estimateTokens"],
};

const BUNDLERS = {
  async esbuild(contents) {
    const { outputFiles } = await build({
      stdin: { contents, resolveDir: ROOT },
      bundle: true,
      minify: true,
      write: false,
      format: "esm",
      platform: "neutral",
      target: "es2023",
    });
    return outputFiles[0].text;
  },
  async rolldown(contents) {
    const bundle = await rolldown({
      input: "entry",
      platform: "neutral",
      logLevel: "silent",
      plugins: [
        {
          name: "entry",
          resolveId: (id) => (id === "entry" ? "\0entry" : null),
          load: (id) => (id === "\0entry" ? contents : null),
        },
      ],
    });
    const { output } = await bundle.generate({ format: "esm", minify: true });
    await bundle.close();
    return output[0].code;
  },
};

/** Names of the bundlers. */
export const bundlerNames = Object.keys(BUNDLERS);

/** Code of a bundle that exports some names of the library, or all. */
export function bundleOf(bundler, names) {
  return BUNDLERS[bundler](
    `export ${names === undefined ? "*" : `{ ${names.join(", ")} }`} from ${JSON.stringify(ENTRY)};`,
  );
}

/** Code of the access layer. */
export function accessLayer(bundler) {
  return BUNDLERS[bundler](`export { createSkills, SkillError } from ${JSON.stringify(ACCESS)};`);
}

/** Code of `skillc/agent` with the access layer, and with some names of the library that can be passed in. */
export function agentBundle(bundler, names = []) {
  return BUNDLERS[bundler](
    [
      `export { createSkills, SkillError } from ${JSON.stringify(ACCESS)};`,
      `export { agentSkills } from ${JSON.stringify(AGENT)};`,
      ...(names.length === 0 ? [] : [`export { ${names.join(", ")} } from ${JSON.stringify(ENTRY)};`]),
    ].join("\n"),
  );
}

/** Names of the adapters: the files of `adapters/` that have a subpath. */
export const ADAPTERS = Object.values(JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")).exports).flatMap(
  (target) => /adapters\/(.+)\.js$/.exec(target.default ?? "")?.[1] ?? [],
);

/** Code of an adapter together with `agentBundle`. */
export function adapterBundle(bundler, name) {
  const file = join(ROOT, `src/runtime/adapters/${name}.ts`);
  return BUNDLERS[bundler](
    [
      `export { createSkills, SkillError } from ${JSON.stringify(ACCESS)};`,
      `export { agentSkills } from ${JSON.stringify(AGENT)};`,
      `export * from ${JSON.stringify(file)};`,
    ].join("\n"),
  );
}

/** What can be passed to `agentSkills`. */
export const AGENT_PARTS = ["createToolGate", "createFork", "renderSkill", "compileFilter", "parseHooks", "runHooks"];

/** Bytes of a text after gzip. */
export function gzipSize(code) {
  return gzipSync(code, { level: 9 }).length;
}

async function print() {
  const rows = [["", ...bundlerNames.map((name) => `${name} (gzip)`)]];
  const add = async (label, codeOf) => {
    const codes = await Promise.all(bundlerNames.map(codeOf));
    rows.push([label, ...codes.map((code) => `${code.length} (${gzipSize(code)})`)]);
  };
  await add(`access layer, at most ${LIMITS.access}`, accessLayer);
  await add(`everything, at most ${LIMITS.everything}`, (name) => bundleOf(name));
  await add("access layer with agentSkills", (name) => agentBundle(name));
  await add("the same with all its parts", (name) => agentBundle(name, AGENT_PARTS));
  for (const adapter of ADAPTERS) await add(`agentSkills with ${adapter}`, (name) => adapterBundle(name, adapter));
  for (const [label, names] of Object.entries(FEATURES)) await add(label, (name) => bundleOf(name, names));
  for (const [label, ...cells] of rows) console.log(label.padEnd(34) + cells.map((cell) => cell.padStart(18)).join(""));
  console.log(installedText(measureInstall(ROOT)));
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) await print();
