import type { IndexTier } from "../runtime/access.ts";
import type { ListingClientName } from "./clients.ts";

/** What a listing says of a skill: a skill of a catalog, or of a module, is one. */
export interface ListedSkill {
  /** Its id. */
  readonly id: string;
  /** Its frontmatter name; default: the id without its namespace. */
  readonly name?: string | undefined;
  /** Virtual path of its directory, whose last part some clients take for its name; default: none. */
  readonly path?: string | undefined;
  readonly description: string;
  readonly whenToUse?: string | undefined;
  readonly disableModelInvocation?: boolean | undefined;
  /** `policy.allow_implicit_invocation` of its `agents/openai.yaml`, which only Codex reads. */
  readonly allowsImplicit?: boolean | undefined;
  /** `skillOverrides` of a user of Claude Code: only its command is listed. */
  readonly nameOnly?: boolean | undefined;
  /** What only `agentSkills` reads. */
  readonly preload?: boolean | undefined;
  /** How an index lists it. */
  readonly index?: IndexTier | undefined;
  readonly tags?: readonly string[] | undefined;
  readonly requiredScope?: readonly string[] | undefined;
  readonly disallowedTools?: readonly string[] | undefined;
}

/**
 * A client, its budget and where the skills are.
 *
 * @example
 * const client: ListingClient = { client: "codex", budget: { window: 128_000 }, root: "/srv/skills", reserve: 200 };
 */
export interface ListingClient {
  readonly client: ListingClientName;
  /** A context window in tokens, or the budget itself. Default: that of the client. */
  readonly budget?:
    | { readonly window: number }
    | { readonly characters: number }
    | { readonly tokens: number }
    | undefined;
  /** Absolute directory of the installed skills, for clients that list paths. Default: `/home/user/.agents/skills`. */
  readonly root?: string | undefined;
  /** What skills that are not here take of the budget, in its unit. Default: 0. */
  readonly reserve?: number | undefined;
}

/** The budget of a listing. */
export interface ListingBudget {
  /** `none` for a client that lists everything: the numbers are UTF-16 units. */
  readonly unit: "characters" | "tokens" | "none";
  /** Null without a limit. */
  readonly limit: number | null;
  /** The context window that the limit follows from, in tokens; null if it does not. */
  readonly window: number | null;
  /** What is taken from the limit for skills that are not here. */
  readonly reserve: number;
  /** What the listing takes, and what it would take with whole descriptions; both without `reserve`. */
  readonly used: number;
  readonly needed: number;
}

/**
 * What the model sees of skills in a client.
 *
 * @example
 * const { nameOnly, fitsAt } = simulateListing(skills, "claude-code@200k");
 * if (nameOnly.length > 0) console.log(`at most ${fitsAt} characters per description`);
 */
export interface Listing {
  readonly client: ListingClientName;
  /** Version of the client, or the date of its source. */
  readonly version: string;
  /** False for a client whose source cannot be read. */
  readonly verified: boolean;
  readonly budget: ListingBudget;
  /** The lines, or entries of several lines, as the client sends them. */
  readonly lines: readonly string[];
  /** Ids with a whole description, without a description, with a cut one, and those that are not listed. */
  readonly whole: readonly string[];
  readonly nameOnly: readonly string[];
  readonly shortened: readonly ShortenedSkill[];
  readonly omitted: readonly string[];
  /** Characters of descriptions that the model does not see. */
  readonly lostCharacters: number;
  /**
   * Descriptions that are dropped if the most used skills are those with the shortest ones, and with the longest ones: how
   * much a skill is used decides which are dropped. Equal for a client that does not count uses.
   */
  readonly bounds: { readonly least: number; readonly most: number };
  /** The largest length to which all descriptions could be cut for the listing to fit; null if the names alone do not. */
  readonly fitsAt: number | null;
  /** The five longest descriptions, the longest first. */
  readonly longest: readonly { readonly id: string; readonly characters: number }[];
  /** Only of the client `agent`. */
  readonly agent?: AgentFacts;
}

/**
 * What else there is to know of the listing of `agentSkills`.
 *
 * @example
 * const { agent } = simulateListing(skills, "agent@4000");
 * console.log(agent?.step, agent?.toolTokens, agent?.deferred);
 */
export interface AgentFacts {
  /** As in `shortened.step` of `agentSkills`. */
  readonly step: 1 | 2 | 3 | 4 | 5;
  /** Estimated tokens of the tool definitions, which count too. */
  readonly toolTokens: number;
  /** Ids that `search_skills` finds because their tier says so; none of them is `omitted`. */
  readonly deferred: readonly string[];
}

/** A description that is cut, in characters. */
export interface ShortenedSkill {
  readonly id: string;
  readonly from: number;
  readonly to: number;
}

/** What a client makes of skills, without what is the same for all clients. */
export interface ShownSkills extends Pick<Listing, "lines"> {
  /** In the order of the client, hidden skills left out; `to` is undefined for a skill that is omitted. */
  readonly shown: readonly { readonly id: string; readonly from: number; readonly to: number | undefined }[];
  readonly used: number;
  readonly needed: number;
  readonly bounds?: Listing["bounds"];
  /** What the listing takes if every description is cut to a length; infinite where no length fits. */
  readonly costAt: (length: number) => number;
  readonly agent?: AgentFacts;
}
