import type { Profile } from "../../src/model/profile.ts";
import type { FieldTable } from "../../src/profiles/fields.ts";
import type { keptLoaders } from "../clients/loaders.d.mts";
import type { Loader } from "../clients/loaders/table.d.mts";

type Kept = ReturnType<typeof keptLoaders>;
export declare function agreementTable(record: Kept, loaders: readonly Loader[]): string;
export declare function differencesTable(record: Kept, loaders: readonly Loader[]): string;
export declare function fieldsTable(
  tables: readonly FieldTable[],
  standardFields: readonly string[],
  profiles: readonly Profile[],
): string;
export declare function proofsTable(profiles: readonly Profile[], proofText: (name: string) => string): string;
export declare function directoriesTable(directories: Readonly<Record<string, string>>): string;
