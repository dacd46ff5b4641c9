interface Run {
  readonly packages: Readonly<Record<string, readonly string[]>>;
  readonly digest: string;
}

export function presentRecord(): Run;
export function keptRecord(): Run & { readonly date: string };
