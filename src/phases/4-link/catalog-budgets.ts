/** What a catalog costs a conversation: names and descriptions on every turn, preloaded bodies from the first turn on. */
import type { Report } from "../../diagnostics/index.ts";
import type { Config } from "../../model/config.ts";
import { estimateTokens } from "../../runtime/token-count.ts";
import { compareCodeUnits } from "../../paths/index.ts";
import type { IdentifiedSkill } from "./resolve-ids.ts";

/** 2 % of a context of 200,000 tokens, from which on Codex shortens the list (Claude Code from 1 %). */
const MAX_INDEX_TOKENS = 4_000;
/** Two skills of the size that the standard recommends at most. */
const MAX_PRELOAD_TOKENS = 10_000;

export function reportCatalogBudgets(skills: readonly IdentifiedSkill[], config: Config, report: Report): void {
  const {
    budgets = {},
    sources: [source],
  } = config;
  const file = config.file ?? (source?.kind === "directory" ? source.dir : "");
  const index = skills.reduce((sum, { id, record }) => sum + lineTokens(`- ${id}: ${record.typed.description}\n`), 0);
  const indexLimit = budgets.indexTokens ?? MAX_INDEX_TOKENS;
  if (index > indexLimit) {
    const chosen = budgets.indexTokens === undefined ? "" : "yes";
    report.report(
      "index-too-many-tokens",
      { file },
      { tokens: index, limit: indexLimit, skills: skills.length, chosen },
    );
  }
  const preloaded = skills.filter(({ preload }) => preload);
  const tokens = preloaded.reduce((sum, { record }) => sum + record.body.tokens, 0);
  const limit = budgets.preloadTokens ?? MAX_PRELOAD_TOKENS;
  if (tokens <= limit) return;
  const [largest] = preloaded.toSorted(
    (one, two) => two.record.body.tokens - one.record.body.tokens || compareCodeUnits(one.id, two.id),
  );
  const chosen = budgets.preloadTokens === undefined ? "" : "yes";
  report.report("preload-too-many-tokens", { file }, { tokens, limit, largest: largest?.id ?? "", chosen });
}

function lineTokens(line: string): number {
  return estimateTokens(new TextEncoder().encode(line));
}
