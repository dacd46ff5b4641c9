import { isFailure } from "../../model/host.ts";
import type { LinkedSkill } from "../../model/linked.ts";
import type { TargetPlace } from "../target.ts";

const FEWEST = 2;
const MOST = 5;

/** Returns two to five queries; undefined for a skill that names fewer. */
export function queriesOf(skill: LinkedSkill, { read }: Pick<TargetPlace, "read">): readonly string[] | undefined {
  const { metadata } = skill.entry;
  const written = metadata["queries"];
  const lines = typeof written === "string" ? written.split("\n").map((line) => line.trim()) : [];
  const queries = [...new Set(evalQueries(skill, read) ?? lines)].filter((query) => query !== "");
  return queries.length < FEWEST ? undefined : queries.slice(0, MOST);
}

function evalQueries({ entry, document }: LinkedSkill, read: TargetPlace["read"]): readonly string[] | undefined {
  const location = document.preparedFrom ?? document.location;
  if (entry.source.kind === "inline") return undefined;
  const bytes = read(`${location.slice(0, location.lastIndexOf("/") + 1)}evals/eval_queries.json`);
  if (isFailure(bytes)) return undefined;
  const cases = parse(new TextDecoder().decode(bytes));
  if (!Array.isArray(cases)) return undefined;
  return cases.flatMap((one: unknown) => {
    if (typeof one !== "object" || one === null || !("query" in one) || !("should_trigger" in one)) return [];
    return one.should_trigger === true && typeof one.query === "string" ? [one.query.trim()] : [];
  });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
