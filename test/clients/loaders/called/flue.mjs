/** Flue: the function that reads a packaged SKILL.md. */
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { basename, join } from "node:path";

export default async ({ directories, modules, load }) => {
  const dist = "@flue/runtime/dist";
  const file = readdirSync(join(modules, dist)).find(
    (name) =>
      name.endsWith(".mjs") && readFileSync(join(modules, dist, name), "utf8").includes("function parseSkillMarkdown("),
  );
  const exported = Object.values(await load(`${dist}/${file}`));
  const parse = exported.find((one) => typeof one === "function" && one.name === "parseSkillMarkdown");
  return directories.flatMap((path) => {
    const document = join(path, "SKILL.md");
    if (!existsSync(document)) return [];
    try {
      const { name, description } = parse(readFileSync(document, "utf8"), {
        path: document,
        directoryName: basename(path),
      });
      return [{ path, name, description }];
    } catch {
      return [];
    }
  });
};
