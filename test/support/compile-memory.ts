/** Compiles a project in memory, from its configuration to its catalog. */
import { compile, type Compiled } from "../../src/compile.ts";
import { resolveConfig } from "../../src/config/resolve.ts";
import { fileConfigSchema } from "../../src/schemas/config-schema.ts";
import type { UserConfig } from "../../src/config/user-config.ts";
import { validateUserConfig } from "../../src/config/validate.ts";
import { createReport, rulesMatching } from "../../src/diagnostics/index.ts";
import { createMemoryHost, type MemoryEntry } from "../../src/host/memory-host.ts";
import type { Config } from "../../src/model/config.ts";
import type { Diagnostic } from "../../src/model/diagnostic.ts";
import type { Host } from "../../src/model/host.ts";
import { profileNames } from "../../src/profiles/index.ts";
import type { Catalog } from "../../src/runtime/catalog/catalog.ts";
import { createSkillsFromCatalog } from "../../src/runtime/catalog/skills-from-catalog.ts";
import type { AnySkills } from "../../src/runtime/access.ts";
import { emittedFiles } from "./emitted-files.ts";

/** A config as JSON or YAML has it: with the aliases `path` and `mount_as`. */
export type FileConfig = Omit<UserConfig, "sources"> & { readonly sources?: readonly unknown[] };

export interface MemoryProject {
  readonly files: Readonly<Record<string, MemoryEntry>>;
  readonly config: FileConfig;
  /** Base directory; default `/project`. */
  readonly base?: string;
  readonly environment?: Readonly<Record<string, string>>;
}

export interface MemoryBuild {
  readonly host: Host;
  /** Undefined when the configuration is wrong. */
  readonly config: Config | undefined;
  readonly compiled: Compiled | undefined;
  readonly diagnostics: readonly Diagnostic[];
}

export async function compileMemory({
  files,
  config,
  base = "/project",
  environment = {},
}: MemoryProject): Promise<MemoryBuild> {
  const host = createMemoryHost(files, { base });
  const early = createReport({ profile: "standard" });
  const user = fileConfigSchema.safeParse(config).success
    ? validateUserConfig(config, { aliases: true, place: () => ({ file: "skillc.config.json" }), report: early })
    : undefined;
  if (user === undefined) throw new Error(`not a config: ${JSON.stringify(config)}`);
  const resolved = resolveConfig({
    user,
    host,
    report: early,
    profiles: profileNames,
    environment: (name) => environment[name],
    rules: (name) => rulesMatching(name).length > 0,
  });
  if (resolved === undefined) return { host, config: undefined, compiled: undefined, diagnostics: early.diagnostics() };
  const report = createReport({ profile: resolved.profile, levels: resolved.rules });
  const compiled = await compile({ config: resolved, host, report });
  return { host, config: resolved, compiled, diagnostics: [...early.diagnostics(), ...report.diagnostics()] };
}

/** The catalog with contents; the config must emit `json-full`. */
export function fullCatalog({ compiled }: MemoryBuild): Catalog {
  const text = emittedFiles(compiled?.outputs ?? []).get("catalog.full.json");
  if (text === undefined) throw new Error("no catalog with contents was emitted");
  return JSON.parse(text) as Catalog;
}

/** What an application reads of a build. */
export function skillsOf(build: MemoryBuild): AnySkills {
  return createSkillsFromCatalog(fullCatalog(build));
}
