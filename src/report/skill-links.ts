/** Which skills name other skills in their instructions: by a path, or by their name. */
import { joinPath, parentPath } from "../paths/index.ts";
import type { CatalogSkill } from "../runtime/catalog/catalog.ts";

/** `path`: a path to a file or directory of the other skill. `name`: the name of the other skill. */
type SkillLinkKind = "path" | "name";

export interface SkillLink {
  readonly from: string;
  readonly to: string;
  /** `path` if there is at least one path. */
  readonly kind: SkillLinkKind;
  /** How often the instructions name the other skill. */
  readonly count: number;
}

/** A word that can be a name, an id or a path; it starts and ends with a letter or digit, or starts with dots. */
const WORD = /(?:(?<![./])(?:\.{1,2}\/)+)?[\p{L}\p{N}](?:[\p{L}\p{N}:._/-]*[\p{L}\p{N}])?/gu;
/** How much of a line around a name is read. */
const NEARBY = 24;
const MARK_BEFORE = /(?:`\/?|\*\*|\[\[|\[|["'])$/;
const MARK_AFTER = /^(?:`|\*\*|\]\]|\]|["'])/;
const SKILL_BEFORE = /\bskills?:?\s+[`"'*[/]*$/i;
const SKILL_AFTER = /^[`"'*\]]*\s+(?:sub-?)?skills?\b/i;

/**
 * Finds the links between skills. A name counts if it is marked (in a code span, bold, quoted) and has more than one
 * part, or if the word "skill" is next to it: most skills of one word are named like things.
 *
 * @param instructions Returns the body of a skill.
 * @returns links sorted as `skills` are; none from a skill to itself.
 */
export function findSkillLinks(
  skills: readonly Pick<CatalogSkill, "id" | "name" | "path">[],
  instructions: (id: string) => string | undefined,
): readonly SkillLink[] {
  const known = namesOf(skills);
  const paths = new Map(skills.flatMap(({ id, path }) => (path === "" ? [] : [[path, id] as const])));
  return skills.flatMap(({ id, path }) => {
    const found = new Map<string, { kind: SkillLinkKind; count: number }>();
    for (const { to, kind } of linksIn(instructions(id) ?? "", { path, known, paths })) {
      if (to === id) continue;
      const link = found.get(to) ?? { kind, count: 0 };
      found.set(to, { kind: kind === "path" ? kind : link.kind, count: link.count + 1 });
    }
    return [...found].map(([to, link]): SkillLink => ({ from: id, to, ...link }));
  });
}

/** Ids by id, and by every name that only one skill has. */
function namesOf(skills: readonly Pick<CatalogSkill, "id" | "name">[]): ReadonlyMap<string, string> {
  const names = new Map<string, string | undefined>();
  for (const { id, name } of skills) names.set(name, names.has(name) && names.get(name) !== id ? undefined : id);
  for (const { id } of skills) names.set(id, id);
  return new Map([...names].flatMap(([name, id]) => (id === undefined ? [] : [[name, id] as const])));
}

function* linksIn(
  text: string,
  {
    path,
    known,
    paths,
  }: {
    readonly path: string;
    readonly known: ReadonlyMap<string, string>;
    readonly paths: ReadonlyMap<string, string>;
  },
): Generator<{ readonly to: string; readonly kind: SkillLinkKind }> {
  for (const { 0: word, index } of text.matchAll(WORD)) {
    const named = known.get(word);
    if (named !== undefined && isNamed(text, index, word)) yield { to: named, kind: "name" };
    else if (word.includes("/")) {
      const to = word.startsWith(".") ? ownerOf(joinPath(path, word), paths) : documentOwner(word, paths);
      if (to !== undefined) yield { to, kind: "path" };
    } else if (word.includes(":")) {
      // `plugin:name`, where the plugin is not part of the id.
      const name = word.slice(word.lastIndexOf(":") + 1);
      const to = name.includes("-") ? known.get(name) : undefined;
      if (to !== undefined) yield { to, kind: "name" };
    }
  }
}

function isNamed(text: string, index: number, word: string): boolean {
  const before = text.slice(Math.max(0, index - NEARBY), index);
  const after = text.slice(index + word.length, index + word.length + NEARBY);
  if (SKILL_BEFORE.test(before) || SKILL_AFTER.test(after)) return true;
  return /[-:/]/.test(word) && MARK_BEFORE.test(before) && MARK_AFTER.test(after);
}

/** The skill whose directory contains a path. */
function ownerOf(path: string, paths: ReadonlyMap<string, string>): string | undefined {
  for (let dir = path; dir !== "." && dir !== parentPath(dir) && !dir.endsWith(".."); dir = parentPath(dir)) {
    const id = paths.get(dir);
    if (id !== undefined) return id;
  }
  return undefined;
}

/** The skill of a SKILL.md whose path starts at the project. */
function documentOwner(word: string, paths: ReadonlyMap<string, string>): string | undefined {
  return word.endsWith("/SKILL.md") ? paths.get(word.slice(0, -"/SKILL.md".length)) : undefined;
}
