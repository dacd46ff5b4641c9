/** Names what is kept. */

/** What is kept: outcomes of commands, what is known of the files of outputs, or compiled code. */
type RecordKind = "run" | "out" | "code";

/** Where something is kept. `dir`: absolute path. */
export interface RecordPlace {
  readonly dir: string;
  readonly kind: RecordKind;
  readonly key: string;
}
