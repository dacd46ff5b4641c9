/** Compiles a project through any Host, from its configuration to its catalog, errors or not. */
import { build } from "../../src/compile.ts";
import { resolveConfig } from "../../src/config/resolve.ts";
import type { UserConfig } from "../../src/config/user-config.ts";
import { validateUserConfig } from "../../src/config/validate.ts";
import { createContents } from "../../src/contents/index.ts";
import { createFindings, type Findings } from "../../src/diagnostics/index.ts";
import { createMemoryHost, type MemoryEntry } from "../../src/host/index.ts";
import type { Config } from "../../src/model/config.ts";
import type { Diagnostic } from "../../src/model/diagnostic.ts";
import type { Host } from "../../src/model/host.ts";
import type { Linked } from "../../src/model/linked.ts";
import type { Compiled } from "../../src/phases/compiled.ts";
import { profileNames } from "../../src/profiles/index.ts";
import type { AnySkills } from "../../src/runtime/access.ts";
import type { Catalog } from "../../src/runtime/catalog/catalog.ts";
import { createSkillsFromCatalog } from "../../src/runtime/catalog/skills-from-catalog.ts";
import { emittedFiles } from "./emitted-files.ts";
import { diagnosticsOf } from "./judged-findings.ts";

/** A config as JSON or YAML has it: with the aliases `path` and `mount_as`. */
export type FileConfig = Omit<UserConfig, "sources"> & { readonly sources?: readonly unknown[] };

export interface MemoryProject {
  readonly files: Readonly<Record<string, MemoryEntry>>;
  readonly config: FileConfig;
  /** Base directory; default `/project`. */
  readonly base?: string;
  readonly environment?: Readonly<Record<string, string>>;
}

export interface ProjectBuild {
  /** Undefined when the configuration is wrong. */
  readonly config: Config | undefined;
  readonly compiled: Compiled | undefined;
  /** Those about the configuration first. */
  readonly diagnostics: readonly Diagnostic[];
}

export interface MemoryBuild extends ProjectBuild {
  readonly host: Host;
}

export interface ProjectOptions {
  /** What is wrong with the config so far. */
  readonly findings?: Findings;
  readonly environment?: Readonly<Record<string, string>>;
}

/** Compiles with invalid skills kept where that is possible: a compiler has outputs only of what is valid. */
export async function compileProject(
  host: Host,
  user: UserConfig,
  { findings = createFindings(), environment = {} }: ProjectOptions = {},
): Promise<ProjectBuild> {
  const config = resolveConfig({
    user,
    host,
    findings,
    profiles: profileNames,
    environment: (name) => environment[name],
  });
  const early = diagnosticsOf(findings);
  if (early.some(({ severity }) => severity === "error"))
    return { config: undefined, compiled: undefined, diagnostics: early };
  const compiled = await build({ config, host, contents: createContents(host), build: "test" });
  return { config, compiled, diagnostics: [...early, ...compiled.diagnostics] };
}

export async function compileMemory({
  files,
  config,
  base = "/project",
  environment,
}: MemoryProject): Promise<MemoryBuild> {
  const host = createMemoryHost(files, { base });
  const findings = createFindings();
  const user = validateUserConfig(config, { place: () => ({ file: "skillc.config.json" }), findings });
  if (user === undefined) throw new Error(`not a config: ${JSON.stringify(config)}`);
  return { host, ...(await compileProject(host, user, { findings, ...(environment && { environment }) })) };
}

/** Compiles files in memory to the catalog with contents, as `json-full` writes it. */
export async function compileToCatalog(
  files: Readonly<Record<string, MemoryEntry>>,
  user: UserConfig,
): Promise<{ readonly catalog: Catalog; readonly diagnostics: readonly Diagnostic[] }> {
  const build = await compileProject(createMemoryHost(files), { emit: ["json-full"], ...user });
  if (build.config === undefined) throw new Error(build.diagnostics.map(({ message }) => message).join("\n"));
  return { catalog: fullCatalog(build), diagnostics: build.diagnostics };
}

export interface Outputs {
  readonly linked: Linked;
  /** Contents by path. */
  readonly files: ReadonlyMap<string, string>;
}

/** Compiles through any Host and collects what would be written. */
export async function compileOutputs(host: Host, user: UserConfig): Promise<Outputs> {
  const { compiled, diagnostics } = await compileProject(host, user);
  if (compiled === undefined) throw new Error(diagnostics[0]?.message);
  return { linked: compiled.linked, files: emittedFiles(compiled.outputs) };
}

/** The catalog with contents; the config must emit `json-full`. */
export function fullCatalog({ compiled }: ProjectBuild): Catalog {
  const text = emittedFiles(compiled?.outputs ?? []).get("catalog.full.json");
  if (text === undefined) throw new Error("no catalog with contents was emitted");
  return JSON.parse(text) as Catalog;
}

/** What an application reads of a build. */
export function skillsOf(build: ProjectBuild): AnySkills {
  return createSkillsFromCatalog(fullCatalog(build));
}
