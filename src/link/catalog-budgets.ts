/** What a catalog costs a conversation: names and descriptions on every turn, preloaded bodies from the first turn on. */
import type { Findings } from "../diagnostics/index.ts";
import type { Budgets, Config } from "../model/config.ts";
import type { TextPlace } from "../model/source.ts";
import { compareCodeUnits } from "../paths/index.ts";
import type { AdmittedSkill } from "../model/admitted.ts";
import { linkRules } from "./rules.ts";

/** Two skills of the maximum size that the standard recommends. */
const MAX_PRELOAD_TOKENS = 10_000;

export function reportCatalogBudgets(skills: readonly AdmittedSkill[], config: Config, findings: Findings): void {
  const { budgets = {} } = config;
  const index = skills.reduce((sum, { indexTokens }) => sum + indexTokens, 0);
  if (budgets.indexTokens !== undefined && index > budgets.indexTokens) {
    const args = { tokens: index, limit: budgets.indexTokens, skills: skills.length };
    findings.add(linkRules["index-too-many-tokens"], placeOf("indexTokens", config), args);
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

/** Falls back to the project. */
function placeOf(key: keyof Budgets, { budgets, file, sources: [source], place }: Config): TextPlace {
  if (budgets?.[key] !== undefined && place !== undefined) return place(["budgets", key]);
  return { file: file ?? (source?.kind === "directory" ? source.dir : ".") };
}
