/** Cloudflare Agents: the source of a workspace, whose file system is a directory. */
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";

export default async ({ skills, load }) => {
  const source = await load("agents/dist/skills/index.js");
  const fs = {
    find: async (root) =>
      readdirSync(root, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => ({ type: "file", path: join(entry.parentPath, entry.name) })),
    readFile: async (path) => new Blob([readFileSync(path)]).stream(),
  };
  const made = source.workspace({ fs }, { root: skills });
  const { value } = await made.list();
  return value.skills.map(({ skill, location }) => ({
    path: location,
    name: skill.name,
    description: skill.description,
  }));
};
