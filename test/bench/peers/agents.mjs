// The load hook of `agents:skills` of the Cloudflare Agents SDK 0.24, as Vite calls it.
// node agents.mjs <skills> <out>
import { writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

// From the directory of the project, which has the packages.
const path = createRequire(join(process.cwd(), "package.json")).resolve("agents/vite");
const { default: agents } = await import(pathToFileURL(path).href);
const [source, out] = process.argv.slice(2);
const { load } = agents()
  .flat()
  .find(({ name }) => name === "agents-skills-import");
const context = { addWatchFile() {}, warn() {} };
writeFileSync(out, await load.call(context, `\0agents:skills:${resolve(source)}`));
