/** The skills CLI: its own discovery, which its one file does not export. */
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

export default async ({ project, modules, load }) => {
  const copy = join(modules, "skills/dist/with-export.mjs");
  const text = readFileSync(join(modules, "skills/dist/cli.mjs"), "utf8");
  // Its main function ends the process.
  writeFileSync(copy, `${text.slice(0, text.lastIndexOf("\nmain()."))}\nexport { discoverSkills };\n`);
  const { discoverSkills } = await load("skills/dist/with-export.mjs");
  rmSync(copy);
  const found = await discoverSkills(project, undefined, { includeDuplicateNames: true, includeInternal: true });
  return found.map(({ path, name, description }) => ({ path, name, description }));
};
