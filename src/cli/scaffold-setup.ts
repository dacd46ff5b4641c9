/** skillc in a project that exists: a config, a first skill, and two lines in package.json and .gitignore. */
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { check } from "../api/check.ts";
import { findConfig } from "../config/load.ts";
import { createNodeHost } from "../host/index.ts";
import type { Config } from "../model/config.ts";
import type { Diagnostic } from "../model/diagnostic.ts";
import { isFailure } from "../model/host.ts";
import { addEntry, readManifest } from "./scaffold-package-json.ts";
import type { TouchedFile } from "./scaffold-report.ts";
import { chooseSkillsDir, renderSkill, usualDirs } from "./scaffold-skill.ts";

export interface Setup {
  readonly create: Map<string, Uint8Array>;
  readonly change: Map<string, Uint8Array>;
  /** Everything that was looked at, in the order in which it is shown; paths relative to the project. */
  readonly files: TouchedFile[];
  /** What is known from package.json; undefined when there is none. */
  readonly manifest?: ManifestFacts;
  readonly config: Config;
  readonly skillsDir: string;
}

export interface ManifestFacts {
  /** The script that builds the skills, the new one included. */
  readonly script: string | undefined;
  /** What the script `build` does, when it does not build the skills. */
  readonly ownBuild: string | undefined;
  /** Whether `#skills` leads to the output. */
  readonly hasAlias: boolean;
  /** Whether skillc is among the dependencies. */
  readonly hasSkillc: boolean;
}

export type SetupResult =
  | Setup
  /** Why nothing can be done before it is mended. */
  | { readonly fault: string }
  | { readonly findings: readonly Diagnostic[] };

const FIRST_SKILL = {
  name: "first-skill",
  description:
    "An example that shows the parts of a skill. Use when trying out skillc; then replace it with a skill of your own.",
};

/** Plans the setup; nothing is written. */
export async function planSetup(root: string): Promise<SetupResult> {
  const configFile = findConfig(createNodeHost(root), ".")?.file;
  const skillsDir = configFile === undefined ? await findSkillsDir(root) : undefined;
  const { config, summary, diagnostics } = await check({
    cwd: root,
    ...(skillsDir === undefined || !existsSync(join(root, skillsDir)) ? {} : { sources: [{ dir: skillsDir }] }),
    // No skill yet is what this command is for.
    overrides: { allowEmpty: true },
  });
  if (config === undefined) return { findings: diagnostics.filter(({ severity }) => severity === "error") };

  const setup: Setup = {
    create: new Map(),
    change: new Map(),
    files: [],
    config,
    skillsDir: skillsDir ?? chooseSkillsDir(config, createNodeHost(root)),
  };
  planConfig(setup, configFile);
  if (summary.skills === 0) planSkill(setup);
  const manifest = planManifest(setup, root);
  if (manifest !== undefined && "fault" in manifest) return manifest;
  planIgnoreFile(setup, root);
  return { ...setup, ...manifest };
}

/** The first usual place that holds a skill, else the one that a new skill goes to. */
async function findSkillsDir(root: string): Promise<string> {
  for (const dir of usualDirs) {
    if (!existsSync(join(root, dir))) continue;
    const { summary } = await check({ cwd: root, sources: [{ dir }], overrides: { allowEmpty: true } });
    if (summary.skills > 0) return dir;
  }
  return chooseSkillsDir(undefined, createNodeHost(root));
}

function planConfig({ create, files, skillsDir }: Setup, existing: string | undefined): void {
  if (existing !== undefined)
    return void files.push({ path: existing, what: "kept", note: "there is a config already" });
  const path = "skillc.config.ts";
  const text = `import { defineConfig } from "skillc/config";\n\nexport default defineConfig({\n  sources: [${JSON.stringify(skillsDir)}],\n});\n`;
  create.set(path, encode(text));
  files.push({ path, what: "created" });
}

function planSkill({ create, files, skillsDir }: Setup): void {
  for (const [path, bytes] of renderSkill({ ...FIRST_SKILL, dir: skillsDir })) {
    create.set(path, bytes);
    files.push({ path, what: "created" });
  }
}

function planManifest(
  { change, files, config }: Setup,
  root: string,
): { fault: string } | { manifest: ManifestFacts } | undefined {
  const path = "package.json";
  const bytes = createNodeHost(root).readFile(path);
  if (isFailure(bytes))
    return bytes.failure === "not-found" ? undefined : { fault: `${path} cannot be read (${bytes.detail})` };
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return { fault: `${path} is not UTF-8 text` };
  }
  const read = readManifest(text);
  if ("fault" in read) return { fault: `${path} cannot be changed: ${read.fault}` };
  const { manifest } = read;
  const notes: string[] = [];
  let changed = false;

  const imports = asObject(manifest["imports"]);
  const target = moduleOf(config);
  const wanted: ["imports" | "scripts", string, string][] = [];
  if (target === undefined) notes.push('no "#skills": the output is no module inside of this package');
  else if (imports["#skills"] === undefined) wanted.push(["imports", "#skills", target]);
  else if (imports["#skills"] !== target) notes.push(`"#skills" stays ${JSON.stringify(imports["#skills"])}`);

  const scripts = asObject(manifest["scripts"]);
  const builds = (script: unknown): boolean => typeof script === "string" && /\bskillc build\b/.test(script);
  let script = Object.keys(scripts).find((name) => builds(scripts[name]));
  if (script === undefined && scripts["skills"] === undefined) {
    script = "skills";
    wanted.push(["scripts", script, "skillc build"]);
  } else if (script === undefined) notes.push(`the script "skills" stays ${JSON.stringify(scripts["skills"])}`);

  for (const [section, key, value] of wanted) {
    const edited = addEntry(text, section, key, value);
    if ("fault" in edited) return { fault: `${path} cannot be changed: ${edited.fault}` };
    text = edited.text;
    changed = true;
    notes.push(section === "imports" ? `"${key}" leads to ${value}` : `script "${key}": "${value}"`);
  }
  if (changed) change.set(path, encode(text));
  files.push({
    path,
    what: changed ? "changed" : "kept",
    note: notes.length === 0 ? '"#skills" and a script are there already' : notes.join("; "),
  });
  const ownBuild = scripts["build"];
  const callsScript = typeof ownBuild === "string" && (builds(ownBuild) || ownBuild.includes(`run ${script}`));
  const installed = ["dependencies", "devDependencies"].some(
    (list) => asObject(manifest[list])["skillc"] !== undefined,
  );
  const facts: ManifestFacts = {
    script,
    ownBuild: typeof ownBuild === "string" && !callsScript ? ownBuild : undefined,
    hasAlias: target !== undefined && [undefined, target].includes(imports["#skills"] as string | undefined),
    hasSkillc: installed,
  };
  return { manifest: facts };
}

/** What `#skills` leads to; undefined when the build writes no module, or not into the project. */
function moduleOf({ emit, outDir, module }: Config): string | undefined {
  if (!emit.includes("module") || isOutside(outDir)) return undefined;
  return `./${outDir}/index.${module.format}`;
}

function planIgnoreFile({ create, change, files, config }: Setup, root: string): void {
  const path = ".gitignore";
  const { outDir } = config;
  const bytes = createNodeHost(root).readFile(path);
  if (isOutside(outDir)) return;
  const line = `/${outDir}/`;
  if (isFailure(bytes)) {
    if (bytes.failure !== "not-found" || !isInRepository(root)) return;
    create.set(path, encode(`${line}\n`));
    files.push({ path, what: "created", note: line });
    return;
  }
  const text = new TextDecoder().decode(bytes);
  if (ignores(text, outDir)) return;
  const newline = text.includes("\r\n") ? "\r\n" : "\n";
  const addition = `${text === "" || text.endsWith("\n") ? "" : newline}${line}${newline}`;
  // The bytes before it stay as they are, in whatever encoding they may be.
  change.set(path, Buffer.concat([bytes, encode(addition)]));
  files.push({ path, what: "changed", note: line });
}

/** Whether a line names the directory, or one that holds it. Patterns are not taken apart: a line too many is harmless. */
function ignores(text: string, dir: string): boolean {
  const segments = dir.split("/");
  const parents = new Set(segments.map((_, index) => segments.slice(0, index + 1).join("/")));
  const lines = text.split(/\r?\n/).map((line) =>
    line
      .trim()
      .replace(/^\//, "")
      .replace(/\/\*{0,2}$/, ""),
  );
  return lines.some((line) => parents.has(line) || segments.includes(line));
}

function isInRepository(dir: string): boolean {
  return existsSync(join(dir, ".git")) || (dirname(dir) !== dir && isInRepository(dirname(dir)));
}

function isOutside(dir: string): boolean {
  return dir === ".." || dir.startsWith("../") || /^(?:\/|[a-z]:)/i.test(dir);
}

function asObject(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}

function encode(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}
