/** The form of the conformance vectors: what an existing system does, one observation each. */

export interface Vector {
  readonly id: string;
  readonly system: string;
  readonly area: string;
  readonly title: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly expected: Readonly<Record<string, unknown>>;
  readonly basis: string;
}

export type VectorOutcome = { readonly ok: true } | { readonly ok: false; readonly reason: string };

/** Checks any vector of its area, told by its keys; a key that it does not know is a failure. */
export type VectorCheck = (vector: Vector) => VectorOutcome | Promise<VectorOutcome>;
