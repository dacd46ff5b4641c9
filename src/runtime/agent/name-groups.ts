/** The names of more skills than fit: in groups, so that no alphabet decides which of them a model sees. */
import type { Skill } from "../access.ts";
import { tokenQuarters } from "../prompt/token-count.ts";

/** A smaller group says less than its names. */
const MIN_GROUP = 3;
const OTHER = "other";
/** Names cost more than the estimate of a text. */
const NAMES = 1.08;
/** A name costs more tokens: its comma. */
const NAME_TOKENS = 0.4;
/** A line costs more tokens: its end, brackets and size. */
const LINE_TOKENS = 2.5;

/** What skills may be grouped by, the best first. */
const labels: readonly ((skill: Skill) => string | undefined)[] = [
  ({ namespace }) => namespace,
  ({ path }) =>
    path
      .split("/")
      .slice(0, -1)
      .findLast((segment) => segment !== "skills"),
  ({ tags }) => tags[0],
  ({ id }) => id.split(/[-_.:]/, 1)[0],
];

/**
 * Writes lines within a room of tokens: the names that come first, then a line for each group with its size, and names of
 * each in turn, the short ones first. Small groups, and those that do not fit, are counted as "other".
 */
export function groupNames(
  skills: readonly Skill[],
  first: readonly number[],
  room: number,
): { readonly lines: readonly string[]; readonly listed: ReadonlySet<number>; readonly tokens: number } {
  const idOf = (at: number): string => (skills[at] as Skill).id;
  const listed = new Set<number>();
  // The number of the others always fits.
  let left = room - LINE_TOKENS * 3;
  const take = (text: string, more: number): boolean => {
    const cost = (tokenQuarters(text) / 4) * NAMES + more;
    if (cost > left) return false;
    left -= cost;
    return true;
  };
  // At most half of the room: a model must see that there are others.
  for (const at of first) if (left > room / 2 && take(`- ${idOf(at)}\n`, LINE_TOKENS)) listed.add(at);
  const lines = [...listed].map((at) => `- ${idOf(at)}`);

  const groups = groupsOf(skills, listed);
  const others = groups.get(OTHER) ?? [];
  for (const [label, members] of [...groups].sort(([, one], [, two]) => two.length - one.length)) {
    if (members.length >= MIN_GROUP && take(`- ${label} (${members.length}): , …\n`, LINE_TOKENS)) continue;
    if (members !== others) others.push(...members);
    groups.delete(label);
  }
  if (others.length > 0) groups.set(OTHER, others);
  const rows = [...groups].map(([label, members]) => {
    members.sort((one, two) => idOf(one).length - idOf(two).length);
    return { head: `- ${label} (${members.length}): `, members, names: [] as string[] };
  });
  for (let open = rows; open.length > 0;)
    open = open.filter(({ members, names }) => {
      const at = members[names.length];
      if (at === undefined || !take(`, ${idOf(at)}`, NAME_TOKENS)) return false;
      listed.add(at);
      names.push(idOf(at));
      return true;
    });
  for (const { head, members, names } of rows)
    lines.push(head + (names.length < members.length ? [...names, "…"] : names).join(", "));
  return { lines, listed, tokens: room - left };
}

/** Returns the positions of the skills by the first label that gives groups of three or more, on average. */
function groupsOf(skills: readonly Skill[], without: ReadonlySet<number>): Map<string, number[]> {
  const groups = new Map<string, number[]>();
  for (const labelOf of labels) {
    groups.clear();
    for (const [at, skill] of skills.entries()) {
      const label = labelOf(skill) || OTHER;
      if (!without.has(at))
        groups
          .set(label, groups.get(label) ?? [])
          .get(label)
          ?.push(at);
    }
    if (groups.size > 1 && groups.size * MIN_GROUP <= skills.length) break;
  }
  return groups;
}
