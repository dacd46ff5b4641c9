/** What the phases come to. */
import type { Diagnostic } from "../model/diagnostic.ts";
import type { Linked } from "../model/linked.ts";
import type { Catalog } from "../runtime/catalog/catalog.ts";
import type { LinkedRun } from "./link-run.ts";
import type { CompiledOutput } from "./open-outputs.ts";

/** What the skills of a project came to. */
export interface Compiled {
  /** Skills that were read, the invalid ones included; copies of one count once. */
  readonly seen: number;
  /** Of the first profile. */
  readonly linked: Linked;
  /** Undefined after a check. */
  readonly catalog?: Catalog | undefined;
  /** Of all profiles, by file, offset and code. */
  readonly diagnostics: readonly Diagnostic[];
  /** Empty after a check. */
  readonly outputs: readonly CompiledOutput[];
  readonly runs: readonly LinkedRun[];
}
