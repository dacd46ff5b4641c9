import type { Host } from "../model/host.ts";
import type { Linked } from "../model/linked.ts";
import { isInside, parentPath } from "../paths/index.ts";
import { hashOfCatalog } from "../piece/index.ts";
import type { Catalog, CatalogAgent, CatalogSkill } from "../runtime/catalog/catalog.ts";

/** Returns the whole catalog without a view. */
export function narrowToView(
  linked: Linked,
  view: string | undefined,
  host: Pick<Host, "sha256" | "sha256OfPieces">,
): Linked {
  if (view === undefined) return linked;
  const { hash: _hash, ...catalog } = linked.catalog;
  // A view may be named `__proto__`.
  const wanted = new Set(new Map(Object.entries(catalog.views)).get(view));
  const skills = linked.skills.filter(({ entry }) => wanted.has(entry.id));
  const views: Record<string, readonly string[]> = Object.create(null);
  for (const [name, ids] of Object.entries(catalog.views)) views[name] = ids.filter((id) => wanted.has(id));
  const others = linked.skills.filter(({ entry }) => !wanted.has(entry.id)).map(({ entry }) => entry);
  const names = new Set(skills.flatMap(({ entry }) => [entry.id, entry.name]));
  const gone = new Set(others.flatMap(({ id, name }) => [id, name]).filter((name) => !names.has(name)));
  const holds = (entries: readonly CatalogSkill[], file: string): boolean =>
    entries.some(({ source }) => source.kind === "directory" && isInside(parentPath(source.file), file));
  const kept = skills.map(({ entry }) => entry);
  const narrowed: Omit<Catalog, "hash"> = {
    ...catalog,
    skills: kept,
    views,
    ...(catalog.agents && { agents: catalog.agents.map((agent) => withoutSkills(agent, gone)) }),
    dropped: catalog.dropped.filter(({ file }) => holds(kept, file) || !holds(others, file)),
  };
  return { catalog: { ...narrowed, hash: hashOfCatalog({ catalog: narrowed, skills }, host) }, skills };
}

/** An agent cannot load what the catalog does not have. */
function withoutSkills(agent: CatalogAgent, gone: ReadonlySet<string>): CatalogAgent {
  const isThere = (name: string): boolean => !gone.has(name);
  return { ...agent, initialSkills: agent.initialSkills.filter(isThere), skills: agent.skills.filter(isThere) };
}
