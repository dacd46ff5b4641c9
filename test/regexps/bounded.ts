/**
 * The regular expressions of src that are slow, but never see a long text: a function cuts it at a named constant before.
 * `bounded.test.ts` calls that function with texts up to and over the constant.
 */

export interface Bounded {
  /** Below src. */
  readonly file: string;
  /** As in `analysed.json`. */
  readonly expression: string;
  /** The most characters that the expression sees: the constant, imported from the code. */
  readonly bound: number;
  /** Calls the function with the cut, with a text that comes to it unchanged. */
  readonly call: (text: string) => unknown;
}

export const bounded: readonly Bounded[] = [];
