/** The listings of directories that a run has got, and how much of each decides anything. */
import { basename, dirname, isAbsolute } from "node:path";
import type { DirectoryEntry, DirectoryEntryKind } from "../model/host.ts";
import { countsInSearch } from "../model/search-entries.ts";

/** Listings by the index of their directory. */
export interface Listings {
  /** Adds a listing, all of which counts unless it is narrowed. Of several, the first counts: its look is as old. */
  add(index: number, key: string, listing: string): void;
  /** Takes back one time that all of a listing counted. */
  narrow(index: number): void;
  /**
   * A search enters no output: a directory that a run creates for one changes nothing that it finds. Adds it to the listing
   * above it; returns directories on the way that are new as well, each with its listing.
   */
  addOutput(
    dir: string,
    paths: { keyOf(path: string): string; indexOf(key: string): number | undefined },
  ): readonly (readonly [key: string, listing: string])[];
  textOf(index: number): string | undefined;
  /** Returns what counts of each. */
  counted(): Generator<readonly [index: number, question: "readDirectory" | "searchDirectory", listing: string]>;
}

interface Listed {
  readonly key: string;
  listing: string;
  /** How often all of it counted. */
  uses: number;
}

/** Creates an empty collection. */
export function createListings(): Listings {
  const all = new Map<number, Listed>();
  return {
    add(index, key, listing) {
      const known = all.get(index);
      if (known === undefined) all.set(index, { key, listing, uses: 1 });
      else known.uses++;
    },
    narrow(index) {
      const known = all.get(index);
      if (known !== undefined) known.uses--;
    },
    addOutput(dir, { keyOf, indexOf }) {
      const made: (readonly [string, string])[] = [];
      for (let path = dir, key = ""; key !== "."; path = dirname(path)) {
        key = keyOf(dirname(path));
        if (isAbsolute(key) || key.startsWith("..")) return [];
        const entry: DirectoryEntry = { name: basename(path), kind: "directory" };
        const above = all.get(indexOf(key) ?? -1);
        if (above === undefined) {
          made.push([key, toListing([entry])]);
          continue;
        }
        const listed = readListing(above.listing);
        if (above.uses > 0 || listed.some(({ name }) => name === entry.name)) return [];
        above.listing = toListing([...listed, entry]);
        return made;
      }
      return [];
    },
    textOf: (index) => all.get(index)?.listing,
    *counted() {
      for (const [index, { key, listing, uses }] of all)
        if (uses > 0) yield [index, "readDirectory", listing];
        else yield [index, "searchDirectory", toListing(entriesOfSearch(key, readListing(listing)))];
    },
  };
}

/** Returns the entries of a directory that count in a search. */
export function entriesOfSearch(path: string, entries: readonly DirectoryEntry[]): readonly DirectoryEntry[] {
  return entries.filter((entry) => countsInSearch(path, entry));
}

/** Returns the entries of a directory as text, in an order that does not depend on the disk. */
export function toListing(entries: readonly DirectoryEntry[]): string {
  return entries
    .map(({ name, kind }) => `${kind} ${name}`)
    .sort()
    .join("\0");
}

/** The opposite of `toListing`. */
export function readListing(listing: string): readonly DirectoryEntry[] {
  if (listing === "") return [];
  return listing.split("\0").map((entry) => {
    const end = entry.indexOf(" ");
    return { name: entry.slice(end + 1), kind: entry.slice(0, end) as DirectoryEntryKind };
  });
}
