import type { Answers, Loader, Result } from "./loaders/table.d.mts";

export interface LoadersRecord {
  /** Packages by the name of the client. */
  readonly packages: Readonly<Record<string, readonly string[]>>;
  /** SHA-256 of the sources that the clients judge. */
  readonly digest: string;
}

export interface ClientSummary {
  readonly counts: Readonly<Record<string, Readonly<Record<"same" | "compared" | "sameMutants" | "mutants", number>>>>;
  /** Samples that skillc refuses whoever reads them. */
  readonly own: number;
  readonly mutants: number;
  readonly refused: number;
  /** Samples that the profile `portable` accepts, and those of them that the client does not load. */
  readonly portable: number;
  readonly notLoaded: readonly string[];
  /** Each as `question: sample`. */
  readonly differences: readonly string[];
}

export declare function presentLoaders(): LoadersRecord;
export declare function keptLoaders(): LoadersRecord & {
  readonly date: string;
  readonly sets: Readonly<Record<string, number>>;
  readonly clients: Readonly<Record<string, ClientSummary>>;
};
export declare function differencesOf(
  loader: Loader,
  results: readonly Result[],
  answersOf: (loader: Loader, result: Result) => Answers,
): readonly string[];
