/** Several sources may contain a directory, such as a broad one and a narrow one with `preload`: it is one skill. */
import type { Duplicates } from "../model/config.ts";
import type { FoundSkill } from "../model/skill.ts";

/**
 * Takes the skills in the order of their sources and keeps one per real directory and namespace: the last for
 * `duplicates: "last"`, else the first. Preload is OR-combined. A link with another name is another skill, because names
 * are compared with it; linking joins them by their id.
 */
export function joinSources(skills: readonly FoundSkill[], duplicates: Duplicates): readonly FoundSkill[] {
  if (new Set(skills.map(({ place }) => place.realDir)).size === skills.length) return skills;
  const kept = new Map<string, FoundSkill>();
  for (const [index, skill] of skills.entries()) {
    const { dirName } = skill.input;
    const { realDir, namespace, preload } = skill.place;
    const key = JSON.stringify(realDir === "" ? index : [realDir, dirName, namespace]);
    const other = kept.get(key);
    const winner = other === undefined || duplicates === "last" ? skill : other;
    // A map keeps the position of the first insertion.
    if (winner === skill) kept.delete(key);
    const isPreloaded = preload || other?.place.preload === true;
    const isSame = winner.place.preload === isPreloaded;
    kept.set(key, isSame ? winner : { ...winner, place: { ...winner.place, preload: isPreloaded } });
  }
  return [...kept.values()];
}
