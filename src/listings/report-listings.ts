import { createFindings, type LocatedPlace, type Place, type PlacedGroup } from "../diagnostics/index.ts";
import type { AdmittedSkill } from "../model/admitted.ts";
import type { FindingGroup } from "../model/finding.ts";
import type { KnownResults } from "../model/known-results.ts";
import { noRecall, type Recall } from "../model/recall.ts";
import { markOf } from "../model/text-mark.ts";
import { tierOf } from "../model/index-tiers.ts";
import { claudeCodeText } from "./claude-code.ts";
import { parseListingClient } from "./client-spec.ts";
import { claudeCodeFacts, clientRows, codexFacts } from "./clients.ts";
import { codexLength } from "./codex.ts";
import type { ListedSkill, Listing, ListingClient } from "./listing.ts";
import { isOver, listingOf } from "./listing-of.ts";
import { listingRules, longestOf } from "./rules.ts";
import { neededFraction } from "./settings.ts";

export interface ListingTarget {
  /** As `--as` names it. */
  readonly client: string;
  /** Whether the config or the command line names it. */
  readonly isNamed: boolean;
  readonly place: Place;
}

interface ListingContext extends ListingTarget {
  readonly asked: ListingClient;
  readonly findings: ReturnType<typeof createFindings>;
}

interface ListingFaults {
  readonly ofRun: FindingGroup;
  /** Descriptions that a client cuts whatever its budget: the positions of the skills. */
  readonly ofSkills: readonly (readonly [at: number, args: CutDescription])[];
}

type CutDescription = NonNullable<ReturnType<typeof overCap>> & { readonly client: string };

/** What is known of earlier runs: most edits change no description, and thousands of them need not be measured again. */
export interface ListingMemory {
  readonly known?: KnownResults | undefined;
  readonly recall?: Recall | undefined;
}

/** Returns a finding for each client, and those about single descriptions. */
export async function reportListings(
  skills: readonly AdmittedSkill[],
  targets: readonly ListingTarget[],
  { longest, known, recall = noRecall }: ListingMemory & { readonly longest: number },
): Promise<readonly PlacedGroup[]> {
  const isKept = known !== undefined && !targets.some(({ client }) => parseListingClient(client).client === "agent");
  const question = isKept ? questionOf(skills, [longest, targets], recall) : undefined;
  const earlier = question && (known?.get(question) as ListingFaults | undefined);
  const faults = earlier ?? (await findFaults(skills, targets, longest));
  if (earlier === undefined && question !== undefined) known?.set(question, faults);
  const ofSkills = faults.ofSkills.map(([at, args]): PlacedGroup => {
    const skill = skills[at] as AdmittedSkill;
    const findings = createFindings();
    findings.add(listingRules["description-over-client-cap"], placeOf(skill), args);
    return { findings: findings.findings, lines: findings.lines, place: skill.number };
  });
  return [faults.ofRun, ...ofSkills];
}

/** All that listings are made of, but for that of `agentSkills`, which also asks for scopes and tools. */
function questionOf(skills: readonly AdmittedSkill[], asked: readonly unknown[], recall: Recall): readonly string[] {
  const listed = recall.each("listed", skills, [], (skill) => JSON.stringify(toListed(skill)));
  const mark = recall("mark of listed", listed, () => markOf(listed.join("\n")));
  return ["listings", JSON.stringify(asked), `${mark}`];
}

async function findFaults(
  skills: readonly AdmittedSkill[],
  targets: readonly ListingTarget[],
  longest: number,
): Promise<ListingFaults> {
  const listed = skills.map(toListed);
  const findings = createFindings();
  const ofSkills: (readonly [number, CutDescription])[] = [];
  for (const target of targets) {
    const asked = parseListingClient(target.client);
    const context = { ...target, asked, findings };
    if (asked.client === "agent")
      await reportAgent(
        skills.map((skill) => ({ ...skill.unit.facts.fields, ...toListed(skill) })),
        context,
      );
    else reportClient(listingOf(listed, asked, noAgent), context);
    for (const [at, skill] of listed.entries()) {
      const over = overCap(skill, asked);
      // A description over the limit of the profile is reported already.
      if (over === undefined || skill.description.length > longest) continue;
      ofSkills.push([at, { client: clientRows[asked.client].label, ...over }]);
    }
  }
  return { ofRun: { findings: findings.findings, lines: findings.lines }, ofSkills };
}

function noAgent(): never {
  throw new Error("no agent was asked for");
}

/** What linking reads of a skill is enough for all clients but `agentSkills`, which also asks for scopes and tools. */
function toListed({ id, place, preload, unit: { link } }: AdmittedSkill): ListedSkill {
  return {
    id,
    path: place.path,
    preload,
    disableModelInvocation: link.hidden,
    allowsImplicit: link.hiddenInCodex !== true,
    index: tierOf(link, place.index),
    // The spread is not the first (CONTRIBUTING, "What V8 does to us").
    ...link,
  };
}

/** Pinned skills that are over the budget alone are reported even if the client is not named: the author chose their tier. */
async function reportAgent(skills: readonly ListedSkill[], context: ListingContext): Promise<void> {
  const { simulateListing } = await import("./simulate.ts");
  const { asked } = context;
  const pinned = simulateListing(
    skills.filter(({ index }) => index === "pinned"),
    asked,
  );
  if (isOver(pinned)) return reportLost(pinned, context, pinned.shortened.length + pinned.nameOnly.length);
  if (context.isNamed) reportClient(simulateListing(skills, asked), context);
}

function reportClient(listing: Listing, context: ListingContext): void {
  if (!isOver(listing)) return;
  const { shortened, omitted, nameOnly } = listing;
  // Where descriptions are cut, those of which nothing is left are cut too.
  const dropsWhole = context.asked.client === "claude-code" || shortened.length === 0;
  if (omitted.length > 0) reportOmitted(listing, context);
  else if (nameOnly.length > 0 && dropsWhole) reportLost(listing, context);
  else if (shortened.length > 0) reportCut(listing, context);
}

function reportOmitted(listing: Listing, { asked, place, findings }: ListingContext): void {
  const { whole, shortened, omitted } = listing;
  findings.add(listingRules["listing-skills-omitted"], place, {
    ...sizeIn(listing, asked),
    omitted: omitted.length,
    skills: countOf(listing),
    bare: whole.length + shortened.length === 0,
  });
}

function reportLost(listing: Listing, { asked, place, findings, isNamed }: ListingContext, pinned = 0): void {
  const { nameOnly, fitsAt, longest, budget } = listing;
  const { needed, reserve, window } = budget;
  findings.add(listingRules["listing-descriptions-lost"], place, {
    ...sizeIn(listing, asked),
    dropped: nameOnly.length,
    pinned,
    skills: countOf(listing),
    fitsAt: fitsAt ?? 0,
    longest: longestOf(longest),
    fraction: asked.client === "claude-code" && window !== null ? neededFraction(needed + reserve, window) : 0,
    named: isNamed,
  });
}

function reportCut(listing: Listing, { asked, place, findings }: ListingContext): void {
  const { nameOnly, shortened, fitsAt, lostCharacters, longest } = listing;
  const skills = countOf(listing);
  findings.add(listingRules["listing-descriptions-cut"], place, {
    client: clientRows[asked.client].label,
    cut: shortened.length + nameOnly.length,
    skills,
    shown: Math.max(...shortened.map(({ to }) => to)),
    mean: Math.ceil(lostCharacters / skills),
    fitsAt: fitsAt ?? 0,
    longest: longestOf(longest),
  });
}

function countOf({ whole, nameOnly, shortened, omitted }: Listing): number {
  return whole.length + nameOnly.length + shortened.length + omitted.length;
}

function sizeIn({ budget: { unit, limit, needed, window, reserve } }: Listing, { client }: ListingClient) {
  return {
    client: clientRows[client].label,
    needed,
    limit: limit ?? 0,
    unit: unit.slice(0, -1),
    window: window ?? 0,
    reserve,
  };
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
