import type { ModelReference, Skill } from "./access.ts";

// In every engine; declared because the runtime has no DOM types.
declare const URLSearchParams: new (query: string) => Iterable<[name: string, value: string]>;

/**
 * The model fields of a skill: `model`, or `metadata.model` (SkillKit).
 *
 * @example
 * const owner: ModelOwner = skills.get("review");
 */
export type ModelOwner = { readonly model?: ModelReference } & Partial<Pick<Skill, "metadata">>;

/**
 * The models available to a skill.
 *
 * @example
 * const context: ModelContext<string> = { providers: ["anthropic"], parent: "claude-sonnet" };
 */
export interface ModelContext<Parent> {
  /** Available providers; undefined means any. */
  readonly providers?: readonly string[];
  /** The provider of references without one. */
  readonly defaultProvider?: string;
  /** The model of the conversation, used if a skill's own model is not available. */
  readonly parent: Parent;
  /** Receives why a skill does not get the model that it names. */
  readonly log?: (message: string) => void;
}

/**
 * The resolved model and its owner.
 *
 * @example
 * const resolved: ResolvedModel<string> = resolveModel(skill, { parent: "claude-sonnet" });
 * const model = resolved.kind === "skill" ? resolved.model.model : resolved.model;
 */
export type ResolvedModel<Parent> =
  | { readonly kind: "skill"; readonly model: ModelReference }
  | { readonly kind: "parent"; readonly model: Parent };

/**
 * Returns the model for a skill: its own, or the parent's if it names none, names `inherit`, or names a provider that is
 * not available.
 *
 * @example
 * resolveModel(skill, { providers: ["anthropic"], defaultProvider: "anthropic", parent: "claude-sonnet", log: console.warn });
 */
export function resolveModel<Parent>(
  skill: ModelOwner,
  { providers, defaultProvider, parent, log }: ModelContext<Parent>,
): ResolvedModel<Parent> {
  const text = modelTextOf(skill);
  if (text === undefined) return { kind: "parent", model: parent };
  const written = skill.model?.raw === text ? skill.model : parseModelReference(text);
  const provider = written.provider ?? defaultProvider;
  const parentsInstead = (why: string): ResolvedModel<Parent> => {
    log?.(`The model ${JSON.stringify(text)} ${why}: the parent's model is used`);
    return { kind: "parent", model: parent };
  };
  if (written.model === "") return parentsInstead("names a provider only");
  if (providers !== undefined && provider === undefined) return parentsInstead("names no provider");
  if (providers !== undefined && provider !== undefined && !providers.includes(provider))
    return parentsInstead(`requires the provider ${JSON.stringify(provider)}, which is not configured`);
  return { kind: "skill", model: provider === undefined ? written : { ...written, provider } };
}

/** Returns the model that a skill names; undefined for none, a blank one, and `inherit`. */
export function modelTextOf({ model, metadata }: ModelOwner): string | undefined {
  const text = model?.raw ?? metadata?.["model"];
  return typeof text === "string" && text.trim() !== "" && text !== "inherit" ? text : undefined;
}

/**
 * Parses `provider://model?key=value`, or a plain model name.
 *
 * @example
 * parseModelReference("anthropic://claude-sonnet?max_tokens=8000").params; // { max_tokens: "8000" }
 */
export function parseModelReference(raw: string): ModelReference {
  const match = /^([a-z][\w+.-]*):\/\/([^?]*)(?:\?(.*))?$/is.exec(raw.trim());
  if (match === null) return { raw, model: raw.trim() };
  const [, provider = "", model = "", query = ""] = match;
  const params = Object.fromEntries(new URLSearchParams(query));
  return { raw, provider, model, ...(/[^&]/.test(query) && { params }) };
}
