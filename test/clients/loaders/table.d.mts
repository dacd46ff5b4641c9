export interface Sample {
  readonly set: "corpus" | "cases" | "mutants";
  readonly key: string;
  readonly dir: string;
  readonly file: string;
  readonly bytes: Buffer;
}

/** What a client lists; `line` is an entry of a listing. */
export interface ListedSkill {
  readonly path: string;
  readonly name?: string;
  readonly description?: string;
  readonly line?: string;
}

export interface LoaderRun {
  readonly scratch: string;
  readonly project: string;
  readonly home: string;
  readonly skills: string;
  readonly modules: string;
  readonly directories: readonly string[];
}

export interface Loader {
  readonly name: string;
  readonly label: string;
  readonly packages: readonly string[];
  readonly profile: string;
  /** Program that its function is called in: `node`, `node22`, `node24` or `bun`. */
  readonly node?: string;
  readonly skills: string;
  readonly says: readonly ("loads" | "name" | "description")[];
  readonly how: string;
  /** What the client makes of a name and a description before it shows them, in words and as functions. */
  readonly shows?: {
    readonly as: string;
    readonly name: (text: string) => string;
    readonly description: (text: string) => string;
  };
  readonly ask?: (run: LoaderRun) => Promise<readonly ListedSkill[]>;
}

export interface Result {
  readonly sample: Sample;
  readonly theirs: ListedSkill | undefined;
  /** Whether the profile that promises every client accepts it. */
  readonly isPortable: boolean;
  readonly ours: { readonly loads: boolean; readonly codes: readonly string[]; readonly skill?: unknown };
}

export type Answers = Readonly<Partial<Record<"loads" | "name" | "description" | "own", boolean>>>;

export const loaders: readonly Loader[];
