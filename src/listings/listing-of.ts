import { claudeCodeBudget, listForClaudeCode } from "./claude-code.ts";
import {
  claudeCodeFacts,
  clientRows,
  codexFacts,
  copilotCliFacts,
  DEFAULT_ROOT,
  openclawFacts,
  type ClientRow,
} from "./clients.ts";
import { codexBudget, listForCodex } from "./codex.ts";
import type { ListedSkill, Listing, ListingBudget, ListingClient, ShownSkills } from "./listing.ts";
import { listForOpenClaw } from "./openclaw.ts";
import { agentFrameworkEntry, copilotCliEntry, flueEntry, geminiEntry, listWhole } from "./whole.ts";

/** Lists for an agent; its code, which is that of the runtime, is passed by those who need it. */
export type ListForAgent = (skills: readonly ListedSkill[], budget: number) => ShownSkills;

export function listingOf(skills: readonly ListedSkill[], asked: ListingClient, listForAgent: ListForAgent): Listing {
  const { budget, list } = methodOf(asked, listForAgent);
  const { reserve = 0 } = asked;
  const room = budget.limit === null ? Infinity : Math.max(0, budget.limit - reserve);
  const found = list(skills, room);
  const { version, verified }: ClientRow = clientRows[asked.client];
  const { shown, lines, used, needed } = found;
  const idsOf = (isOne: (one: ShownSkills["shown"][number]) => boolean): readonly string[] =>
    shown.filter(isOne).map(({ id }) => id);
  const dropped = shown.filter(({ from, to }) => from > 0 && (to ?? 0) === 0).length;
  return {
    client: asked.client,
    version,
    verified,
    budget: { ...budget, reserve, used, needed },
    lines,
    whole: idsOf(({ from, to }) => to === from),
    nameOnly: idsOf(({ from, to }) => to === 0 && from > 0),
    shortened: shown.flatMap(({ id, from, to }) => (to !== undefined && to > 0 && to < from ? [{ id, from, to }] : [])),
    omitted: idsOf(({ to }) => to === undefined),
    lostCharacters: shown.reduce((sum, { from, to = 0 }) => sum + from - to, 0),
    bounds: found.bounds ?? { least: dropped, most: dropped },
    fitsAt: fitsAt(found, room),
    longest: shown
      .toSorted((one, two) => two.from - one.from)
      .slice(0, LONGEST)
      .map(({ id, from }) => ({ id, characters: from })),
    ...(found.agent && { agent: found.agent }),
  };
}

export function isOver({ budget: { limit, reserve, needed }, omitted }: Pick<Listing, "budget" | "omitted">): boolean {
  return limit !== null && (needed > limit - reserve || omitted.length > 0);
}

const LONGEST = 5;

interface WrittenBudget {
  readonly window?: number;
  readonly characters?: number;
  readonly tokens?: number;
}

interface Method {
  readonly budget: Pick<ListingBudget, "unit" | "limit" | "window">;
  readonly list: (skills: readonly ListedSkill[], room: number) => ShownSkills;
}

function methodOf(
  { client, budget, root = DEFAULT_ROOT, reserve = 0 }: ListingClient,
  listForAgent: ListForAgent,
): Method {
  const { window, characters, tokens }: WrittenBudget = budget ?? {};
  const chosen = characters ?? tokens;
  /** The budget that is named, or what follows from a context window. */
  const limited = (unit: ListingBudget["unit"], byDefault: number, share: (context: number) => number) => {
    const context = chosen === undefined ? (window ?? byDefault) : null;
    return { unit, window: context, limit: chosen ?? share(context ?? 0) };
  };
  const whole = { unit: "none", limit: null, window: null } as const;
  switch (client) {
    case "claude-code":
      return {
        budget: limited("characters", claudeCodeFacts.contextWindow.value, claudeCodeBudget),
        list: listForClaudeCode,
      };
    case "codex": {
      const unit = characters === undefined ? "tokens" : "characters";
      return {
        budget: limited(unit, codexFacts.contextWindow.value, codexBudget),
        // What is reserved is for skills of another root, which comes first: those of the client.
        list: (skills, limit) =>
          listForCodex(skills, { unit, limit }, { directory: root, alias: reserve > 0 ? "r1" : "r0" }),
      };
    }
    case "openclaw": {
      const { maxCharacters, contextShare } = openclawFacts;
      const inContext = window === undefined ? Infinity : Math.floor(window / contextShare.value);
      const most = chosen ?? maxCharacters.value;
      const left = (limit: number): number => Math.max(0, limit - reserve);
      return {
        budget: { unit: "characters", limit: Math.min(most, inContext), window: window ?? null },
        list: (skills) => listForOpenClaw(skills, { limit: left(most), inContext: left(inContext), root }),
      };
    }
    case "agent":
      return {
        budget: limited("tokens", AGENT_WINDOW, (context) => Math.floor(context * AGENT_SHARE)),
        list: listForAgent,
      };
    case "copilot-cli":
      return {
        budget: { unit: "characters", limit: chosen ?? copilotCliFacts.maxCharacters.value, window: null },
        list: (skills, limit) => listWhole(skills, copilotCliEntry(root), limit),
      };
    case "gemini-cli":
      return { budget: whole, list: (skills) => listWhole(skills, geminiEntry(root)) };
    case "flue":
      return { budget: whole, list: (skills) => listWhole(skills, flueEntry) };
    case "agent-framework":
      return { budget: whole, list: (skills) => listWhole(skills, agentFrameworkEntry) };
  }
}

/** The default of `agentSkills`, 4,000 tokens, is 2% of this window. */
const AGENT_WINDOW = 200_000;
const AGENT_SHARE = 0.02;

/** Returns the largest length to which all descriptions can be cut for everything to fit. */
function fitsAt({ shown, costAt }: ShownSkills, room: number): number | null {
  const longest = shown.reduce((most, { from }) => Math.max(most, from), 0);
  if (costAt(longest) <= room) return longest;
  if (costAt(0) > room) return null;
  let [low, high] = [0, longest];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (costAt(middle) <= room) low = middle;
    else high = middle - 1;
  }
  return low;
}
