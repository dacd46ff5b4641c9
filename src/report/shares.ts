/** What a skill costs, by the moment at which it is paid. */
import type { CatalogSkill } from "../runtime/catalog/catalog.ts";
import { estimateIndexTokens } from "../runtime/prompt/token-count.ts";

/**
 * `index`: the name and the description, in every turn. `instructions`: the body, while the skill is in use. `text`:
 * text files, when they are read. `binary`: all other files, never in the context.
 */
export type Kind = "index" | "instructions" | "text" | "binary";

/** The order of every chart and table. */
export const KINDS: readonly Kind[] = ["index", "instructions", "text", "binary"];

export interface Share {
  readonly tokens: number;
  readonly bytes: number;
}

export type Shares = Readonly<Record<Kind, Share>>;

export const NO_SHARES: Shares = {
  index: { tokens: 0, bytes: 0 },
  instructions: { tokens: 0, bytes: 0 },
  text: { tokens: 0, bytes: 0 },
  binary: { tokens: 0, bytes: 0 },
};

export function sharesOf(skill: CatalogSkill): Shares {
  const files = (encoding: "text" | "binary"): Share => {
    const those = skill.files.filter((file) => file.encoding === encoding);
    return {
      tokens: those.reduce((sum, { tokens = 0 }) => sum + tokens, 0),
      bytes: those.reduce((sum, { bytes }) => sum + bytes, 0),
    };
  };
  return {
    // Its text is a part of no file: a size is that of the instructions and all files.
    index: { tokens: estimateIndexTokens([skill]), bytes: 0 },
    instructions: { tokens: skill.body.tokens, bytes: skill.body.bytes },
    text: files("text"),
    binary: files("binary"),
  };
}

export function addShares(all: Iterable<Shares>): Shares {
  const sums = { index: [0, 0], instructions: [0, 0], text: [0, 0], binary: [0, 0] } satisfies Record<
    Kind,
    [tokens: number, bytes: number]
  >;
  for (const shares of all)
    for (const kind of KINDS) {
      sums[kind][0] += shares[kind].tokens;
      sums[kind][1] += shares[kind].bytes;
    }
  const share = (kind: Kind): Share => ({ tokens: sums[kind][0], bytes: sums[kind][1] });
  return { index: share("index"), instructions: share("instructions"), text: share("text"), binary: share("binary") };
}

export function totalOf(shares: Shares, measure: keyof Share): number {
  return KINDS.reduce((sum, kind) => sum + shares[kind][measure], 0);
}
