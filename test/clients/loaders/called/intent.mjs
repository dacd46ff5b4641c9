/** TanStack Intent: what `intent validate` has no complaint about; it lists names and descriptions of packages only. */
import { spawnSync } from "node:child_process";
import { join } from "node:path";

export default async ({ project, skills, directories, modules }) => {
  const cli = join(modules, "@tanstack/intent/dist/cli.mjs");
  const { stdout, stderr } = spawnSync(process.execPath, [cli, "validate", skills], {
    cwd: project,
    encoding: "utf8",
    maxBuffer: 2 ** 28,
  });
  const refused = `${stdout}${stderr}`;
  return directories
    .filter((path) => !refused.includes(`  ${path.slice(project.length + 1)}/`))
    .map((path) => ({ path }));
};
