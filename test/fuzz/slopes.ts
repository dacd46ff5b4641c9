/** Measures how the time of an input grows with its size. */
import { profileNames } from "../../src/profiles/index.ts";
import { PIECES, PLACES, runInput, type Input, type Piece, type Place } from "./repeated-pieces.ts";

export interface Slope {
  readonly place: string;
  readonly piece: string;
  readonly profile: string;
  /** Least processor time in milliseconds by number of characters. */
  readonly times: readonly (readonly [size: number, ms: number])[];
  readonly fault: string;
}

/** How many times as long twice the size may take: 2 is linear, 4 is quadratic. */
const MOST_GROWTH = 2.6;
/** Shorter times are noise. */
const LEAST_MS = 20;
/** Characters of the smallest input; the others are twice as large, three times. */
const FIRST_SIZE = 12_500;
const DOUBLINGS = 3;
const RUNS = 8;
const GROWS = "grows by";
/** A run that takes so long is a fault for any project below 100,000 characters, paths included. */
const LONGEST_MS = 1_000;

export interface Case {
  readonly place: string;
  readonly piece: Piece;
  readonly variant: number;
}

/** All places with all pieces; fields and profiles take turns. */
export function* allCases(): Generator<Case> {
  let turn = 0;
  for (const place of Object.keys(PLACES)) for (const piece of PIECES) yield { place, piece, variant: turn++ };
}

/** Returns the fault of a case: time that grows faster than its size, or more than a second for 100,000 characters. */
export async function measureCase({ place, piece, variant }: Case, perSecond: boolean): Promise<Slope | undefined> {
  const profile = profileNames[variant % profileNames.length] as string;
  const make = PLACES[place] as Place;
  const runs = new Map<number, number>();
  const wholes = new Map<number, number>();
  const run = async (size: number): Promise<number> => {
    const input = make(piece.repeat(size), piece.once, variant);
    wholes.set(size, Math.max(size, charactersOf(input)));
    const before = process.cpuUsage();
    await runInput(input, place.startsWith("config") ? undefined : profile, variant);
    const { user, system } = process.cpuUsage(before);
    const ms = Math.min(runs.get(size) ?? Number.POSITIVE_INFINITY, (user + system) / 1_000);
    runs.set(size, ms);
    return ms;
  };
  const sizes = Array.from({ length: DOUBLINGS + 1 }, (_, index) => FIRST_SIZE * 2 ** index);
  const report = (fault: string): Slope => ({ place, piece: piece.once, profile, times: [...runs], fault });
  const longest = (size: number): number => LONGEST_MS * Math.max(1, (wholes.get(size) ?? 0) / 100_000);
  const faultOf = (): string | undefined => {
    for (const [size, ms] of runs)
      if (perSecond && ms > longest(size)) return `${Math.round(ms)} ms for ${wholes.get(size)} characters`;
    const [first = 0, second = 0, third = 0, fourth = 0] = sizes.map((size) => runs.get(size));
    if (fourth < LEAST_MS || fourth <= MOST_GROWTH * third) return undefined;
    const slope = (fourth - third) / Math.max(third - second, 1);
    const before = (third - second) / Math.max(second - first, 1);
    return slope > MOST_GROWTH && before > 1.5 && fourth > MOST_GROWTH * second * 2
      ? `${GROWS} ${slope.toFixed(1)} after ${before.toFixed(1)}`
      : undefined;
  };
  for (const size of sizes) if ((await run(size)) > 4 * longest(size)) return report("far too slow");
  for (let again = 1; again < RUNS && faultOf() !== undefined; again++) for (const size of sizes) await run(size);
  const fault = faultOf();
  if (fault === undefined || !fault.startsWith(GROWS)) return fault === undefined ? undefined : report(fault);
  // A limit can make a step, such as that of frontmatter: the whole file is instructions from there on. Growth goes on.
  const last = FIRST_SIZE * 2 ** (DOUBLINGS + 1);
  for (let again = 0; again < RUNS; again++) {
    const ms = await run(last);
    if (ms <= MOST_GROWTH * (runs.get(last / 2) ?? 0)) return undefined;
  }
  return report(fault);
}

/** What is repeated 5,000 times as a name of a skill is in 5,000 documents, and a pattern may be in several lists. */
function charactersOf({ files, config }: Input): number {
  const inFiles = Object.entries(files).reduce((sum, [path, text]) => sum + path.length + text.length, 0);
  return inFiles + (config === undefined ? 0 : JSON.stringify(config).length);
}
