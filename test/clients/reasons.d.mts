export declare const reasons: readonly {
  readonly clients: readonly string[];
  readonly of: RegExp;
  readonly why: string;
}[];
export declare function reasonOf(client: string, difference: string): string | undefined;
