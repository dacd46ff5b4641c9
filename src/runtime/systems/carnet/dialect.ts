/** The Carnet dialect. Behavior after upstart-gg/carnet 0.3.1. */
import type { DialectInput, DialectResult } from "../../render/dialect.ts";
import { substituteVariables } from "../../render/variables.ts";

export function renderCarnet({ body, tokens, variables }: DialectInput): DialectResult {
  return { ...substituteVariables(body, tokens, variables), appends: false };
}
