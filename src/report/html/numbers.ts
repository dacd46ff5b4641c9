import { thousands } from "../../diagnostics/rule.ts";
import { formatBytes } from "../../formats/bytes.ts";
import type { Share } from "../shares.ts";

/** Writes a number of tokens for a headline: `840`, `12.3k`, `4.1M`. */
export function shortCount(count: number): string {
  if (count < 10_000) return thousands(count);
  return count < 999_950 ? `${(count / 1000).toFixed(1)}k` : `${(count / 1_000_000).toFixed(2)}M`;
}

/** Writes a share as a percentage: `0%`, `<1%`, `34%`. */
export function percentText(part: number, whole: number): string {
  if (whole === 0 || part === 0) return "0%";
  const share = (part / whole) * 100;
  return share < 1 ? "<1%" : `${Math.round(share)}%`;
}

export function measureText(value: number, measure: keyof Share): string {
  return measure === "tokens" ? thousands(value) : formatBytes(value);
}
