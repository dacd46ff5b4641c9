import type { Searched } from "../model/searched.ts";
import type { Catalog } from "../runtime/catalog/catalog.ts";
import { createCachingCompiler } from "./compiler.ts";
import type { Outcome } from "./outcome.ts";
import { pathsOf } from "./session.ts";
import { graphOf, type GraphFacts } from "./skill-graph.ts";
import { factsOf, hiddenInCodex } from "./snapshot.ts";
import type { CacheOptions } from "./kept/unit-cache.ts";

export interface CatalogResult extends Outcome {
  /** All skills, regardless of views; undefined if the configuration is invalid. With errors: only the valid skills. */
  readonly catalog?: Catalog;
  /** Where the skills were looked for; undefined if the config names their directories. */
  readonly searched?: Searched;
  /** Name of the profile of the system that the skills were probably written for, if it is not theirs. */
  readonly system?: string | undefined;
  /** Ids of skills that Codex does not offer to its model, as their `agents/openai.yaml` says. */
  readonly hiddenInCodex: ReadonlySet<string>;
  /** Returns the instructions of a skill in the catalog; undefined if they can no longer be read. */
  readonly instructions: (id: string) => string | undefined;
  readonly graph: () => GraphFacts;
}

/** Compiles skills to a catalog in memory, for `skillc list` and `skillc show`; writes nothing. */
export async function compileCatalog(options: CacheOptions = {}): Promise<CatalogResult> {
  const snapshot = await createCachingCompiler({ search: true, ...options }).build();
  const catalog = snapshot.catalog();
  return {
    exitCode: snapshot.exitCode,
    summary: snapshot.summary,
    diagnostics: snapshot.diagnostics(),
    ...(catalog && { catalog }),
    ...(snapshot.searched && { searched: snapshot.searched }),
    system: factsOf(snapshot).system,
    hiddenInCodex: hiddenInCodex(snapshot),
    instructions: (id) => snapshot.instructions(id),
    graph: () => graphOf(snapshot, pathsOf({ search: true, ...options })),
  };
}
