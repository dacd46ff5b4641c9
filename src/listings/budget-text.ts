import { plural, thousands } from "../diagnostics/rule.ts";
import type { ListingBudget } from "./listing.ts";

/** Writes what a listing takes: `13,360 of 8,000 characters, less 500 reserved`. */
export function budgetText({ limit, needed, unit, reserve }: ListingBudget): string {
  if (limit === null) return `${plural(needed, "character")}, without a limit`;
  return `${thousands(needed)} of ${plural(limit, unit.slice(0, -1))}${reserveText(reserve)}`;
}

export function reserveText(reserve: number): string {
  return reserve === 0 ? "" : `, less ${thousands(reserve)} reserved`;
}
