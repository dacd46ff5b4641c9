/** Setup of skillc in an existing project: a config, a first skill, and additions to package.json and .gitignore. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { check, type CheckResult } from "../../api/check.ts";
import type { SessionOptions } from "../../api/session.ts";
import { findConfig } from "../../config/load.ts";
import { createNodeHost } from "../../host/index.ts";
import type { Config } from "../../model/config.ts";
import type { Diagnostic } from "../../model/diagnostic.ts";
import { planIgnoreFile } from "./ignore-file.ts";
import { isBelow, planPackageJson, type PackageJsonPlan } from "./manifest.ts";
import type { TouchedFile } from "./report.ts";
import { chooseSkillsDir, newSkillFiles, usualDirs } from "./skill.ts";

export interface Setup {
  readonly create: ReadonlyMap<string, Uint8Array>;
  readonly change: ReadonlyMap<string, Uint8Array>;
  /** All files that were considered, in the order of the output; paths relative to the project. */
  readonly files: readonly TouchedFile[];
  /** Undefined without a package.json. */
  readonly manifest: PackageJsonPlan | undefined;
  readonly config: Config;
}

/** A fault or findings if something must be fixed first. */
type SetupResult = Setup | { readonly fault: string } | { readonly findings: readonly Diagnostic[] };

const FIRST_SKILL = {
  name: "first-skill",
  description:
    "An example that shows the parts of a skill. Use when trying out skillc; then replace it with your own skill.",
};

/** Plans the setup; writes nothing. */
export async function planSetup(root: string): Promise<SetupResult> {
  const host = createNodeHost(root);
  const configFile = findConfig(host, ".")?.file;
  const found = configFile === undefined ? await findSkillsDirs(root) : undefined;
  const { config, summary, diagnostics } = await checkProject(
    found === undefined
      ? { config: join(root, configFile as string) }
      : {
          cwd: root,
          search: false,
          sources: found.filter((dir) => existsSync(join(root, dir))).map((dir) => ({ dir })),
        },
  );
  if (config === undefined) return { findings: diagnostics.filter(({ severity }) => severity === "error") };
  const manifest = planPackageJson(root, config);
  if (manifest !== undefined && "fault" in manifest) return manifest;

  const create = new Map<string, Uint8Array>();
  const change = new Map<string, Uint8Array>();
  const files: TouchedFile[] = [];
  const add = (path: string, bytes: Uint8Array, note = ""): void => {
    create.set(path, bytes);
    files.push({ path, what: "created", note });
  };
  const edit = (path: string, bytes: Uint8Array | undefined, note: string): void => {
    if (bytes !== undefined) change.set(path, bytes);
    files.push({ path, what: bytes === undefined ? "kept" : "changed", note });
  };
  const [skillsDir] = found ?? [chooseSkillsDir(config, host)];
  if (configFile === undefined) add("skillc.config.ts", renderConfig(found ?? []));
  else edit(configFile, undefined, "the config already exists");
  if (summary.skills === 0)
    for (const [path, bytes] of newSkillFiles({ ...FIRST_SKILL, dir: skillsDir })) add(path, bytes);
  if (manifest !== undefined)
    edit("package.json", manifest.bytes, manifest.notes.join("; ") || '"#skills" and a script already exist');
  const ignored = planIgnoreFile(root, config.outputs.map(({ outDir }) => outDir).filter(isBelow));
  if (ignored !== undefined) (ignored.isNew ? add : edit)(".gitignore", ignored.bytes, ignored.lines.join(", "));
  return { create, change, files, manifest, config };
}

/**
 * Returns the first usual directory that contains a skill, else the directories in which the project has skills, else the
 * one that a new skill goes to.
 */
async function findSkillsDirs(root: string): Promise<readonly [string, ...string[]]> {
  for (const dir of usualDirs) {
    if (!existsSync(join(root, dir))) continue;
    if ((await checkProject({ cwd: root, sources: [{ dir }] })).summary.skills > 0) return [dir];
  }
  const { searched } = await checkProject({ cwd: root, config: false, search: true });
  const places = (searched?.places ?? []).map(({ dir }) => dir.replace(/\/$/, "")).toSorted();
  const [first, ...more] = places.includes(".") ? ["."] : places;
  return first === undefined ? [chooseSkillsDir(undefined, createNodeHost(root))] : [first, ...more];
}

/** Checks a project that may not contain a skill yet. */
function checkProject(options: SessionOptions): Promise<CheckResult> {
  return check({ ...options, overrides: { allowEmpty: true } });
}

function renderConfig(dirs: readonly string[]): Uint8Array {
  const text = `import { defineConfig } from "skillc/config";

export default defineConfig({
  sources: [${dirs.map((dir) => JSON.stringify(dir)).join(", ")}],
});
`;
  return new TextEncoder().encode(text);
}
