import { plural, thousands } from "../diagnostics/rule.ts";
import type { Searched, SearchedPlace } from "../model/searched.ts";

const MAX_PLACES = 4;

/** Says where skills were searched, and what was left out there; nothing if all are in the first places. */
export function searchLines(
  { places, mirrors, testData, ignored, pruned }: Searched,
  hasDirectories: boolean,
): readonly string[] {
  const isFirst = places.length === 1 && /^skills\/?$/.test(places[0]?.dir ?? "");
  const isUsual = (isFirst || hasDirectories) && mirrors.length + pruned.length === 0;
  const notSearched = pruned.map(({ kind, directories }) => `${kind} (${thousands(directories)})`);
  const where = [
    ...(places.length === 0 ? ["0 skills"] : [`${plural(sum(places), "skill")} in ${namesOf(places)}`]),
    ...(mirrors.length === 0 ? [] : [`${thousands(sum(mirrors))} mirrored in ${namesOf(mirrors)}`]),
    ...(notSearched.length === 0 ? [] : [`not searched: ${notSearched.join(", ")}`]),
  ];
  return [
    ...(isUsual ? [] : [where.join("; ")]),
    ...testData.map((one) => leftOut(one, one.skills === 1 ? "looks like test data" : "look like test data")),
    ...ignored.map((one) => leftOut(one, `${one.skills === 1 ? "is" : "are"} ignored by ${one.by}`)),
  ];
}

function leftOut({ dir, skills }: SearchedPlace, why: string): string {
  return `${plural(skills, "skill")} in ${dir} ${why}: skillc check ${/^[\w./@-]+$/.test(dir) ? dir : JSON.stringify(dir)}`;
}

function sum(places: readonly SearchedPlace[]): number {
  return places.reduce((total, { skills }) => total + skills, 0);
}

/** The numbers are there only to tell several places apart. */
function namesOf(places: readonly SearchedPlace[]): string {
  const [only] = places;
  if (places.length === 1 && only !== undefined) return only.dir;
  const names = places.slice(0, MAX_PLACES).map(({ dir, skills }) => `${dir} (${thousands(skills)})`);
  const rest = places.slice(MAX_PLACES);
  if (rest.length > 0) names.push(`${plural(rest.length, "more place")} (${thousands(sum(rest))})`);
  return `${names.slice(0, -1).join(", ")} and ${names.at(-1) ?? ""}`;
}
