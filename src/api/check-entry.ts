import { findJsonFault } from "../model/json-fault.ts";
import { compareDiagnostics, createFindings, diagnose, judge } from "../diagnostics/index.ts";
import type { Diagnostic } from "../model/diagnostic.ts";
import type { FieldNode, JsonValue } from "../model/fields.ts";
import { createSourceText, type SourceText } from "../model/source.ts";
import { parseYamlDocument } from "../parse/index.ts";
import { checkDiscoveryIndex, checkMcpEntry, createEntryContext } from "../check/entries/index.ts";
import { behaviorOf, findProfile, levelChain, standardProfile } from "../profiles/index.ts";
import { ruleBook } from "../rules.ts";
import { entryRules } from "../check/entries/rules.ts";

/**
 * A file that distributes skills: an entry of the MCP Skills extension, or a well-known discovery index.
 *
 * @example
 * const kind: EntryKind = path.endsWith("index.json") ? "discovery" : "mcp-entry";
 */
export type EntryKind = "mcp-entry" | "discovery";

/**
 * Options of `checkEntry`.
 *
 * @example
 * checkEntry(json, "discovery", { file: "public/.well-known/agent-skills/index.json" });
 */
export interface CheckEntryOptions {
  /** Path for the diagnostics; default `entry.json` or `index.json`. */
  readonly file?: string;
}

const KINDS = {
  "mcp-entry": { profile: "mcp", file: "entry.json", rule: "entry-invalid", check: checkMcpEntry },
  discovery: { profile: "discovery", file: "index.json", rule: "discovery-index-invalid", check: checkDiscoveryIndex },
} as const;

/**
 * Checks one file that distributes skills.
 *
 * @param json The file as it is; bytes count as UTF-8.
 * @returns the findings with locations in the JSON; empty if the file is valid. It never throws for bad input.
 * @example
 * checkEntry('{ "uri": "skill://pdf/SKILL.md", "frontmatter": { … }, "resources": "dynamic" }', "mcp-entry");
 */
export function checkEntry(
  json: string | Uint8Array,
  kind: EntryKind,
  options: CheckEntryOptions = {},
): readonly Diagnostic[] {
  const { profile: name, file, rule, check } = KINDS[kind];
  const findings = createFindings();
  const text = typeof json === "string" ? json : new TextDecoder("utf-8", { ignoreBOM: true }).decode(json);
  const source = createSourceText(options.file ?? file, text);
  const root = readJson(source);
  const behavior = behaviorOf(findProfile(name) ?? standardProfile);
  if ("fault" in root)
    findings.add(entryRules[rule], { file: source.file, source, span: root.span }, { detail: root.fault });
  else check(root.node, createEntryContext(source, behavior, findings));
  const { judged } = judge([findings], { book: ruleBook, profiles: levelChain(name) });
  return judged.map((one) => diagnose(one)).sort(compareDiagnostics);
}

function readJson(
  source: SourceText,
): { node: FieldNode } | { fault: string; span: { start: number; end: number } | undefined } {
  let value: JsonValue;
  try {
    value = JSON.parse(source.text) as JsonValue;
  } catch {
    const fault = findJsonFault(source.text);
    return { fault: fault?.message ?? "this is not JSON", span: fault?.span };
  }
  // Nearly all JSON is YAML; if the YAML reader rejects it, the findings have no locations.
  const { node, errors } = parseYamlDocument(source);
  return { node: node === undefined || errors.length > 0 ? toNode(value) : node };
}

function toNode(value: JsonValue): FieldNode {
  if (Array.isArray(value)) return { kind: "list", items: (value as readonly JsonValue[]).map(toNode), source: "[…]" };
  if (typeof value === "object" && value !== null)
    return {
      kind: "map",
      entries: Object.entries(value).map(([key, item]) => ({ key, value: toNode(item) })),
      source: "{…}",
    };
  return { kind: "scalar", value, source: String(value), style: "quoted" };
}
