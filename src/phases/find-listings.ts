/** Finds what clients make of all skills of a run together. */
import type { AdmittedSkill } from "../model/admitted.ts";
import type { Config } from "../model/config.ts";
import { tierOf } from "../model/index-tiers.ts";
import { recallUnder } from "../model/recall.ts";
import { isNarrow } from "../model/display-width.ts";
import type { TextPlace } from "../model/source.ts";
import type { ListingTarget } from "../listings/report-listings.ts";
import type { Earlier } from "./compilation.ts";
import type { LinkedRun } from "./link-run.ts";
import type { Run } from "./run.ts";

/** Less than any client has room for by default: 8,000 characters, or 5,440 tokens of four bytes. */
const SMALL = 7000;

/** Adds what is found in listings. Their code is loaded only if the skills may be too much for a client. */
export async function withListings(
  linked: LinkedRun,
  { known, recall }: Pick<Earlier, "known" | "recall"> = {},
): Promise<LinkedRun> {
  const { run, kept } = linked;
  const { listings = {} } = run.config;
  const targets = targetsOf(run, kept);
  const isSmall = Object.keys(listings).length === 0 && sizeOf(kept) <= SMALL;
  if (targets.length === 0 || isSmall) return linked;
  const { reportListings } = await import("../listings/report-listings.ts");
  const found = await reportListings(kept, targets, {
    longest: run.profile.description.maxLength,
    known,
    recall: recallUnder(recall, `run ${run.index}`),
  });
  return { ...linked, groups: [...linked.groups, ...found] };
}

/** The clients of the profile, replaced by what the config says about them, and the others that it names. */
function targetsOf({ config, profile }: Run, skills: readonly AdmittedSkill[]): readonly ListingTarget[] {
  const { listings = {} } = config;
  const byName = new Map(profile.listings.map((client) => [client.split("@")[0] ?? "", { client, isNamed: false }]));
  // Who pins skills has an agent that reads tiers.
  if (skills.some(({ unit, place }) => tierOf(unit.link, place.index) === "pinned"))
    byName.set("agent", { client: "agent", isNamed: false });
  for (const [name, client] of Object.entries(listings))
    if (client === false) byName.delete(name);
    else byName.set(name, { client, isNamed: true });
  return Array.from(byName, ([name, target]) => ({ ...target, place: placeOf(name, config) }));
}

function placeOf(name: string, { listings, file, sources: [source], place }: Config): TextPlace {
  const fallback = { file: file ?? (source?.kind === "directory" ? source.dir : ".") };
  return listings?.[name] === undefined ? fallback : (place?.(["listings", name]) ?? fallback);
}

/** At least what the listing of any client takes, without measuring: most text is letters of one column. */
function sizeOf(skills: readonly AdmittedSkill[]): number {
  let sum = 0;
  for (const { id, unit } of skills) {
    const { description, whenToUse = "" } = unit.link;
    sum += ENTRY + 3 * weigh(id) + weigh(description) + weigh(whenToUse);
  }
  return sum;
}

/** Everything in an entry that is not a name or a description. */
const ENTRY = 40;

function weigh(text: string): number {
  return isNarrow(text) && !text.includes("<") && !text.includes(">") ? text.length : 4 * text.length;
}
