/** Calls the loader of a client in its own process: `call.mjs <name> <project> <skills> <modules> <result>` writes what it loads. */
import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const [, , name, project, skills, modules, result] = process.argv;
const directories = readdirSync(skills)
  .sort()
  .map((directory) => join(skills, directory));
const { default: list } = await import(`./called/${name}.mjs`);
const load = (path) => import(pathToFileURL(join(modules, path)).href);
const listed = await list({ project, skills, directories, modules, load });
// Clients print what they like to stdout.
writeFileSync(result, JSON.stringify(listed));
process.exit(0);
