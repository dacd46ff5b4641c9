/** Only Codex reads `agents/openai.yaml`. */
import type { FixPlan } from "../../diagnostics/index.ts";
import { findEntry, type FieldNode, type MapNode } from "../../model/fields.ts";
import type { SourceText, TextSpan } from "../../model/source.ts";
import type { OpenaiYaml } from "../../model/unit.ts";
import { nearestNames } from "../../runtime/access.ts";
import { describeValue, type ReportAt } from "../context.ts";
import { planFlag } from "../field-fixes.ts";
import { manifestRules } from "./rules.ts";
import { isText } from "./manifest-text.ts";

export const OPENAI_YAML = "agents/openai.yaml";

export interface YamlFile {
  readonly source: SourceText;
  readonly node?: FieldNode | undefined;
  readonly errors: readonly { readonly message: string; readonly span: TextSpan }[];
}

export interface OpenaiPolicy {
  readonly says: OpenaiYaml;
  readonly source: SourceText;
  readonly span?: TextSpan | undefined;
}

/** The texts are those of the first part (codex-rs core-skills, 0.169.0). */
const PARTS: readonly string[] = ["interface", "policy", "dependencies"];
const INTERFACE: readonly string[] = [
  "display_name",
  "short_description",
  "icon_small",
  "icon_large",
  "brand_color",
  "default_prompt",
];
const POLICY: readonly string[] = ["allow_implicit_invocation", "products"];

export function checkOpenaiYaml({ source, node, errors }: YamlFile, at: ReportAt): OpenaiPolicy {
  const [error] = errors;
  let isInvalid = false;
  const refuse: Refuse = (span, { detail, fix, fixes }) => {
    isInvalid = true;
    at(manifestRules["openai-yaml-invalid"], span, { detail, fix }, { fixes });
  };
  if (error !== undefined)
    refuse(error.span, { detail: error.message.split("\n", 1)[0] ?? "", fix: "write valid YAML" });
  else if (node !== undefined && node.kind !== "map")
    refuse(node.span, {
      detail: `the file must be a mapping, but it is ${describeValue(node)}`,
      fix: "write interface: or policy:",
    });
  // A file of comments says nothing.
  const flag = node?.kind === "map" ? checkParts(node, at, refuse) : undefined;
  if (isInvalid) return { says: { isInvalid }, source };
  return flag === undefined ? { says: {}, source } : { says: { allowsImplicit: flag.value }, source, span: flag.span };
}

/** Reports why Codex ignores the file. */
type Refuse = (
  span: TextSpan | undefined,
  fault: { readonly detail: string; readonly fix: string; readonly fixes?: readonly FixPlan[] },
) => void;

interface PolicyFlag {
  readonly value: boolean;
  readonly span: TextSpan | undefined;
}

function checkParts(root: MapNode, at: ReportAt, refuse: Refuse): PolicyFlag | undefined {
  const below = (key: string): MapNode | undefined => {
    const value = findEntry(root, key)?.value;
    if (value === undefined || isNull(value) || value.kind === "map") return value?.kind === "map" ? value : undefined;
    const detail = `${key} must be a mapping, but it is ${describeValue(value)}`;
    refuse(value.span, { detail, fix: `write the fields of ${key} below it` });
    return undefined;
  };
  const [texts, policy, dependencies] = [below("interface"), below("policy"), below("dependencies")];
  reportMisspelt(root, { known: PARTS, inside: "", at });
  if (texts !== undefined) checkTexts(texts, at, refuse);
  const tools = dependencies && findEntry(dependencies, "tools")?.value;
  if (tools !== undefined && !(tools.kind === "list" && tools.items.every(({ kind }) => kind === "map")))
    refuse(tools.span, {
      detail: "dependencies.tools must be a list of mappings",
      fix: "write - type: … and value: … for each tool",
    });
  return policy && checkPolicy(policy, at, refuse);
}

function checkTexts(texts: MapNode, at: ReportAt, refuse: Refuse): void {
  reportMisspelt(texts, { known: INTERFACE, inside: "interface.", at });
  for (const { key, value } of texts.entries)
    if (INTERFACE.includes(key) && !isNull(value) && !isText(value))
      refuse(value.span, {
        detail: `interface.${key} must be a string, but it is ${describeValue(value)}`,
        fix: "quote it",
      });
}

function checkPolicy(policy: MapNode, at: ReportAt, refuse: Refuse): PolicyFlag | undefined {
  reportMisspelt(policy, { known: POLICY, inside: "policy.", at });
  const flag = findEntry(policy, "allow_implicit_invocation")?.value;
  if (flag === undefined || isNull(flag)) return undefined;
  if (flag.kind === "scalar" && typeof flag.value === "boolean") return { value: flag.value, span: flag.span };
  const meant = flag.kind === "scalar" ? FLAGS.get(flag.source.toLowerCase()) : undefined;
  const detail = `policy.allow_implicit_invocation must be true or false, but it is ${describeValue(flag)}`;
  const fixes = meant === undefined ? [] : planFlag(flag, meant);
  refuse(flag.span, { detail, fix: "write true or false without quotes", fixes });
  return undefined;
}

const FLAGS: ReadonlyMap<string, boolean> = new Map([
  ["true", true],
  ["yes", true],
  ["on", true],
  ["false", false],
  ["no", false],
  ["off", false],
]);

function isNull(node: FieldNode): boolean {
  return node.kind === "scalar" && node.value === null;
}

/** Codex ignores unknown fields, so only a misspelled one is reported. */
function reportMisspelt(
  { entries }: MapNode,
  { known, inside, at }: { readonly known: readonly string[]; readonly inside: string; readonly at: ReportAt },
): void {
  for (const { key, keySpan } of entries) {
    const nearest = known.includes(key) ? undefined : nearestNames(key, known)[0];
    if (nearest === undefined) continue;
    const args = { detail: `unknown field "${inside}${key}"`, fix: `did you mean "${inside}${nearest}"?` };
    at(manifestRules["openai-yaml-invalid"], keySpan, args);
  }
}
