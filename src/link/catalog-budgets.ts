/** What a catalog costs a conversation: names and descriptions on every turn, preloaded bodies from the first turn on. */
import type { Findings } from "../diagnostics/index.ts";
import type { Budgets, Config } from "../model/config.ts";
import type { TextPlace } from "../model/source.ts";
import { compareCodeUnits } from "../paths/index.ts";
import type { AdmittedSkill } from "../model/admitted.ts";
import { linkRules } from "./rules.ts";

/** 2% of a context of 200,000 tokens, above which Codex shortens the list (Claude Code above 1%). */
const MAX_INDEX_TOKENS = 4_000;
/** Two skills of the maximum size that the standard recommends. */
const MAX_PRELOAD_TOKENS = 10_000;

export function reportCatalogBudgets(skills: readonly AdmittedSkill[], config: Config, findings: Findings): void {
  const { budgets = {} } = config;
  const index = skills.reduce((sum, { indexTokens }) => sum + indexTokens, 0);
  const indexLimit = budgets.indexTokens ?? MAX_INDEX_TOKENS;
  if (index > indexLimit) {
    const chosen = budgets.indexTokens !== undefined;
    findings.add(linkRules["index-too-many-tokens"], placeOf("indexTokens", config), {
      tokens: index,
      limit: indexLimit,
      skills: skills.length,
      chosen,
    });
  }
  const tokens = skills.reduce((sum, { preload, unit }) => (preload ? sum + unit.facts.body.tokens : sum), 0);
  const limit = budgets.preloadTokens ?? MAX_PRELOAD_TOKENS;
  if (tokens <= limit) return;
  const [largest] = skills
    .filter(({ preload }) => preload)
    .sort((one, two) => two.unit.facts.body.tokens - one.unit.facts.body.tokens || compareCodeUnits(one.id, two.id));
  const chosen = budgets.preloadTokens !== undefined;
  findings.add(linkRules["preload-too-many-tokens"], placeOf("preloadTokens", config), {
    tokens,
    limit,
    largest: largest?.id ?? "",
    chosen,
  });
}

/** Returns the place of the budget if there is one, else of the project. */
function placeOf(key: keyof Budgets, { budgets, file, sources: [source], place }: Config): TextPlace {
  if (budgets?.[key] !== undefined && place !== undefined) return place(["budgets", key]);
  return { file: file ?? (source?.kind === "directory" ? source.dir : ".") };
}
