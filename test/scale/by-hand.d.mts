export interface TestedByHand {
  /** Packages by the name of the pin. */
  readonly packages: Readonly<Record<string, readonly string[]>>;
  /** SHA-256 of the sources that the programs judge. */
  readonly digest: string;
}
/** How many tasks compiled, and how many were restored. */
interface Tasks {
  readonly compiled: number;
  readonly restored: number;
}
export interface RecipeRun {
  readonly packages: number;
  readonly skills: number;
  readonly first: Tasks;
  readonly second: Tasks;
  readonly edited: Tasks;
  /** Whether linking wrote what a build writes. */
  readonly isSame: boolean;
  /** Links that point out of a skill: whether they are refused, and which are named. */
  readonly outerLinks?: { readonly isRefused: boolean; readonly names: readonly string[] };
}
export declare function presentRecord(): TestedByHand;
export declare function keptRecord(): TestedByHand & {
  readonly date: string;
  readonly node: string;
  readonly bazel: string;
  readonly results: Readonly<Record<string, RecipeRun>>;
};
