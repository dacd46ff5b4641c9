import { plural, thousands } from "../../diagnostics/rule.ts";
import { escapeJsonText, escapeText, wrapText } from "../../formats/display-text.ts";
import {
  budgetText,
  clientRows,
  isOver,
  parseListingClient,
  settingsFor,
  simulateListing,
  withTiers,
  type ClientRow,
  type ListedSkill,
  type Listing,
  type ListingClient,
} from "../../listings/index.ts";
import type { ParsedArguments } from "../arguments.ts";
import { columnsOf, painter, printOut } from "../terminal.ts";
import { UsageError } from "../usage-error.ts";

/** An unknown client is wrong usage, as are flags that contradict each other. */
export function clientsOf(parsed: ParsedArguments): readonly ListingClient[] {
  const [form, other] = (["settings", "lines", "json"] as const).filter((flag) => parsed.has(flag));
  if (other !== undefined) throw new UsageError(`--${form} cannot be combined with --${other}`);
  try {
    return (parsed.get("as") ?? []).map((written) => parseListingClient(written));
  } catch (error) {
    throw new UsageError(`--as: ${(error as TypeError).message}`);
  }
}

export function printListings(
  skills: readonly ListedSkill[],
  clients: readonly ListingClient[],
  parsed: ParsedArguments,
): void {
  if (parsed.has("settings")) {
    printOut(clients.map((client) => settingsOf(skills, client)).join("\n\n"));
    return;
  }
  const listings = clients.map((client) => simulateListing(skills, client));
  if (parsed.has("json")) {
    printOut(escapeJsonText(JSON.stringify(listings.length === 1 ? listings[0] : listings, null, 2)));
    return;
  }
  const areLines = parsed.has("lines");
  // A listing without a line is an empty one, and nothing else is printed.
  const texts = listings.map(areLines ? linesOf : summaryOf).filter((text) => text !== "");
  if (texts.length > 0) printOut(texts.join(areLines ? "\n" : "\n\n"));
}

function linesOf({ lines }: Listing): string {
  // An entry can have several lines; nothing else in it may look like one.
  return lines.map(escapeLines).join("\n");
}

function escapeLines(text: string): string {
  return text.split("\n").map(escapeText).join("\n");
}

function settingsOf(skills: readonly ListedSkill[], client: ListingClient): string {
  const listing = simulateListing(withTiers(skills, client.client), client);
  const settings = settingsFor(listing, skills);
  if (settings.length === 0)
    return `${client.client}: ${isOver(listing) ? "no setting of it is enough" : "no setting is needed"}`;
  return settings.map(({ file, text }) => `${escapeText(file)}\n${escapeLines(text)}`).join("\n\n");
}

function summaryOf(listing: Listing): string {
  const { whole, nameOnly, shortened, omitted, verified, agent } = listing;
  const deferred = agent?.deferred ?? [];
  const listed = [whole, nameOnly, shortened, omitted, deferred].reduce((sum, { length }) => sum + length, 0);
  const rows: readonly (readonly [label: string, ids: readonly string[], says?: string])[] = [
    ["whole", whole],
    ["shortened", shortened.map(({ id }) => id), `${lengthsOf(shortened)}: `],
    ["name only", nameOnly, ": "],
    ["omitted", omitted, ": "],
    ["deferred", deferred, ": "],
  ];
  const shown = rows.filter(([, ids]) => ids.length > 0);
  const digits = Math.max(...shown.map(([, ids]) => thousands(ids.length).length), 0);
  return [
    headOf(listing),
    ...(verified ? [] : ["  unverified: its source cannot be read, and the numbers are those that users report"]),
    ...(listed === 0 ? ["  no skills"] : []),
    ...(agent === undefined || listed === 0
      ? []
      : [`  step ${agent.step} of 5, with tools of ${plural(agent.toolTokens, "token")}`]),
    ...shown.flatMap(([label, ids, says]) => rowOf(label.padEnd(9), ids, { digits, says })),
    ...(isOver(listing) ? adviceOf(listing) : []),
    ...(listing.budget.reserve === 0 ? ownSkillsOf(listing) : []),
  ].join("\n");
}

/** Returns ` to 88-92 characters`. */
function lengthsOf(shortened: Listing["shortened"]): string {
  const lengths = shortened.map(({ to }) => to);
  const [least, most] = [Math.min(...lengths), Math.max(...lengths)];
  return ` to ${least === most ? "" : `${thousands(least)}-`}${plural(most, "character")}`;
}

function headOf({ client, version, budget }: Listing): string {
  const { window } = budget;
  const name = `${painter(process.stdout)("bold", client)} ${version}`;
  const context = window === null ? "" : `, ${thousands(window)} tokens`;
  return `${name}${context}: ${budgetText(budget)}`;
}

function rowOf(
  label: string,
  ids: readonly string[],
  { digits, says }: { readonly digits: number; readonly says: string | undefined },
): readonly string[] {
  const head = `  ${label} ${thousands(ids.length).padStart(digits)} ${ids.length === 1 ? "skill" : "skills"}`;
  if (says === undefined) return [head];
  const start = head + says;
  const names = wrapText(ids.map(escapeText).join(", "), Math.max(20, columnsOf(process.stdout) - start.length));
  return names.map((line, at) => (at === 0 ? start : " ".repeat(start.length)) + line);
}

function adviceOf(listing: Listing): readonly string[] {
  const { client, fitsAt, nameOnly, longest } = listing;
  const others = client === "claude-code" ? `, or ${plural(nameOnly.length, "skill")} as name-only` : "";
  const characters = longest[0]?.characters ?? 0;
  return [
    ...(client === "claude-code" ? [rangeOf(listing)] : []),
    fitsAt === null
      ? "to fit: fewer skills; shorter descriptions are not enough"
      : `to fit: no description over ${plural(fitsAt, "character")} (now up to ${thousands(characters)})${others}`,
    `longest: ${longest.map((one) => `${escapeText(one.id)} ${thousands(one.characters)}`).join(", ")}`,
  ];
}

function ownSkillsOf({ client, budget: { unit } }: Listing): readonly string[] {
  const row: ClientRow = clientRows[client];
  const { ownSkills } = row;
  if (ownSkills === undefined || unit !== row.unit) return [];
  return [
    `not counted: the skills of the client itself, about ${plural(ownSkills, unit.slice(0, -1))} (reserve=${ownSkills})`,
  ];
}

function rangeOf({ bounds: { least, most } }: Listing): string {
  const dropped = `${plural(most, "description")} ${most === 1 ? "is" : "are"} dropped`;
  return least === most
    ? `however the skills are used, ${dropped}`
    : `depends on use: ${thousands(least)} to ${dropped}; these are those of unused skills in name order`;
}
