/**
 * Copies the declarations that the subpaths of package.json reach into `dist/types`. Run by `npm run build`, after tsc.
 *
 * Takes: `dist`. Gives: the declarations of the API, the config and the plugins, and all that they import, but those of
 * the runtime, which are next to its code. Those of the config are written from its table, with the text of each key.
 * Never: changes what a declaration says, or publishes one that needs the types of Node.
 */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { publishedParts } from "../dist/schemas/config-json-schema.js";
import { configTypes } from "./config-types.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const from = join(root, "dist");
const out = join(from, "types");
const runtime = join(from, "runtime") + sep;

const { exports } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
const entries = Object.values(exports).flatMap(({ types = "" }) =>
  types.startsWith("./dist/types/") ? [join(from, types.slice("./dist/types/".length))] : [],
);

const written = new Map([[join(from, "config/user-config.d.ts"), configTypes(publishedParts())]]);

rmSync(out, { recursive: true, force: true });
const pending = [...entries];
const copied = new Set(pending);
for (let file = pending.pop(); file !== undefined; file = pending.pop()) {
  const here = dirname(file);
  const to = join(out, relative(from, file));
  const text = (written.get(file) ?? readFileSync(file, "utf8")).replace(
    /(?<=\bfrom |\bimport\()"(\.[^"]+)"/g,
    (name, specifier) => {
      const target = join(here, specifier.replace(/\.[jt]s$/, ".d.ts"));
      if (target.startsWith(runtime)) {
        const path = relative(dirname(to), join(here, specifier)).replaceAll(sep, "/");
        return JSON.stringify(path);
      }
      if (!copied.has(target)) pending.push(target);
      copied.add(target);
      return name;
    },
  );
  const ofNode = /\b(?:Buffer|NodeJS)\b/.exec(text.replaceAll(/\/\*.*?\*\//gs, ""));
  if (ofNode !== null)
    throw new Error(
      `${relative(from, file)} is published and names ${ofNode[0]}: not every project has the types of Node`,
    );
  mkdirSync(dirname(to), { recursive: true });
  writeFileSync(to, text);
}
