import type { Profile } from "../../src/model/profile.ts";
import type { FieldTable } from "../../src/profiles/fields.ts";
import type { keptLoaders } from "../clients/loaders.d.mts";
import type { Loader } from "../clients/loaders/table.d.mts";

export interface ClientFacts {
  readonly profiles: readonly Profile[];
  readonly proofText: (name: string) => string;
  readonly fieldTables: readonly FieldTable[];
  readonly standardFields: readonly string[];
  readonly pluginFields: Pick<
    typeof import("../../src/check/manifests/plugin-fields.ts"),
    "PLUGIN_READERS" | "PLUGIN_SCHEMAS" | "OLDER_FIELDS" | "portableFields"
  >;
  readonly clientDirectories: Readonly<Record<string, string>>;
}
export declare function clientTables(
  record: ReturnType<typeof keptLoaders>,
  loaders: readonly Loader[],
  facts: ClientFacts,
): Readonly<Record<string, string>>;
