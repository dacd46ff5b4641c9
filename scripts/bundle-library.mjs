/**
 * Bundles `skillc/runtime`, `skillc/agent` and the adapters into `dist/library`, from where `runtime: "full"` copies them
 * beside a generated module. Run by `npm run build`, after tsc.
 *
 * Takes: `dist/runtime`. Gives: `library.js` with all code but the access layer, which stays `access.js`, and what reads
 * assets, `open-asset.js`; an entry for each subpath, which imports only the first two; the same for declarations, as one
 * text each. Never: an own name twice.
 */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "esbuild";

const root = fileURLToPath(new URL("..", import.meta.url));
const from = join(root, "dist/runtime");
const out = join(root, "dist/library");

/** Subpaths that only collect names. */
const BARRELS = { runtime: "index", agent: "agent/index" };

/** `export { a, type B } from "./x.ts"`, `import …`, `export * from …`: one statement of tsc's declarations. */
const IMPORT = /^import .*? from "[^"]+";\n|^import \{[^}]*\} from "[^"]+";\n/gms;
const REEXPORT = /^export (?:type )?(?:\{([^}]*)\}|\*)(?: from "([^"]+)")?;\n/gm;
const DECLARED = /^(export )?(?:declare )?(?:interface|type|class|function|const) (\w+)/gm;

function byCodeUnits(one, two) {
  return one < two ? -1 : one > two ? 1 : 0;
}

const { exports } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
/** Modules of adapters in `dist/runtime`, and the names of their copies: `mcp-native` for `skillc/mcp/native`. */
const adapters = Object.entries(exports).flatMap(([subpath, { default: file = "" }]) =>
  file.startsWith("./dist/runtime/adapters/")
    ? [[file.slice("./dist/runtime/".length, -".js".length), subpath.slice(2).replaceAll("/", "-")]]
    : [],
);

/** Names of the modules in `dist/runtime`, without extension, sorted. */
const modules = readdirSync(from, { recursive: true })
  .map((path) => path.replaceAll(sep, "/"))
  .flatMap((path) => (path.endsWith(".d.ts") ? [path.slice(0, -".d.ts".length)] : []))
  .sort(byCodeUnits);
/** Only modules with assets have it, whatever else is copied. */
const OPENER = "assets/open-asset";
const outside = new Set(["access", OPENER, ...adapters.map(([file]) => file)]);
/** No subpath of a copy has it. */
const isUnreached = (name) => name.startsWith("live/");
const parts = modules.filter((name) => !/(?:^|\/)index$/.test(name) && !outside.has(name) && !isUnreached(name));

const declarationsOf = (name) => readFileSync(join(from, `${name}.d.ts`), "utf8");
const unmarked = (text) => text.replace(/^\/\*\*[^]*?\*\/\n(?=import|export (?:type )?\{)/, "");
/** The module that a specifier in another module means. */
const target = (name, specifier) =>
  relative(from, join(from, dirname(name), specifier))
    .replaceAll(sep, "/")
    .replace(/\.[jt]s$/, "");

/** Returns the names that a module exports, of types and of values. */
function namesOf(name) {
  const text = declarationsOf(name);
  const listed = [...text.matchAll(REEXPORT)].flatMap(([, list, specifier]) =>
    list === undefined
      ? namesOf(target(name, specifier))
      : list.split(",").flatMap((item) => item.replace(/^\s*type\s/, "").trim() || []),
  );
  const declared = [...text.matchAll(DECLARED)].flatMap(([, isExported, own]) => (isExported ? [own] : []));
  return [...new Set([...listed, ...declared])].sort(byCodeUnits);
}

/** All declarations as one text: each name exists once in it. */
function libraryDeclarations() {
  const owners = new Map();
  for (const name of parts)
    for (const [, , own] of declarationsOf(name).matchAll(DECLARED)) {
      const owner = owners.get(own) ?? name;
      if (owner !== name) throw new Error(`${owner} and ${name} both declare ${own}: rename one of them`);
      owners.set(own, name);
    }
  const texts = parts.map((name) => unmarked(declarationsOf(name)).replace(IMPORT, "").replace(REEXPORT, ""));
  const shared = namesOf("access").join(", ");
  return [`import type { ${shared} } from "./access.js";\nexport * from "./access.js";\n`, ...texts].join("");
}

/** Bundles a module, with everything else outside of it. */
async function bundle(entry, isOutside) {
  const plugin = {
    name: "library",
    setup(bundler) {
      bundler.onResolve({ filter: /^\./ }, ({ path, resolveDir }) => {
        const outside = isOutside(target("", join(relative(from, resolveDir), path)));
        return outside === undefined ? undefined : { path: outside, external: true };
      });
    },
  };
  const { outputFiles } = await build({
    ...entry,
    bundle: true,
    write: false,
    format: "esm",
    platform: "neutral",
    target: "es2022",
    charset: "ascii",
    logLevel: "warning",
    plugins: [plugin],
  });
  // Names and lines stay, so that a stack can be read; the comments are names of files.
  return outputFiles[0].text.replace(/^\/\/ .*\n/gm, "");
}

function write(name, code, declarations) {
  writeFileSync(join(out, `${name}.js`), code);
  writeFileSync(join(out, `${name}.d.ts`), declarations);
}

rmSync(out, { recursive: true, force: true });
mkdirSync(out);

const all = parts.map((name) => `export * from "./${name}.js";\n`).join("");
const contents = `${all}export * from "./access.js";\n`;
const library = await bundle({ stdin: { contents, resolveDir: from } }, (name) =>
  name === "access" ? "./access.js" : undefined,
);
write("library", library, libraryDeclarations());
write("access", readFileSync(join(from, "access.js"), "utf8"), declarationsOf("access"));
for (const [name, file] of Object.entries(BARRELS)) {
  const values = Object.keys(await import(pathToFileURL(join(from, `${file}.js`)))).join(", ");
  const types = namesOf(file).join(", ");
  write(name, `export { ${values} } from "./library.js";\n`, `export { ${types} } from "./library.js";\n`);
}
for (const [file, name] of [[OPENER, "open-asset"], ...adapters]) {
  const outsideOf = (imported) => (imported === "access" ? "./access.js" : "./library.js");
  const code = await bundle({ entryPoints: [join(from, `${file}.js`)] }, outsideOf);
  const declarations = declarationsOf(file).replace(/(?<= from )"(\.[^"]+)"/g, (_, specifier) =>
    JSON.stringify(outsideOf(target(file, specifier))),
  );
  write(name, code, declarations);
}
