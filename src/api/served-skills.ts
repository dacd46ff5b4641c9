/** What `skillc serve` serves: the skills of directories, compiled in memory, or of a catalog file. */
import type { UserConfig } from "../config/user-config.ts";
import { LARGEST_WHOLE } from "../contents/index.ts";
import { createNodeHost } from "../host/index.ts";
import { isFailure } from "../model/host.ts";
import { coreValues } from "../parse/yaml.ts";
import type { AnySkills } from "../runtime/access.ts";
import type { Catalog } from "../runtime/catalog/catalog.ts";
import { createSkillsFromCatalog } from "../runtime/catalog/skills-from-catalog.ts";
import { createCachingCompiler } from "./compiler.ts";
import { factsOf, type Snapshot } from "./snapshot.ts";
import type { Outcome } from "./outcome.ts";
import type { CacheOptions } from "./kept/unit-cache.ts";

/** Parses frontmatter by the core schema of YAML 1.2. Throws for anything malformed. */
export const parseFrontmatter: (yaml: string) => unknown = coreValues;

export interface ServedSkills extends Outcome {
  /** Undefined if there is an error. */
  readonly skills?: AnySkills;
}

/** Compiles skills in memory, with their contents. Writes nothing but the cache. Files over 8 MiB are left out, with a finding. */
export async function compileSkills(options: CacheOptions): Promise<ServedSkills> {
  const build = (files: UserConfig["files"]): Promise<Snapshot> => {
    const overrides = { ...options.overrides, emit: ["json-full" as const], ...(files && { files }) };
    return createCachingCompiler({ ...options, overrides }).build();
  };
  let snapshot = await build(options.overrides?.files);
  // A build can write such a file next to the module; a server has all in memory.
  if (factsOf(snapshot).hasOversized) snapshot = await build({ ...options.overrides?.files, maxBytes: LARGEST_WHOLE });
  const { exitCode, summary } = snapshot;
  const diagnostics = snapshot.diagnostics();
  let text = "";
  for (const file of snapshot.outputs()) {
    if (file.path !== "catalog.full.json") continue;
    for (const chunk of file.chunks()) {
      if (typeof chunk === "string") text += chunk;
      else if (isFailure(chunk)) throw new Error(`a file changed while it was read: ${chunk.detail}`);
    }
  }
  const skills = text === "" ? undefined : createSkillsFromCatalog(JSON.parse(text) as Catalog);
  return { exitCode, summary, diagnostics, ...(skills && { skills }) };
}

/**
 * Reads the skills of a `catalog.full.json`; a text says why that is not possible.
 */
export function readCatalogFile(path: string): AnySkills | string {
  const host = createNodeHost(process.cwd());
  const bytes = host.readFile(path);
  if (isFailure(bytes)) return `cannot read ${path}: ${bytes.detail}`;
  try {
    const skills = createSkillsFromCatalog(JSON.parse(new TextDecoder().decode(bytes)) as Catalog);
    // The first access checks the data.
    void skills.names;
    return skills;
  } catch (error) {
    return `${path} is not a catalog with contents: ${(error as Error).message}`;
  }
}
