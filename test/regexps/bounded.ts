/**
 * The regular expressions of src that are slow, but never see a long text: a function cuts it at a named constant before.
 * `bounded.test.ts` calls that function with texts up to and over the constant.
 */
import { AWS_NAME, NEARBY } from "../../src/secrets/form-search.ts";
import { findSecrets } from "../../src/secrets/secrets.ts";

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

export const bounded: readonly Bounded[] = [
  {
    file: "secrets/form-search.ts",
    expression: String(AWS_NAME),
    bound: NEARBY,
    call: (text) => findSecrets(text + "k7Rz".repeat(10)),
  },
];
