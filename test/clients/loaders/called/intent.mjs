/** TanStack Intent: what the function of `intent validate` accepts; it lists names and descriptions of packages only. */
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";

export default async ({ directories, modules, load }) => {
  const dist = "@tanstack/intent/dist";
  const file = readdirSync(join(modules, dist)).find((name) => name.startsWith("validate-"));
  const { runValidateCommand } = await load(`${dist}/${file}`);
  const accepted = [];
  for (const path of directories.filter((one) => existsSync(join(one, "SKILL.md"))))
    // One by one: a frontmatter that is no mapping ends its run.
    await runValidateCommand(path).then(
      () => accepted.push({ path }),
      () => undefined,
    );
  return accepted;
};
