export interface TestedByHand {
  /** Packages by the name of the pin. */
  readonly packages: Readonly<Record<string, readonly string[]>>;
  /** SHA-256 of the sources that the frameworks judge. */
  readonly digest: string;
}
export declare function presentRecord(): TestedByHand;
export declare function keptRecord(): TestedByHand & { readonly date: string };
