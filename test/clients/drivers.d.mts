export interface ClientRun {
  readonly home: string;
  /** Address of the server that records. */
  readonly url: string;
  /** In the unit of the client; undefined for its own. */
  readonly budget?: number | undefined;
  /** Whether the skills that come with the client are listed too. */
  readonly bundled: boolean;
}

export interface Driver {
  readonly name: string;
  readonly packages: readonly string[];
  binary(modules: string): string;
  /** Where a project has its skills. */
  readonly skills: string;
  readonly endpoint: string;
  run(run: ClientRun): { readonly args: readonly string[]; readonly env: Readonly<Record<string, string>> };
  linesOf(text: string): readonly string[];
}

export const drivers: readonly Driver[];

export interface Pin {
  readonly name: string;
  readonly packages: readonly string[];
}

export const unpacked: readonly Pin[];
export const libraries: readonly Pin[];
