import type { Findings } from "../diagnostics/index.ts";
import type { InlineSource } from "../model/config.ts";
import { inlineSpellings, jsonOf, type InlineField } from "../model/inline-fields.ts";
import type { TextPlace } from "../model/source.ts";
import type { Profile } from "../profiles/index.ts";
import { formatPath } from "./config-path.ts";
import { describeUnknown } from "./finding-arguments.ts";
import { isGiven } from "./references.ts";
import type { ResolveContext } from "./resolve-context.ts";
import { configRules } from "./rules.ts";
import type { SourceConfig } from "./user-config.ts";

export type SourcePlace = (key?: string, part?: "key" | "value") => TextPlace;

const directoryKeys = ["include", "exclude", "optional", "flatFiles"] as const;

/** Only inline skills accept these: on a directory, `requiredScope` would leave its skills public. */
export const inlineKeys = inlineSpellings.map(({ spelling }) => spelling);

export function reportStrayKeys(
  source: SourceConfig,
  { keys, where }: { readonly keys: readonly (keyof SourceConfig)[]; readonly where: string },
  at: SourcePlace,
  findings: Findings,
): void {
  for (const key of keys)
    if (source[key] !== undefined)
      findings.add(configRules["config-unknown-key"], at(key, "key"), { key, where, nearest: "", shape: "" });
}

/** Reads one spelling of each field; reports those that cannot be kept as they are. */
function readInlineFields(
  source: SourceConfig,
  index: number,
  at: SourcePlace,
  findings: Findings,
): readonly InlineField[] {
  const fields = new Map<string, InlineField>();
  for (const { spelling, field } of inlineSpellings) {
    if (source[spelling] === undefined) continue;
    const value = jsonOf(source[spelling]);
    const known = fields.get(field);
    const fault = value === undefined ? "JSON" : known && `absent next to ${known.spelling}`;
    if (fault !== undefined)
      findings.add(configRules["config-invalid-value"], at(spelling), {
        key: formatPath(["sources", index, spelling]),
        expected: fault,
        actual: describeUnknown(source[spelling]),
      });
    if (value !== undefined) fields.set(field, { field, spelling, value });
  }
  return [...fields.values()];
}

export function resolveInline(
  source: SourceConfig,
  { index, at }: { readonly index: number; readonly at: SourcePlace },
  { profile, findings }: Pick<ResolveContext, "findings"> & { readonly profile: Profile },
): InlineSource | undefined {
  const { name, description, instructions, namespace } = source;
  const strayKeys = { keys: directoryKeys, where: `sources[${index}], an inline skill` };
  reportStrayKeys(source, strayKeys, at, findings);
  const fields = readInlineFields(source, index, at, findings);
  const missing = (["name", "description", "instructions"] as const).filter((key) => !isGiven(source[key]));
  if (missing.length > 0) {
    const mayBeMissing = profile.inlineTexts === "optional" && isGiven(name);
    const rule = configRules[mayBeMissing ? "inline-without-text" : "inline-incomplete"];
    findings.add(rule, at(), { name: name ?? "", missing: missing.join(" and no ") });
    if (!mayBeMissing) return undefined;
  }
  return {
    kind: "inline",
    name: name ?? "",
    // A text of spaces is none.
    description: isGiven(description) ? description : "",
    instructions: isGiven(instructions) ? instructions : "",
    fields,
    preload: source.preload ?? false,
    ...(namespace === undefined ? {} : { namespace }),
  };
}
