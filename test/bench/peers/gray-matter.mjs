// The script that many projects have instead of a compiler: gray-matter and zod, one JSON file.
// node gray-matter.mjs <skills> <out> [--resources]
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join, relative } from "node:path";

// From the directory of the project, which has the packages.
const require = createRequire(join(process.cwd(), "package.json"));
const matter = require("gray-matter");
const { z } = require("zod");

const [source, out] = process.argv.slice(2);
const withResources = process.argv.includes("--resources");
const frontmatter = z.looseObject({
  name: z
    .string()
    .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/)
    .max(64),
  description: z.string().min(1).max(1024),
  license: z.string().optional(),
  compatibility: z.string().optional(),
  "allowed-tools": z.union([z.string(), z.array(z.string())]).optional(),
  metadata: z.record(z.string(), z.string()).optional(),
  tags: z.array(z.string()).optional(),
});
const TEXT = /\.(?:md|txt|py|sh|js|ts|json|csv|ya?ml|toml|html|css)$/;

function resourcesOf(directory) {
  const files = readdirSync(directory, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return files.flatMap((entry) => {
    const path = join(entry.parentPath ?? entry.path, entry.name);
    if (entry.name === "SKILL.md") return [];
    const encoding = TEXT.test(path) ? "utf8" : "base64";
    return [{ path: relative(directory, path), encoding, content: readFileSync(path, encoding) }];
  });
}

const skills = readdirSync(source)
  .sort()
  .map((name) => {
    const { data, content } = matter(readFileSync(join(source, name, "SKILL.md"), "utf8"));
    const skill = { ...frontmatter.parse(data), body: content };
    return withResources ? { ...skill, resources: resourcesOf(join(source, name)) } : skill;
  });
writeFileSync(out, JSON.stringify(skills));
