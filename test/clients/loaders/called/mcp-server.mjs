/** The TypeScript SDK of MCP: the catalog of the Skills extension, from files. */
import { basename } from "node:path";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";

export default async ({ directories, load }) => {
  const { skillEntry } = await load("@modelcontextprotocol/server/dist/ext/skills/index.mjs");
  const read = [];
  for (const path of directories) {
    const files = Object.fromEntries(
      readdirSync(path).map((file) => [file, new Uint8Array(readFileSync(join(path, file)))]),
    );
    try {
      const { frontmatter } = await skillEntry(basename(path), files);
      read.push({ path, name: frontmatter.name, description: frontmatter.description });
    } catch {
      // It refuses the skill.
    }
  }
  return read;
};
