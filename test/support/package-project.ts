/** Projects whose output is a package. */
import { join } from "node:path";
import { afterEach } from "vitest";
import { build, type BuildResult } from "../../src/api/build.ts";
import type { OutputConfig, UserConfig } from "../../src/config/user-config.ts";
import { createProject, type Project } from "./consumer.ts";

let project: Project | undefined;
afterEach(() => {
  project?.remove();
  project = undefined;
});

/** Returns a good SKILL.md with more fields, each a line, and more lines of the body. */
export const skill = (name: string, fields = "", body = ""): string =>
  `---\nname: ${name}\ndescription: Does ${name}. Use when asked for ${name}.\n${fields}---\n# ${name}\n${body}`;

export const IDENTITY = {
  name: "pilot",
  version: "1.2.0",
  description: "Skills of the pilots.",
  author: "Harbor",
} as const;

/** Opens a project with the skill `moor` and an output `out`; it is removed after the test. */
export function openPackage(
  output: Partial<OutputConfig>,
  files: Readonly<Record<string, string>> = {},
  more: UserConfig = {},
): Project {
  const config = { package: IDENTITY, ...more, outputs: [{ outDir: "out", ...output }] };
  return openProject({
    "skillc.config.json": JSON.stringify(config),
    "skills/moor/SKILL.md": skill("moor"),
    ...files,
  });
}

/** Opens a project; it is removed after the test. */
export function openProject(files: Readonly<Record<string, string>>): Project {
  project?.remove();
  return (project = createProject(files));
}

export const opened = (): Project => project as Project;

/** Returns the path of a file of the output. */
export const out = (path: string): string => join(opened().dir, "out", path);

export const run = (): Promise<BuildResult> => build({ cwd: opened().dir });

/** Returns the names of the rules with findings, each once. */
export const rulesOf = ({ diagnostics }: Pick<BuildResult, "diagnostics">): readonly string[] => [
  ...new Set(diagnostics.map(({ rule }) => rule)),
];
