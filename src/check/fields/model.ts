/** Checks the model of a skill: a plain name, or `provider://model?key=value`. */
import type { FieldEntry } from "../../model/fields.ts";
import { parseModelReference } from "../../runtime/model-reference.ts";
import { isBlank, type FieldContext } from "../context.ts";
import { fieldRules } from "./rules.ts";

/** Reports a reference that no provider can be asked for. */
export function checkModelReference({ at }: FieldContext, { key, keySpan, value }: FieldEntry): void {
  if (value.kind !== "scalar") return;
  const { source } = value;
  if (isBlank(value))
    at(fieldRules["model-invalid"], value.span ?? keySpan, { field: key, written: source, fault: "is empty" });
  if (!source.includes("://")) return;
  const { provider, model, params = {} } = parseModelReference(source);
  const bare = Object.entries(params).find(([name, text]) => name === "" || text === "")?.[0];
  const fault =
    provider === undefined
      ? "names no provider before ://"
      : model === ""
        ? "names no model after ://"
        : bare !== undefined
          ? `gives the parameter "${bare}" no value`
          : "";
  if (fault !== "") at(fieldRules["model-invalid"], value.span, { field: key, written: source, fault });
}
