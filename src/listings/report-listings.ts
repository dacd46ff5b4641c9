/** Findings about what clients make of all skills together. */
import { createFindings, type LocatedPlace, type Place, type PlacedGroup, type Rule } from "../diagnostics/index.ts";
import type { AdmittedSkill } from "../model/admitted.ts";
import type { ArgumentValue } from "../model/diagnostic.ts";
import type { KnownResults } from "../model/known-results.ts";
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

/** What is wrong with the listing of a client: the name of a rule, and its arguments. */
type ListingFault = readonly [rule: keyof typeof listingRules, args: Readonly<Record<string, ArgumentValue>>];
/** What is wrong with a description: the position of its skill, and the arguments of the rule. */
type DescriptionFault = readonly [at: number, args: Readonly<Record<string, ArgumentValue>>];

interface ListingFaults {
  readonly ofListing?: ListingFault | undefined;
  readonly ofSkills: readonly DescriptionFault[];
}

/**
 * Returns what is wrong with the listings of skills, a finding for each client, and those about single descriptions.
 *
 * @param known What clients make of thousands of skills need not be measured again after most edits.
 */
export async function reportListings(
  skills: readonly AdmittedSkill[],
  targets: readonly ListingTarget[],
  { longest, known }: { readonly longest: number; readonly known?: KnownResults | undefined },
): Promise<readonly PlacedGroup[]> {
  const question = questionOf(skills, targets, longest);
  const earlier = question && (known?.get(question) as readonly ListingFaults[] | undefined);
  const faults = earlier ?? (await findFaults(skills, targets, longest));
  if (earlier === undefined && question !== undefined) known?.set(question, faults);
  const ofRun = createFindings();
  const groups: PlacedGroup[] = [];
  for (const [index, { ofListing, ofSkills }] of faults.entries()) {
    const { place } = targets[index] as ListingTarget;
    if (ofListing !== undefined) ofRun.add(listingRules[ofListing[0]] as Rule, place, ofListing[1]);
    for (const [at, args] of ofSkills) {
      const skill = skills[at] as AdmittedSkill;
      const findings = createFindings();
      findings.add(listingRules["description-over-client-cap"] as Rule, placeOf(skill), args);
      groups.push({ findings: findings.findings, lines: findings.lines, place: skill.number });
    }
  }
  return [{ findings: ofRun.findings, lines: ofRun.lines }, ...groups];
}

async function findFaults(
  skills: readonly AdmittedSkill[],
  targets: readonly ListingTarget[],
  longest: number,
): Promise<readonly ListingFaults[]> {
  const listed = skills.map(toListed);
  const faults: ListingFaults[] = [];
  for (const target of targets) {
    const asked = parseListingClient(target.client);
    const listing =
      asked.client === "agent"
        ? (await import("./simulate.ts")).simulateListing(skills.map(withRestrictions), asked)
        : listingOf(listed, asked, noAgent);
    const ofSkills = listed.flatMap((skill, at): DescriptionFault[] => {
      const over = overCap(skill, asked);
      // A description over the limit of the profile is reported already.
      if (over === undefined || skill.description.length > longest) return [];
      return [[at, { client: clientRows[asked.client].label, ...over }]];
    });
    faults.push({ ofListing: faultOf(listing, asked, target.isNamed), ofSkills });
  }
  return faults;
}

/** All that clients make their listings of, but for `agentSkills`, which also asks for scopes and tools; undefined with it. */
function questionOf(
  skills: readonly AdmittedSkill[],
  targets: readonly ListingTarget[],
  longest: number,
): readonly string[] | undefined {
  if (targets.some(({ client }) => parseListingClient(client).client === "agent")) return undefined;
  const question = ["listings", JSON.stringify([longest, targets.map(({ client, isNamed }) => [client, isNamed])])];
  for (const { id, place, preload, unit } of skills) {
    const { name, namespace, description, whenToUse, hidden } = unit.link;
    const written = [namespace, whenToUse, preload || undefined, hidden].map((value) => (value === undefined ? 0 : 1));
    question.push(written.join(""), id, place.path, name, namespace ?? "", description, whenToUse ?? "");
  }
  return question;
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

function faultOf(listing: Listing, asked: ListingClient, isNamed: boolean): ListingFault | undefined {
  const { whole, nameOnly, shortened, omitted, fitsAt, lostCharacters, budget } = listing;
  const { limit, needed, window } = budget;
  if (limit === null || needed <= limit - (asked.reserve ?? 0)) return undefined;
  const skills = whole.length + nameOnly.length + shortened.length + omitted.length;
  const unit = budget.unit.slice(0, -1);
  const client = clientRows[asked.client].label;
  const longest = longestOf(listing.longest);
  if (omitted.length > 0) {
    const bare = whole.length + shortened.length === 0;
    return ["listing-skills-omitted", { client, omitted: omitted.length, skills, needed, limit, unit, bare }];
  }
  if (nameOnly.length > 0) {
    const fraction = asked.client === "claude-code" && window !== null ? neededFraction(needed, window) : 0;
    const args = { client, dropped: nameOnly.length, skills, needed, limit, unit, window: window ?? 0 };
    return ["listing-descriptions-lost", { ...args, fitsAt: fitsAt ?? 0, longest, fraction, named: isNamed }];
  }
  if (shortened.length === 0) return undefined;
  const shown = Math.max(...shortened.map(({ to }) => to));
  const mean = Math.ceil(lostCharacters / skills);
  const args = { client, cut: shortened.length, skills, shown, mean, fitsAt: fitsAt ?? 0, longest };
  return ["listing-descriptions-cut", args];
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
