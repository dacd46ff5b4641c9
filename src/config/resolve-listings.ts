import { ListingFault, parseListingClient, type ListingClientName } from "../listings/index.ts";
import type { Config } from "../model/config.ts";
import { formatPath } from "./config-path.ts";
import { configRules } from "./rules.ts";
import type { ResolveContext } from "./resolve-context.ts";
import type { UserConfig } from "./user-config.ts";

type ListingsConfig = NonNullable<Config["listings"]>;
type WrittenListings = NonNullable<UserConfig["listings"]>;
type WrittenByName = Exclude<WrittenListings, readonly unknown[]>;
type WrittenListing = Exclude<NonNullable<WrittenByName[keyof WrittenByName]>, false>;

/** Returns settings as in `list --as`, or false, by client; undefined if the config names none. */
export function resolveListings(context: ResolveContext): ListingsConfig | undefined {
  const { listings } = context.user;
  if (listings === undefined) return undefined;
  const resolved: Record<string, string | false> = Object.create(null);
  for (const { written, path } of writtenClients(listings)) {
    const [name = ""] = written.split(/[@,]/, 1);
    resolved[name] = written;
    const fault = faultOf(written);
    if (fault === undefined) continue;
    const { key, expected } = fault;
    const hasKeys = isMapping(listings) && typeof listings[name as ListingClientName] === "object";
    const at = key !== undefined && hasKeys ? [...path, key] : path;
    const shown = formatPath(isMapping(listings) ? at : ["listings"]);
    const args = { key: shown, expected, actual: JSON.stringify(fault.actual) };
    context.findings.add(configRules["config-invalid-value"], context.place(at), args);
  }
  for (const [name, value] of Array.isArray(listings) ? [] : Object.entries(listings))
    if (value === false) resolved[name] = false;
  return resolved;
}

interface WrittenClient {
  readonly written: string;
  readonly path: readonly (string | number)[];
}

function writtenClients(listings: WrittenListings): readonly WrittenClient[] {
  if (!isMapping(listings)) return joinSettings(listings).map((written, at) => ({ written, path: ["listings", at] }));
  return Object.entries(listings).flatMap(([name, value]) =>
    value === undefined || value === false ? [] : [{ written: specOf(name, value), path: ["listings", name] }],
  );
}

function isMapping(
  listings: NonNullable<UserConfig["listings"]>,
): listings is Exclude<NonNullable<UserConfig["listings"]>, readonly string[]> {
  return !Array.isArray(listings);
}

/** The command line splits at commas, also before the settings of a client. */
function joinSettings(items: readonly string[]): readonly string[] {
  const joined: string[] = [];
  for (const item of items)
    if (/^(?:root|reserve)=/.test(item) && joined.length > 0) joined.push(`${joined.pop() ?? ""},${item}`);
    else joined.push(item);
  return joined;
}

function specOf(name: string, value: WrittenListing): string {
  const { window, root, reserve } = typeof value === "string" ? { window: value } : value;
  return [
    window === undefined ? name : `${name}@${window}`,
    ...(root === undefined ? [] : [`root=${root}`]),
    ...(reserve === undefined ? [] : [`reserve=${reserve}`]),
  ].join(",");
}

function faultOf(written: string): ListingFault | undefined {
  try {
    parseListingClient(written);
    return undefined;
  } catch (error) {
    if (error instanceof ListingFault) return error;
    throw error;
  }
}
