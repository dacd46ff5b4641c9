import { findNamed, unknownSkill, type AnySkills, type LoadedSkill, type Skill } from "../access.ts";

/**
 * What happens if catalogs overlap.
 *
 * @example
 * mergeCatalogs(builtIn, stored, { duplicates: "last" });
 */
export interface MergeOptions {
  /** Which skill keeps an id that both catalogs have. Default `error`. */
  readonly duplicates?: "error" | "first" | "last" | undefined;
}

/**
 * Merges two catalogs. A skill that either one preloads is preloaded; views with the same name are joined; a bare name
 * works while only one skill of both catalogs has it. `hash` combines both hashes, the profile is that of the first.
 *
 * @throws TypeError if both have an id and `duplicates` is `error`.
 * @example
 * const stored = createSkillsFromCatalog(await store.get("catalog", "json"));
 * const skills = mergeCatalogs(builtIn, stored, { duplicates: "first" });
 */
export function mergeCatalogs(first: AnySkills, second: AnySkills, options: MergeOptions = {}): AnySkills {
  const order = options.duplicates === "last" ? [first, second] : [second, first];
  const ownerOf = new Map(order.flatMap((catalog) => catalog.names.map((id): [string, AnySkills] => [id, catalog])));
  if ((options.duplicates ?? "error") === "error") throwIfBothHave(first, second);
  const names = [...ownerOf.keys()].sort();
  const agents = mergeNamed(...order.map((catalog) => catalog.agents));
  const toolsets = mergeNamed(...order.map((catalog) => catalog.toolsets));
  const preloads = new Set(
    [...first.listForDir(""), ...second.listForDir("")].flatMap(({ id, preload }) => (preload ? [id] : [])),
  );
  const withPreload = <Of extends Skill>(skill: Of): Of =>
    skill.preload === preloads.has(skill.id) ? skill : { ...skill, preload: true };
  const byId = new Map(names.map((id): [string, Skill] => [id, withPreload((ownerOf.get(id) as AnySkills).get(id))]));
  const aliases = new Map<string, string | undefined>();
  for (const { id, name } of byId.values()) aliases.set(name, aliases.has(name) ? undefined : id);
  const find = (given: string): Skill | undefined =>
    findNamed(given, (name) => byId.get(name) ?? byId.get(aliases.get(name) ?? ""));
  const get = (name: string): Skill => {
    const skill = find(name);
    if (skill !== undefined) return skill;
    throw unknownSkill(name, names);
  };
  const owner = ({ id }: Skill): AnySkills => ownerOf.get(id) as AnySkills;
  const load = async (skill: Skill): Promise<LoadedSkill> => withPreload(await owner(skill).load(skill.id));
  const inOrder = (skills: readonly Skill[]): Skill[] => {
    const ids = new Set(skills.map(({ id }) => id));
    return names.filter((id) => ids.has(id)).map(get);
  };

  return {
    formatVersion: first.formatVersion,
    hash: `${first.hash}+${second.hash}`,
    profile: first.profile,
    names,
    has: (name) => find(name) !== undefined,
    hasFile: (name, path, encoding) => {
      const skill = find(name);
      return skill !== undefined && owner(skill).hasFile(skill.id, path, encoding);
    },
    find,
    get,
    load: async (name) => load(get(name)),
    readText: async (name, path) => owner(get(name)).readText(get(name).id, path),
    readBytes: async (name, path) => owner(get(name)).readBytes(get(name).id, path),
    readStream: async (name, path) => owner(get(name)).readStream(get(name).id, path),
    preloaded: async () => Promise.all([...byId.values()].filter(({ preload }) => preload).map(load)),
    listForDir: (dir) =>
      inOrder(
        [first, second].flatMap((catalog) => catalog.listForDir(dir).filter((skill) => owner(skill) === catalog)),
      ),
    view: (name) => inOrder(viewOfAny([first, second], name)),
    ...(agents.length > 0 && { agents }),
    ...(toolsets.length > 0 && { toolsets }),
  };
}

function throwIfBothHave(first: AnySkills, second: AnySkills): void {
  const doubles = first.names.filter((id) => second.find(id)?.id === id);
  if (doubles.length > 0)
    throw new TypeError(
      `Both catalogs have ${doubles.map((id) => JSON.stringify(id)).join(", ")}: set duplicates to "first" or "last", or build one of them with a namespace`,
    );
}

/** Merges agents or toolsets, sorted; of one name, that of the later list is kept. */
function mergeNamed<Named extends { readonly name: string }>(
  ...lists: readonly (readonly Named[] | undefined)[]
): Named[] {
  const all = new Map(lists.flatMap((list) => (list ?? []).map((one): [string, Named] => [one.name, one])));
  return [...all.keys()].sort().map((name) => all.get(name) as Named);
}

/** Returns the skills of a view of each catalog that has it. Throws if none has. */
function viewOfAny(catalogs: readonly AnySkills[], name: string): readonly Skill[] {
  const errors: unknown[] = [];
  const found = catalogs.flatMap((catalog) => {
    try {
      return catalog.view(name);
    } catch (error) {
      errors.push(error);
      return [];
    }
  });
  if (errors.length === catalogs.length) throw errors[0];
  return found;
}
