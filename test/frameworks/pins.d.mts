export declare const frameworks: readonly {
  readonly name: string;
  readonly packages: readonly string[];
  readonly node: "node" | "node22" | "node24";
}[];
export declare const starterPackages: readonly string[];
