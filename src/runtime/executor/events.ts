/** What an executor reports to the application: what the model saw, loaded, read, and was refused. */
import type { AnySkills } from "../access.ts";
import type { Caller } from "../guard/invocation.ts";
import type { RefusalCode } from "../guard/outcome.ts";
import { estimateText } from "../prompt/token-count.ts";

export type DropReason = "state-not-trusted" | RefusalCode;

/** What each event says besides `type`, `digest`, `by` and `tokens`. */
interface EventFields {
  /** An index was written: `ids` are the skills that it names. */
  readonly "skill.listed": { readonly ids: readonly string[] };
  /** The instructions of a skill were rendered; `again` if it was active. Preloaded skills: by the application. */
  readonly "skill.loaded": { readonly id: string; readonly again: boolean };
  /** A skill, or with `path` one of its files, was refused. `id` is the name that was asked for. */
  readonly "skill.refused": { readonly id: string; readonly code: RefusalCode; readonly path?: string };
  /** A file, or a part of it, was read. Without `tokens`, it is binary. */
  readonly "resource.read": { readonly id: string; readonly path: string };
  /** `search_skills` found `ids`, best first. */
  readonly search: { readonly query: string; readonly ids: readonly string[] };
  /** The gate of an agent refused a call of a tool. The reason may quote the input of the call. */
  readonly "gate.refused": { readonly tool: string; readonly reason: string };
  /** A skill of a restored state is not active; `by` is who had started it. */
  readonly "state.dropped": { readonly id: string; readonly reason: DropReason };
}

/** An event before the fields that are the same for all. */
type SkillEventInput = {
  [Type in keyof EventFields]: { readonly type: Type; readonly by: Caller } & EventFields[Type];
}[keyof EventFields];

/**
 * What happened to a skill. The names of the events and of their fields are stable; later versions may add some.
 *
 * @example
 * const log = (event: SkillEvent): void => console.log(event.type, event.by, event.tokens ?? "");
 * await agentSkills(skills, { onEvent: log });
 */
export type SkillEvent = SkillEventInput & {
  /** `hash` of the skills: which build it was. */
  readonly digest: string;
  /** Estimated tokens of what was written for the model. */
  readonly tokens?: number;
};

/**
 * Gets each event, at once and in order. What it throws is ignored: an observer ends no conversation.
 *
 * @example
 * const onEvent: OnSkillEvent = ({ type, digest }) => counter.add(1, { type, digest });
 */
export type OnSkillEvent = (event: SkillEvent) => void;

/** Reports an event, with the estimated tokens of a text. */
export type Emit = (event: SkillEventInput, text?: string) => void;

/** Creates the function that reports events; without a listener, nothing is estimated. */
export function createEmit({ hash: digest }: Pick<AnySkills, "hash">, onEvent: OnSkillEvent | undefined): Emit {
  return (event, text) => {
    try {
      onEvent?.({ ...event, digest, ...(text !== undefined && { tokens: estimateText(text) }) });
    } catch {
      // Documented at OnSkillEvent.
    }
  };
}
