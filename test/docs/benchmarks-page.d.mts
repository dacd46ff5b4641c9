/** A case that was run over a tree: milliseconds of each round, bytes of memory and of output. */
export interface Row {
  readonly id: string;
  readonly group: string;
  readonly label: string;
  readonly isPeer?: boolean;
  /** Why a peer has no figures. */
  readonly failed?: string;
  readonly cpu: readonly number[];
  readonly wall: readonly number[];
  readonly memory?: number;
  readonly output?: number;
}

export interface Tree {
  readonly n: number;
  readonly files: number;
  readonly bytes: number;
  readonly rounds: number;
  readonly rows: readonly Row[];
  /** Milliseconds of each edit, by tool. */
  readonly watch?: Readonly<Record<string, readonly number[]>>;
  readonly workerd?: { readonly module: readonly number[]; readonly inert: readonly number[] };
}

/** What `agentSkills` costs over a module of `n` skills: milliseconds of CPU and tokens, one number for each process. */
export interface AgentCosts {
  readonly n: number;
  readonly first: readonly number[];
  readonly further: readonly number[];
  readonly search: readonly number[];
  readonly promptTokens: readonly number[];
  readonly answerTokens: readonly number[];
}

/** What `npm run bench` writes into test/bench/recorded.json. */
export interface Recorded {
  readonly date: string;
  readonly commit: string;
  readonly node: string;
  readonly system: string;
  readonly processor: string;
  readonly memory: number;
  readonly load: number;
  readonly seconds: number;
  readonly trees: readonly Tree[];
  readonly agents?: {
    readonly date: string;
    readonly commit: string;
    readonly load: number;
    readonly rows: readonly AgentCosts[];
  };
  readonly profile?: {
    readonly milliseconds: number;
    readonly parts: readonly {
      readonly part: string;
      readonly share: number;
      readonly functions: readonly (readonly [name: string, share: number])[];
    }[];
  };
}

export function benchmarksPage(recorded: Recorded): string;
export function pictured(recorded: Recorded): Tree;
export function pictureText(recorded: Recorded): string;
