/**
 * Bundles the command line, the Node API and the plugins into `dist/bin`. Run by `npm run build`, after tsc.
 *
 * Takes: `dist` and the packages that it imports. Gives: `dist/bin/skillc.js` and what it loads when it is needed, few
 * large files where most of a short run would go into reading and resolving small ones; an entry for each subpath of
 * package.json that is not of the runtime; and the licenses of the bundled packages. Never: changes the modules of tsc.
 *
 * - `known-command.cjs` prints an outcome that is known.
 * - `everyday.cjs` runs `check`, `build`, `list`, `show`, `compile` and `link`. What one of them does not use is in it, but is not evaluated.
 * - `start.mjs` runs any command; the chunks that it imports are never so many that a low limit of open files is reached.
 * - `index.mjs` and `plugin-*.mjs` are the API and the plugins. They share the chunks of `start.mjs`, so that the package
 *   has this code once, and import the packages that package.json names.
 * - `watchpack.cjs` is CommonJS that changes modules of Node, and only watching needs it.
 */
import { isBuiltin } from "node:module";
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build, transform } from "esbuild";
import { parseAst } from "rollup/parseAst";

const root = fileURLToPath(new URL("..", import.meta.url));
const out = join(root, "dist/bin");

const { dependencies, engines } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));

/** A program of its own, loaded from `node_modules`. */
const EXTERNAL = ["esbuild"];

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

/** A part of the bundle: what it is loaded as. */
const watchpackAsPart = {
  name: "watchpack-as-part",
  setup(bundler) {
    bundler.onResolve({ filter: /^watchpack$/ }, () => ({ path: "./watchpack.cjs", external: true }));
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

/** Reports that few ask for. Only the format `sarif` knows all titles. */
const REPORTS = { sarif: "cjs", markdown: "cjs", junit: "cjs", gitlab: "cjs" };

/** The parts of the bundle load each other by name, and have nothing else in common. */
const otherParts = (parts) => ({
  name: "other-parts",
  setup(bundler) {
    for (const [name, extension] of Object.entries(parts))
      bundler.onResolve({ filter: new RegExp(`^\\./${name}\\.js$`) }, ({ kind }) =>
        kind === "dynamic-import" ? { path: `./${name}.${extension}`, external: true } : undefined,
      );
  },
});
const otherPart = otherParts({ ...REPORTS, version: "cjs", "run-parts": "cjs", start: "mjs" });
const reportsAsParts = otherParts(REPORTS);

/** Names stay in our own code, so that a stack in a bug report can be read; those of packages only take space. */
const packagesSmall = {
  name: "packages-small",
  setup(bundler) {
    bundler.onLoad({ filter: /\/node_modules\/.*\.[cm]?js$/ }, async ({ path }) => {
      const { code } = await transform(readFileSync(path, "utf8"), {
        minify: true,
        legalComments: "none",
        target: options.target,
      });
      return { contents: code, loader: "js" };
    });
  },
};

/** Few runs start a process: what that takes is loaded by the first that does. */
const processesLate = {
  name: "processes-late",
  setup(bundler) {
    const names = ["execFileSync", "spawn"];
    const functions = names.map(
      (name) => `export const ${name} = (...args) => require("child_process").${name}(...args);`,
    );
    bundler.onResolve({ filter: /^node:child_process$/ }, ({ path }) => ({ path, namespace: "late" }));
    bundler.onLoad({ filter: /.*/, namespace: "late" }, () => ({ contents: functions.join("\n") }));
  },
};

/** What a row of a rule has only for documentation, which most runs do not show. */
const rowsWithout = (...names) => ({
  name: "rows-without",
  setup(bundler) {
    bundler.onLoad({ filter: /\/dist\/.*\/rules\.js$/ }, ({ path }) => {
      let contents = readFileSync(path, "utf8");
      for (const { start, end } of propertiesIn(parseAst(contents), names).reverse())
        contents = contents.slice(0, start) + contents.slice(end).replace(/^,/, "");
      return { contents };
    });
  },
});

/** The properties with one of these names of objects that functions are called with, in the order of the text. */
function propertiesIn(node, names) {
  if (node === null || typeof node !== "object") return [];
  const rows = node.type === "CallExpression" ? node.arguments.filter(({ type }) => type === "ObjectExpression") : [];
  const own = rows.flatMap(({ properties }) => properties.filter(({ key }) => names.includes(key?.name)));
  return [...own, ...Object.values(node).flatMap((child) => propertiesIn(child, names))].sort(
    (one, two) => one.start - two.start,
  );
}

/** Gives `rule-docs.js` the samples and examples of all rules, which `rowsWithout` has taken out of their rows. */
const examplesInDocs = {
  name: "examples-in-docs",
  setup(bundler) {
    bundler.onLoad({ filter: /\/dist\/rule-docs\.js$/ }, async ({ path }) => {
      const { ruleBook } = await import("../dist/rules.js");
      const rows = ruleBook.names.map((name) => [
        name,
        { args: ruleBook.get(name).args, shown: ruleBook.get(name).shown },
      ]);
      const restore = `for (const [name, row] of ${JSON.stringify(rows)}) Object.assign(ruleBook.get(name), row);`;
      return { contents: `${readFileSync(path, "utf8")}\n${restore}\n` };
    });
  },
};

/** What `everyday.cjs` does not contain. */
const otherCommands = {
  name: "other-commands",
  setup(bundler) {
    bundler.onResolve({ filter: /^\.\/commands\// }, ({ path }) =>
      /\/(?:build|check|compile|link|list|show)\.js$/.test(path) ? undefined : { path, external: true },
    );
  },
};

/** Writes what esbuild leaves as it is, such as regular expressions, in ASCII: V8 takes half the memory for it. */
function toAscii(text) {
  return text.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

rmSync(out, { recursive: true, force: true });
const options = {
  outdir: out,
  absWorkingDir: root,
  bundle: true,
  format: "esm",
  platform: "node",
  target: "node20.19",
  external: EXTERNAL,
  // Its main module requires files by a function of its own, which a bundle does not see.
  alias: { "jsonc-parser": "jsonc-parser/lib/esm/main.js" },
  minifyWhitespace: true,
  minifySyntax: true,
  minifyIdentifiers: true,
  legalComments: "none",
  metafile: true,
  logLevel: "warning",
  plugins: [watchpackAsPart, yamlAsModules, nodeAsModules, packagesSmall],
};
/** An import of a module of Node evaluates all that it exports; a script takes what it uses. */
const asScript = {
  ...options,
  format: "cjs",
  outExtension: { ".js": ".cjs" },
  define: { "import.meta.url": "moduleUrl" },
  banner: { js: 'const moduleUrl=require("node:url").pathToFileURL(__filename).href;' },
  plugins: [watchpackAsPart, yamlAsModules, otherPart, processesLate, packagesSmall, rowsWithout("args", "shown")],
};
/** For `loadPart`: V8 keeps the compiled code of scripts, but they cannot import then. */
const asPart = {
  ...asScript,
  plugins: [rowsWithout("title", "args", "shown"), ...asScript.plugins],
  supported: { "dynamic-import": false },
  minifyIdentifiers: false,
};
/** The oldest Node, as package.json says. */
const [major, minor] = /\d+\.\d+/.exec(engines.node)[0].split(".").map(Number);
/** Says so in one line where Node is older, before anything is loaded that it cannot run. */
const nodeGuard = [
  'var nodeVersion=process.versions.node,nodeParts=nodeVersion.split(".");',
  `if(+nodeParts[0]<${major}||+nodeParts[0]===${major}&&+nodeParts[1]<${minor}){`,
  `process.stderr.write("skillc needs Node ${major}.${minor} or newer; this is "+nodeVersion+"\\n");process.exit(2)}`,
].join("");
const cli = (name) => join(root, `dist/cli/${name}.js`);
const format = (name) => join(root, `dist/formats/${name}.js`);
const builds = await Promise.all([
  build({
    ...asPart,
    entryPoints: { skillc: cli("published") },
    outExtension: {},
    // Old versions of Node must be able to parse the file that has the guard.
    target: "node10",
    banner: { js: nodeGuard + asPart.banner.js },
  }),
  build({
    ...options,
    entryPoints: {
      start: cli("start"),
      index: join(root, "dist/index.js"),
      ...Object.fromEntries(
        ["esbuild", "vite", "webpack"].map((name) => [`plugin-${name}`, join(root, `dist/plugins/${name}.js`)]),
      ),
    },
    outExtension: { ".js": ".mjs" },
    splitting: true,
    external: Object.keys(dependencies),
    plugins: [
      watchpackAsPart,
      reportsAsParts,
      nodeAsModules,
      packagesSmall,
      rowsWithout("args", "shown"),
      examplesInDocs,
    ],
  }),
  build({
    ...asScript,
    stdin: { contents: 'module.exports = require("watchpack");', resolveDir: root },
    outfile: join(out, "watchpack.cjs"),
    outdir: undefined,
    outExtension: undefined,
    plugins: [],
  }),
  build({
    ...asScript,
    entryPoints: {
      version: cli("version"),
      "run-parts": cli("run-parts"),
      ...Object.fromEntries(Object.keys(REPORTS).map((name) => [name, format(name)])),
    },
  }),
  build({ ...asPart, entryPoints: { "known-command": cli("known-command") } }),
  build({ ...asPart, entryPoints: { everyday: cli("start") }, plugins: [...asPart.plugins, otherCommands] }),
]);
for (const name of ["known-command", "everyday"]) {
  const file = join(out, `${name}.cjs`);
  // Made short only now: the functions that evaluate a module keep its name, by which a test knows what was evaluated.
  const { code } = await transform(readFileSync(file, "utf8"), {
    format: "cjs",
    target: "node20.19",
    legalComments: "none",
    charset: "utf8",
    minify: true,
  });
  // The function that `loadPart` calls: the value of the script, and what a `require` of it returns.
  const head = '(part=>typeof module==="object"?module.exports=part:part)(function(exports,require,module,__filename){';
  writeFileSync(file, `${head}${toAscii(code)}})\n`);
}
const inputs = builds.flatMap(({ metafile }) => Object.keys(metafile.inputs));
// `skillc.js` is a script as well: for a module, Node loads much of itself.
writeFileSync(join(out, "package.json"), '{ "type": "commonjs" }\n');
writeFileSync(join(out, "LICENSES.txt"), licensesOf(inputs));
