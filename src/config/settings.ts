/** Config keys on the command line, as `--set` writes them: `files.maxBytes=1048576`. */
import type { Findings } from "../diagnostics/index.ts";
import { configJsonSchema, type SchemaNode } from "../schemas/config-json-schema.ts";
import { nearest } from "./finding-arguments.ts";
import { meaningOf } from "./near-keys.ts";
import { configRules } from "./rules.ts";
import type { UserConfig } from "./user-config.ts";

/**
 * Returns settings as a config; an unknown key is a finding `config-unknown-key`. The schema decides the type of each
 * value: a whole number, `true` or `false`, a list separated by commas, else a string. A value of the wrong type stays
 * a string, which the check of the config reports.
 *
 * @example
 * readSettings({ "files.maxBytes": "7", tools: "Read,Grep" }, findings); // { files: { maxBytes: 7 }, tools: ["Read", "Grep"] }
 */
export function readSettings(settings: Readonly<Record<string, string>>, findings: Findings): UserConfig {
  const config: Record<string, unknown> = {};
  const schema = configJsonSchema();
  for (const [key, text] of Object.entries(settings)) {
    const found = find(schema, key);
    if (found === undefined) {
      const args = { key, where: "--set", nearest: nearestKey(key, text), shape: "" };
      findings.add(configRules["config-unknown-key"], { file: "." }, args);
    } else place(config, found.steps, convert(found.node, text));
  }
  return config;
}

/** Keys with their own value, with dots: `outDir`, `files.maxBytes`, `rules.<name>`. */
export function settableKeys(): readonly string[] {
  return keysOf(configJsonSchema());
}

/**
 * Returns how `--set` writes a key that was written as an option, such as `max-bytes`; undefined for no known key.
 *
 * @example
 * settingFor("max-bytes"); // files.maxBytes=…
 * settingFor("allow-empty"); // allowEmpty=true
 */
export function settingFor(option: string): string | undefined {
  const word = fold(option);
  const schema = configJsonSchema();
  const keys = keysOf(schema);
  const key = keys.find((one) => fold(one) === word) ?? keys.find((one) => fold(lastOf(one)) === word);
  const node = key === undefined ? undefined : find(schema, key)?.node;
  return node && `${key}=${convert(node, "true") === true ? "true" : "…"}`;
}

function fold(key: string): string {
  return key.toLowerCase().replaceAll(/[-_.]/g, "");
}

function lastOf(key: string): string {
  return key.slice(key.lastIndexOf(".") + 1);
}

function nearestKey(key: string, value: string): string {
  const keys = settableKeys();
  const same = keys.find((one) => fold(lastOf(one)) === fold(lastOf(key)));
  if (same !== undefined) return same;
  const meant = meaningOf(key, value, []).nearest;
  return keys.includes(meant) ? meant : nearest(key, keys);
}

interface FoundKey {
  readonly node: SchemaNode;
  readonly steps: readonly string[];
}

/** The last part of a key below a table of names can have dots. */
function find(node: SchemaNode, key: string): FoundKey | undefined {
  const end = key.indexOf(".");
  const step = end < 0 ? key : key.slice(0, end);
  for (const one of [node, ...(node.anyOf ?? [])]) {
    if (typeof one.additionalProperties === "object")
      return key === "" ? undefined : { node: one.additionalProperties, steps: [key] };
    if (one.properties === undefined || !Object.hasOwn(one.properties, step)) continue;
    const inner = one.properties[step] as SchemaNode;
    if (end < 0) return { node: inner, steps: [step] };
    const rest = find(inner, key.slice(end + 1));
    if (rest !== undefined) return { ...rest, steps: [step, ...rest.steps] };
  }
  return undefined;
}

function keysOf(node: SchemaNode): readonly string[] {
  return Object.entries(node.properties ?? {}).flatMap(([key, inner]) => {
    if (key === "$schema") return [];
    const below = [inner, ...(inner.anyOf ?? [])].flatMap(keysOf).map((rest) => `${key}.${rest}`);
    if (typeof inner.additionalProperties === "object") return [`${key}.<name>`];
    return inner.properties === undefined ? [key, ...below] : below;
  });
}

function convert(node: SchemaNode, text: string): unknown {
  const forms = [node, ...(node.anyOf ?? [])];
  const isOf = (type: string): boolean => forms.some((one) => one.type === type);
  const values = forms.flatMap((one) => one.enum ?? (one.type === "boolean" ? [true, false] : []));
  const value = values.find((one) => String(one) === text);
  if (value !== undefined) return value;
  if (isOf("integer") && /^\d+$/.test(text)) return Number(text);
  return isOf("array") && !isOf("string") ? text.split(",").map((part) => part.trim()) : text;
}

/** As an own property, even if the name is `__proto__`. */
function place(config: object, [step = "", ...rest]: readonly string[], value: unknown): void {
  const before: unknown = Object.getOwnPropertyDescriptor(config, step)?.value;
  const inner = typeof before === "object" && before !== null ? before : {};
  if (rest.length > 0) place(inner, rest, value);
  const placed = rest.length > 0 ? inner : value;
  Object.defineProperty(config, step, { value: placed, configurable: true, enumerable: true, writable: true });
}
