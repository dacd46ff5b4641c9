/** A plan as data: what `skillc init` would do to a project, one change at a time. */
import type { WritableJson } from "./json-text.ts";

interface Common {
  /** POSIX path relative to the project. */
  readonly path: string;
  /** For people: a clause. */
  readonly why: string;
}

interface CreateStep extends Common {
  readonly kind: "create";
  readonly bytes: Uint8Array;
  /** Whether the plan shows the contents. */
  readonly isShown: boolean;
}

/** A member of a JSON file: new, or with a new value. */
export interface MemberStep extends Common {
  readonly kind: "member";
  readonly at: readonly string[];
  readonly value: WritableJson;
  /** The value that it replaces. */
  readonly before?: string;
}

/** An item at the end of a list of a JSON file. */
interface ItemStep extends Common {
  readonly kind: "item";
  readonly at: string;
  readonly value: string;
}

/** Lines at the end of a text file, which may be new. */
interface LinesStep extends Common {
  readonly kind: "lines";
  readonly lines: readonly string[];
}

/** A new text of a file, with the lines in which it differs. */
export interface TextStep extends Common {
  readonly kind: "text";
  readonly text: string;
  readonly removed: readonly string[];
  readonly added: readonly string[];
}

/** Lines for a file that is code, which only its author can place. */
export interface PasteStep extends Common {
  readonly kind: "paste";
  readonly lines: readonly string[];
}

/** What compiling the skills writes, after all other steps. */
interface BuildStep extends Common {
  readonly kind: "build";
}

export type Step = CreateStep | MemberStep | ItemStep | LinesStep | TextStep | PasteStep | BuildStep;

/** Steps that change the text of a file. */
export type EditStep = MemberStep | ItemStep | LinesStep | TextStep;
