/** `skillc list --as codex`: what the model sees of the skills in a client. */
import type { CatalogSkill } from "../../runtime/catalog/catalog.ts";
import { plural, thousands } from "../../diagnostics/rule.ts";
import { escapeJsonText, escapeText, wrapText } from "../../formats/display-text.ts";
import {
  clientRows,
  parseListingClient,
  settingsFor,
  simulateListing,
  withTiers,
  type ClientRow,
  type Listing,
  type ListingClient,
} from "../../listings/index.ts";
import type { ParsedArguments } from "../arguments.ts";
import { columnsOf, painter, printOut } from "../terminal.ts";
import { UsageError } from "../usage-error.ts";

/** Reads the clients of `--as`. One that does not exist is wrong usage. */
export function clientsOf(parsed: ParsedArguments): readonly ListingClient[] {
  try {
    return (parsed.get("as") ?? []).map((written) => parseListingClient(written));
  } catch (error) {
    throw new UsageError(`--as: ${(error as TypeError).message}`);
  }
}

/** Prints the listings of the skills, one after the other. */
export function printListings(
  skills: readonly CatalogSkill[],
  clients: readonly ListingClient[],
  parsed: ParsedArguments,
): void {
  const areSettings = parsed.has("settings") && !parsed.has("json") && !parsed.has("lines");
  if (areSettings) {
    printOut(clients.map((client) => settingsOf(skills, client)).join("\n\n"));
    return;
  }
  const listings = clients.map((client) => simulateListing(skills, client));
  if (parsed.has("json")) {
    printOut(escapeJsonText(JSON.stringify(listings.length === 1 ? listings[0] : listings, null, 2)));
    return;
  }
  const all = parsed.has("lines")
    ? listings.map(linesOf)
    : listings.map((listing, at) => summaryOf(listing, clients[at]?.reserve));
  // A listing without a line is an empty one, and nothing else is printed.
  const texts = all.filter((text) => text !== "");
  if (texts.length > 0) printOut(texts.join(parsed.has("lines") ? "\n" : "\n\n"));
}

function linesOf({ lines }: Listing): string {
  // An entry can have several lines; nothing else in it may look like one.
  return lines.map(escapeLines).join("\n");
}

function escapeLines(text: string): string {
  return text.split("\n").map(escapeText).join("\n");
}

function settingsOf(skills: readonly CatalogSkill[], client: ListingClient): string {
  const settings = settingsFor(simulateListing(withTiers(skills, client.client), client), skills);
  if (settings.length === 0) return `${client.client}: no setting is needed`;
  return settings.map(({ file, text }) => `${escapeText(file)}\n${escapeLines(text)}`).join("\n\n");
}

function summaryOf(listing: Listing, reserve: number | undefined): string {
  const { whole, nameOnly, shortened, omitted, budget, verified } = listing;
  const listed = whole.length + nameOnly.length + shortened.length + omitted.length;
  const rows: readonly (readonly [label: string, ids: readonly string[], areNamed: boolean])[] = [
    ["whole", whole, false],
    ["shortened", shortened.map(({ id }) => id), true],
    ["name only", nameOnly, true],
    ["omitted", omitted, true],
  ];
  const shown = rows.filter(([, ids]) => ids.length > 0);
  const digits = Math.max(...shown.map(([, ids]) => thousands(ids.length).length), 0);
  return [
    headOf(listing),
    ...(verified ? [] : ["  unverified: its source cannot be read, and the numbers are those that users report"]),
    ...(listed === 0 ? ["  no skills"] : []),
    ...shown.flatMap(([label, ids, areNamed]) => rowOf(label.padEnd(9), ids, { digits, areNamed })),
    ...(budget.limit === null ? [] : adviceOf(listing)),
    ...(reserve === undefined ? ownSkillsOf(listing) : []),
  ].join("\n");
}

function headOf({ client, version, budget }: Listing): string {
  const { unit, limit, window, needed } = budget;
  const name = `${painter(process.stdout)("bold", client)} ${version}`;
  const context = window === null ? "" : `, ${thousands(window)} tokens`;
  return limit === null
    ? `${name}: ${plural(needed, "character")}, without a limit`
    : `${name}${context}: ${thousands(needed)} of ${plural(limit, unit.slice(0, -1))}`;
}

function rowOf(
  label: string,
  ids: readonly string[],
  { digits, areNamed }: { readonly digits: number; readonly areNamed: boolean },
): readonly string[] {
  const head = `  ${label} ${thousands(ids.length).padStart(digits)} ${ids.length === 1 ? "skill" : "skills"}`;
  if (!areNamed) return [head];
  const start = `${head}: `;
  const names = wrapText(ids.map(escapeText).join(", "), Math.max(20, columnsOf(process.stdout) - start.length));
  return names.map((line, at) => (at === 0 ? start : " ".repeat(start.length)) + line);
}

function adviceOf(listing: Listing): readonly string[] {
  const { client, fitsAt, nameOnly, shortened, omitted, longest } = listing;
  if (nameOnly.length + shortened.length + omitted.length === 0) return [];
  const others = client === "claude-code" ? `, or ${plural(nameOnly.length, "skill")} as name-only` : "";
  const characters = longest[0]?.characters ?? 0;
  return [
    ...(client === "claude-code" ? [rangeOf(listing)] : []),
    fitsAt === null
      ? "to fit: fewer skills; the names alone are too long"
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
