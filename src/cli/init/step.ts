/** One change to a project, as data. */
import type { WritableJson } from "./json-text.ts";

interface Common {
  /** POSIX path relative to the project. */
  readonly path: string;
  /** A clause, for people. */
  readonly why: string;
}

interface CreateStep extends Common {
  readonly kind: "create";
  readonly bytes: Uint8Array;
  readonly isShown: boolean;
}

/** A member of a JSON file: new, or with a new value. */
export interface MemberStep extends Common {
  readonly kind: "member";
  readonly at: readonly string[];
  readonly value: WritableJson;
  readonly before?: string;
}

interface ItemStep extends Common {
  readonly kind: "item";
  readonly at: string;
  readonly value: string;
}

interface LinesStep extends Common {
  readonly kind: "lines";
  readonly lines: readonly string[];
}

export interface TextStep extends Common {
  readonly kind: "text";
  readonly text: string;
  readonly removed: readonly string[];
  readonly added: readonly string[];
}

/** Lines for a file that is code: only its author can place them. */
export interface PasteStep extends Common {
  readonly kind: "paste";
  readonly lines: readonly string[];
}

/** What the first build writes, after all other steps. */
interface BuildStep extends Common {
  readonly kind: "build";
}

export type Step = CreateStep | MemberStep | ItemStep | LinesStep | TextStep | PasteStep | BuildStep;

export type EditStep = MemberStep | ItemStep | LinesStep | TextStep;
