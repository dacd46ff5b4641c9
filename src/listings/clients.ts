/**
 * What is known of the listings of clients: every number with the version that it was read from, the date and the source.
 * Data only; `test/clients` compares it with the clients.
 */

/** A number of a client, and where it was read. */
export interface Fact {
  readonly value: number;
  /** Version, or commit, of the client. */
  readonly version: string;
  /** ISO date on which it was read. */
  readonly date: string;
  readonly source: string;
}

type ClientFacts<Names extends string> = Readonly<Record<Names, Fact>>;

const from =
  (version: string, date: string, source: string) =>
  (value: number): Fact => ({ value, version, date, source });

const claude = from("2.1.330", "2026-11-24", "published package, and the requests that it sends");

export const claudeCodeFacts: ClientFacts<
  | "contextWindow"
  | "charactersPerToken"
  | "fraction"
  | "leastBudget"
  | "maxDescription"
  | "entryMarks"
  | "maxShownName"
  | "ownSkills"
> = {
  /** Tokens, where the client does not know the window of the model. */
  contextWindow: claude(200_000),
  charactersPerToken: claude(4),
  /** `skillListingBudgetFraction`. */
  fraction: claude(0.01),
  leastBudget: claude(1),
  /** `skillListingMaxDescChars`, in UTF-16 units. */
  maxDescription: claude(1536),
  /** Columns of `- ` and `: ` around a name. */
  entryMarks: claude(4),
  /** UTF-16 units of a `name` that is shown after the name of the directory. */
  maxShownName: claude(256),
  /** Characters that the skills take that come with it, in a request of `claude -p`. */
  ownSkills: claude(6209),
};

const codex = from("0.169.0", "2026-11-24", "requests of the published binary");
const codexSource = from("0899b7c", "2026-11-24", "openai/codex codex-rs/core-skills/src/render.rs");

export const codexFacts: ClientFacts<
  | "contextWindow"
  | "percent"
  | "bytesPerToken"
  | "unknownWindow"
  | "maxDescription"
  | "maxTokens"
  | "leastBudget"
  | "silentLoss"
  | "ownSkills"
> = {
  /** Tokens; the window that it takes for an unknown model. */
  contextWindow: codex(272_000),
  percent: codex(2),
  bytesPerToken: codex(4),
  /** Code points, where the window is unknown. */
  unknownWindow: codexSource(8000),
  /** Code points; a longer description ends with `...`. */
  maxDescription: codex(1024),
  /** Most of `skills.max_context_tokens`. */
  maxTokens: codex(10_000),
  leastBudget: codexSource(1),
  /** Lost characters per skill up to which the source of the client shows no warning. */
  silentLoss: codexSource(100),
  /** Tokens that the skills take that come with it. */
  ownSkills: codex(432),
};

const openclaw = from("2026.9.6", "2026-11-24", "published package, dist/skill-prompt-limits and dist/skill-contract");

export const openclawFacts: ClientFacts<
  | "maxSkills"
  | "maxCharacters"
  | "contextShare"
  | "leastDescription"
  | "mostDescription"
  | "leastInContext"
  | "frame"
  | "frameShort"
  | "frameNames"
  | "noteShort"
  | "noteNames"
  | "noteCut"
  | "noteCutShort"
  | "noteCutNames"
> = {
  /** `skills.limits.maxSkillsInPrompt`. */
  maxSkills: openclaw(150),
  /** `skills.limits.maxSkillsPromptChars`, in UTF-16 units. */
  maxCharacters: openclaw(18_000),
  /** The whole prompt gets a fifth of the context budget, in characters per token. */
  contextShare: openclaw(5),
  leastDescription: openclaw(4),
  mostDescription: openclaw(220),
  leastInContext: openclaw(64),
  /** UTF-16 units around the entries: whole descriptions, shortened ones, names only. */
  frame: openclaw(370),
  frameShort: openclaw(378),
  frameNames: openclaw(363),
  /** UTF-16 units of the note above the list and its line end, without its numbers. */
  noteShort: openclaw(103),
  noteNames: openclaw(101),
  noteCut: openclaw(74),
  noteCutShort: openclaw(115),
  noteCutNames: openclaw(113),
};

const copilot = from(
  "2026-03",
  "2026-11-24",
  "github/copilot-cli#2314, microsoft/GitHub-Copilot-for-Azure#1227: reported",
);

/** What users report of Copilot CLI; its source cannot be read. */
export const copilotCliFacts: ClientFacts<"maxCharacters"> = { maxCharacters: copilot(15_000) };

/** A client whose listing can be simulated. */
export interface ClientRow {
  readonly label: string;
  readonly version: string;
  /** ISO date on which the algorithm was read. */
  readonly date: string;
  /** Whether it was read in a source, or seen in requests of the client. */
  readonly verified: boolean;
  /** What its budget counts; absent for a client that lists everything. */
  readonly unit?: "characters" | "tokens";
  /** How a budget may be written, the default first. */
  readonly budgets: readonly ("window" | "characters" | "tokens")[];
  /** Whether its lines contain the path of the skill. */
  readonly usesRoot: boolean;
  /** What its own skills take of the budget, about; absent if it has none. */
  readonly ownSkills?: number;
}

const read = (label: string, { version, date }: Pick<Fact, "version" | "date">) => ({
  label,
  version,
  date,
  verified: true,
});

export const clientRows = {
  "claude-code": {
    ...read("Claude Code", claudeCodeFacts.fraction),
    unit: "characters",
    budgets: ["window", "characters"],
    usesRoot: false,
    ownSkills: claudeCodeFacts.ownSkills.value,
  },
  codex: {
    ...read("Codex", codexFacts.percent),
    unit: "tokens",
    budgets: ["window", "tokens", "characters"],
    usesRoot: true,
    ownSkills: codexFacts.ownSkills.value,
  },
  openclaw: {
    ...read("OpenClaw", openclawFacts.maxSkills),
    unit: "characters",
    budgets: ["characters", "window"],
    usesRoot: true,
  },
  "gemini-cli": { ...read("Gemini CLI", { version: "2026-08-21", date: "2026-11-24" }), budgets: [], usesRoot: true },
  flue: { ...read("Flue", { version: "2.1.0", date: "2026-11-24" }), budgets: [], usesRoot: false },
  "agent-framework": {
    ...read("Microsoft agent-framework", { version: "2026-11", date: "2026-11-24" }),
    budgets: [],
    usesRoot: false,
  },
  "copilot-cli": {
    label: "Copilot CLI",
    version: copilotCliFacts.maxCharacters.version,
    date: copilotCliFacts.maxCharacters.date,
    verified: false,
    unit: "characters",
    budgets: ["characters"],
    usesRoot: true,
  },
  agent: {
    ...read("agentSkills", { version: "of this skillc", date: "2026-11-24" }),
    unit: "tokens",
    budgets: ["tokens", "window"],
    usesRoot: false,
  },
} as const satisfies Readonly<Record<string, ClientRow>>;

export type ListingClientName = keyof typeof clientRows;

export const listingClients = Object.keys(clientRows) as ListingClientName[];

/** Where skills are assumed to be installed: a tree does not say. */
export const DEFAULT_ROOT = "/home/user/.agents/skills";
