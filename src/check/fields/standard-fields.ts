import { toJson, type FieldEntry, type FieldNode, type JsonValue, type ScalarNode } from "../../model/fields.ts";
import { codePoints, describeValue, isBlank, scalarText, type FieldContext } from "../context.ts";
import { planQuotes } from "../field-fixes.ts";
import { fieldRules } from "./rules.ts";

/** Code points; a name, a file or a sentence about both is shorter (agentskills.io specification: keep it short). */
const LONG_LICENSE = 200;

export function checkLicense({ document, at }: FieldContext, { value, keySpan }: FieldEntry): string | undefined {
  if (isBlank(value)) {
    at(fieldRules["license-empty"], value.span ?? keySpan, {});
    return undefined;
  }
  const text = scalarText(value);
  if (text === undefined || (value.kind === "scalar" && typeof value.value !== "string"))
    at(
      fieldRules["license-not-string"],
      value.span,
      { found: describeValue(value), kept: text ?? "" },
      { fixes: planQuotes(document, value) },
    );
  const length = codePoints(text ?? "");
  if (length > LONG_LICENSE) at(fieldRules["license-long"], value.span, { length, limit: LONG_LICENSE });
  return text;
}

export function checkCompatibility(
  { document, at, profile }: FieldContext,
  { value, keySpan }: FieldEntry,
): string | undefined {
  if (isBlank(value)) {
    at(fieldRules["compatibility-empty"], value.span ?? keySpan, {});
    return undefined;
  }
  const text = scalarText(value);
  if (text === undefined || (value.kind === "scalar" && typeof value.value !== "string"))
    at(
      fieldRules["compatibility-not-string"],
      value.span,
      { found: describeValue(value), kept: text ?? "" },
      { fixes: planQuotes(document, value) },
    );
  if (text === undefined) return undefined;
  const length = codePoints(text);
  const limit = profile.maxCompatibilityLength;
  if (length > limit) at(fieldRules["compatibility-too-long"], value.span, { length, limit });
  return text;
}

/** Returns metadata as JSON with typed values; undefined if it is not a mapping. */
export function checkMetadata(
  { document, at, profile }: FieldContext,
  { value }: FieldEntry,
): Readonly<Record<string, JsonValue>> | undefined {
  if (value.kind !== "map") {
    if (value.kind !== "scalar" || value.value !== null)
      at(fieldRules["metadata-not-map"], value.span, { found: describeValue(value) });
    return value.kind === "scalar" && value.value === null ? {} : undefined;
  }
  for (const { key, keySpan, value: item } of value.entries) {
    if (RESERVED_KEY.test(key)) at(fieldRules["metadata-reserved-key"], keySpan, { key });
    const isDate =
      profile.dates.endsWith("noted") && item.kind === "scalar" && item.style === "plain" && DATE.test(item.source);
    if (isDate)
      at(
        fieldRules["metadata-value-not-string"],
        item.span,
        { key, found: "a date in YAML 1.1", kept: item.source },
        { fixes: planQuotes(document, item) },
      );
    if (item.kind === "scalar" && typeof item.value === "string") continue;
    // Clients that support only strings read an empty value as an empty string.
    const kept = item.kind === "scalar" ? plainText(item) || '""' : "";
    at(
      fieldRules["metadata-value-not-string"],
      item.span,
      { key, found: describeValue(item), kept },
      { fixes: losesText(key, item) ? planQuotes(document, item) : [] },
    );
  }
  const metadata = toJson(value) as Record<string, JsonValue>;
  if (profile.metadata === "strings")
    for (const { key, value: item } of value.entries) if (item.kind === "scalar") metadata[key] = plainText(item);
  return metadata;
}

/** Clients that support only strings read `~` and `null` as empty. */
function plainText({ value, source }: ScalarNode): string {
  return value === null ? "" : source;
}

/** A YAML 1.1 timestamp (type repository, tag:yaml.org,2002:timestamp). */
const DATE = /^\d{4}-\d{1,2}-\d{1,2}(?:$|[Tt \t]+\d)/;

/** Prefixes that the MCP Skills extension reserves (stable specification, Reservations). */
const RESERVED_KEY = /^io\.modelcontextprotocol[./]/;

/** Only a version, or a number that JSON writes differently, must have been meant as a string. */
function losesText(key: string, item: FieldNode): boolean {
  if (item.kind !== "scalar" || typeof item.value !== "number") return false;
  return /version|revision|release|date|build/i.test(key) || String(item.value) !== item.source;
}
