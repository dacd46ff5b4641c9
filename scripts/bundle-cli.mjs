/**
 * Bundles the command line into `dist/bin`. Run by `npm run build`, after tsc.
 *
 * Takes: `dist/cli/bin.js` and the packages that it imports. Gives: `dist/bin/skillc.js`, the chunks that it loads when
 * they are needed, `known-command.js` in one piece, and the licenses of the bundled packages. Never: changes the modules of the API.
 *
 * A start reads some 30 files instead of 290, and never so many at once that a low limit of open files is reached.
 */
import { isBuiltin } from "node:module";
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const root = fileURLToPath(new URL("..", import.meta.url));
const out = join(root, "dist/bin");

/** Loaded from `node_modules`: esbuild is a program of its own, and watchpack is CommonJS that only `--watch` needs. */
const EXTERNAL = ["esbuild", "watchpack"];

/** `yaml` gives Node its CommonJS build, from which nothing can be left out; the other one has the same code. */
const yamlAsModules = {
  name: "yaml-as-modules",
  setup(bundler) {
    bundler.onResolve({ filter: /^yaml$/ }, () => ({ path: join(root, "node_modules/yaml/browser/index.js") }));
  },
};

/** CommonJS packages `require` modules of Node, which an ES module cannot: they get what an import would give them. */
const nodeAsModules = {
  name: "node-as-modules",
  setup(bundler) {
    bundler.onResolve({ filter: /^(?:node:)?[a-z_]+$/ }, ({ path, kind }) =>
      kind === "require-call" && isBuiltin(path) ? { path: path.replace(/^node:/, ""), namespace: "node" } : undefined,
    );
    bundler.onLoad({ filter: /.*/, namespace: "node" }, ({ path }) => ({
      contents: `export * from "node:${path}"; export { default } from "node:${path}";`,
    }));
  },
};

function byCodeUnits(one, two) {
  return one < two ? -1 : one > two ? 1 : 0;
}

/** Returns the texts of the licenses of the packages that these files belong to, which a copy of them must contain. */
function licensesOf(inputs) {
  const packages = new Set(inputs.flatMap((path) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path) ?? []));
  const texts = [...packages].sort(byCodeUnits).map((dir) => {
    const { name, version } = JSON.parse(readFileSync(join(root, dir, "package.json"), "utf8"));
    const find = (pattern) => readdirSync(join(root, dir)).filter((entry) => pattern.test(entry));
    const [text] = [
      ...find(/^licen[cs]e/i).map((file) => readFileSync(join(root, dir, file), "utf8")),
      // An older package may have it at the end of its README.
      ...find(/^readme/i).flatMap(
        (file) => /^#* *licen[cs]e\n[^]*/im.exec(readFileSync(join(root, dir, file), "utf8")) ?? [],
      ),
    ];
    if (text === undefined) throw new Error(`${name} has no license text, which a bundle must contain`);
    return `${name} ${version}\n\n${text.trim()}\n`;
  });
  return `The files in this directory contain code of these packages.\n\n${texts.join(`\n${"-".repeat(80)}\n\n`)}`;
}

/**
 * The parts of the bundle find each other by these names, and have nothing else in common. Only the format `sarif` knows
 * all rules.
 */
const PARTS = ["version", "known-command", "start", "sarif"];

const otherPart = {
  name: "other-part",
  setup(bundler) {
    const filter = new RegExp(`^\\./(?:${PARTS.join("|")})\\.js$`);
    bundler.onResolve({ filter }, ({ path, kind }) =>
      kind === "dynamic-import" ? { path, external: true } : undefined,
    );
  },
};

rmSync(out, { recursive: true, force: true });
const options = {
  outdir: out,
  absWorkingDir: root,
  bundle: true,
  format: "esm",
  platform: "node",
  target: "node20.19",
  external: EXTERNAL,
  // Names stay, so that a stack in a bug report can be read.
  minifyWhitespace: true,
  minifySyntax: true,
  legalComments: "none",
  metafile: true,
  logLevel: "warning",
  plugins: [yamlAsModules, nodeAsModules, otherPart],
};
const cli = (name) => join(root, `dist/cli/${name}.js`);
// Where the outcome is known, reading and resolving many small files would take most of the time.
const [known, rest] = await Promise.all([
  build({
    ...options,
    entryPoints: { skillc: cli("bin"), version: cli("version"), "known-command": cli("known-command") },
  }),
  build({
    ...options,
    entryPoints: { start: cli("start"), sarif: join(root, "dist/formats/sarif.js") },
    splitting: true,
  }),
]);
const inputs = [known, rest].flatMap(({ metafile }) => Object.keys(metafile.inputs));
writeFileSync(join(out, "LICENSES.txt"), licensesOf(inputs));
