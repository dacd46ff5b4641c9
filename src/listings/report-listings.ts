/** Findings about what clients make of all skills together. */
import { createFindings, type LocatedPlace, type Place, type PlacedGroup } from "../diagnostics/index.ts";
import type { AdmittedSkill } from "../model/admitted.ts";
import { claudeCodeText } from "./claude-code.ts";
import { parseListingClient } from "./client-spec.ts";
import { claudeCodeFacts, clientRows, codexFacts } from "./clients.ts";
import { codexLength } from "./codex.ts";
import type { ListedSkill, Listing, ListingClient } from "./listing.ts";
import { listingOf } from "./listing-of.ts";
import { listingRules, longestOf } from "./rules.ts";
import { neededFraction } from "./settings.ts";

/** A client that a run is for. */
export interface ListingTarget {
  /** As `--as` names it. */
  readonly client: string;
  /** Whether the config or the command line names it. */
  readonly isNamed: boolean;
  readonly place: Place;
}

/** Returns what is wrong with the listings of skills, a finding for each client, and those about single descriptions. */
export async function reportListings(
  skills: readonly AdmittedSkill[],
  targets: readonly ListingTarget[],
  longestDescription: number,
): Promise<readonly PlacedGroup[]> {
  const listed = skills.map(toListed);
  const ofRun = createFindings();
  const groups: PlacedGroup[] = [];
  for (const target of targets) {
    const asked = parseListingClient(target.client);
    const listing =
      asked.client === "agent"
        ? (await import("./simulate.ts")).simulateListing(skills.map(withRestrictions), asked)
        : listingOf(listed, asked, noAgent);
    reportClient(listing, target, { asked, findings: ofRun });
    for (const [at, skill] of skills.entries()) {
      const over = overCap(listed[at] as ListedSkill, asked);
      // A description over the limit of the profile is reported already.
      if (over === undefined || skill.unit.link.description.length > longestDescription) continue;
      const findings = createFindings();
      const args = { client: clientRows[asked.client].label, ...over };
      findings.add(listingRules["description-over-client-cap"], placeOf(skill), args);
      groups.push({ findings: findings.findings, lines: findings.lines, place: skill.number });
    }
  }
  return [{ findings: ofRun.findings, lines: ofRun.lines }, ...groups];
}

function noAgent(): never {
  throw new Error("no agent was asked for");
}

/** What linking reads of a skill is enough for all clients but `agentSkills`, which also asks for scopes and tools. */
function toListed({ id, place: { path }, preload, unit: { link } }: AdmittedSkill): ListedSkill {
  return { ...link, id, path, preload, disableModelInvocation: link.hidden };
}

function withRestrictions(skill: AdmittedSkill): ListedSkill {
  return { ...skill.unit.facts.fields, ...toListed(skill) };
}

function reportClient(
  listing: Listing,
  { isNamed, place }: ListingTarget,
  { asked, findings }: { readonly asked: ListingClient; readonly findings: ReturnType<typeof createFindings> },
): void {
  const { whole, nameOnly, shortened, omitted, fitsAt, lostCharacters, budget } = listing;
  const { limit, needed, window } = budget;
  if (limit === null || needed <= limit - (asked.reserve ?? 0)) return;
  const skills = whole.length + nameOnly.length + shortened.length + omitted.length;
  const unit = budget.unit.slice(0, -1);
  const client = clientRows[asked.client].label;
  const longest = longestOf(listing.longest);
  if (omitted.length > 0) {
    const bare = whole.length + shortened.length === 0;
    const args = { client, omitted: omitted.length, skills, needed, limit, unit, bare };
    findings.add(listingRules["listing-skills-omitted"], place, args);
  } else if (nameOnly.length > 0) {
    const fraction = asked.client === "claude-code" && window !== null ? neededFraction(needed, window) : 0;
    const args = { client, dropped: nameOnly.length, skills, needed, limit, unit, window: window ?? 0 };
    findings.add(listingRules["listing-descriptions-lost"], place, {
      ...args,
      fitsAt: fitsAt ?? 0,
      longest,
      fraction,
      named: isNamed,
    });
  } else if (shortened.length > 0) {
    const shown = Math.max(...shortened.map(({ to }) => to));
    const mean = Math.ceil(lostCharacters / skills);
    const args = { client, cut: shortened.length, skills, shown, mean, fitsAt: fitsAt ?? 0, longest };
    findings.add(listingRules["listing-descriptions-cut"], place, args);
  }
}

/** Returns the length of a description that the client cuts whatever its budget. */
function overCap(
  skill: ListedSkill,
  { client }: ListingClient,
): { readonly fields: string; readonly length: number; readonly limit: number } | undefined {
  const { whenToUse = "", description } = skill;
  if (client === "claude-code" && skill.disableModelInvocation !== true) {
    const { length } = claudeCodeText(skill);
    const limit = claudeCodeFacts.maxDescription.value;
    const fields = whenToUse === "" ? "description" : "description and when_to_use";
    return length > limit ? { fields, length, limit } : undefined;
  }
  if (client !== "codex") return undefined;
  const length = codexLength(description);
  const limit = codexFacts.maxDescription.value;
  return length > limit ? { fields: "description", length, limit } : undefined;
}

function placeOf({ place, unit }: AdmittedSkill): Place {
  if (place.inline !== undefined) return { ...place.inline("description"), file: place.file };
  const located: LocatedPlace = { file: place.file, at: unit.at.description, lines: unit.lines };
  return located;
}
