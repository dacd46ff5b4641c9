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
  /** Links that point out of a skill: which are named, and whether anything that they point to ships. */
  readonly outerLinks?: { readonly named: readonly string[]; readonly isShipped: boolean };
}
export declare function presentRecord(): TestedByHand;
export declare function keptRecord(): TestedByHand & {
  readonly date: string;
  readonly node: string;
  readonly bazel: string;
  readonly results: Readonly<Record<string, RecipeRun>>;
};
