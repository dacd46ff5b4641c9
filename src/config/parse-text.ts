import type { TextPlace } from "../model/source.ts";
import type { Findings } from "../diagnostics/index.ts";
import { findEntry, type FieldEntry, type FieldNode } from "../model/fields.ts";
import { readJson } from "../model/json-text.ts";
import type { SourceText, TextSpan } from "../model/source.ts";
import type { ConfigPath, PlaceOf } from "./config-path.ts";
import { configRules } from "./rules.ts";

/** A parameter, because only src/parse imports the YAML library. */
export type ParseYaml = (source: SourceText) => {
  readonly node?: FieldNode | undefined;
  readonly errors: readonly { readonly message: string; readonly span: TextSpan }[];
};

interface ConfigText {
  readonly value: unknown;
  readonly place: PlaceOf;
}

const EMPTY_LINE = /^[ \t]*(?:#|$|(?:---|\.\.\.)[ \t]*$)/;

/** A line at a time: one expression for all of them would try each line end in two ways. */
function hasNothing(text: string): boolean {
  return text.split(/\r\n?|\n/).every((line) => EMPTY_LINE.test(line));
}

/** Undefined after reporting `config-invalid-syntax`. An empty YAML file is an empty config. */
export function parseConfigText(
  source: SourceText,
  format: "json" | "yaml",
  parseYaml: ParseYaml,
  findings: Findings,
): ConfigText | undefined {
  const refuse = (detail: string, span?: TextSpan): undefined => {
    findings.add(
      configRules["config-invalid-syntax"],
      { file: source.file, source, span },
      { file: source.file, detail },
    );
  };
  if (format === "json") {
    const json = readJson(source.text, " (use a .yaml or .ts config for them)");
    if ("fault" in json) return refuse(json.fault.message, json.fault.span);
    const [duplicate] = json.duplicates;
    if (duplicate !== undefined) return refuse(`duplicate key ${JSON.stringify(duplicate.key)}`, duplicate.keySpan);
    return { value: JSON.parse(source.text), place: placesOf(source, json.node) };
  }
  const { node, errors } = parseYaml(source);
  if (errors.length > 0) {
    for (const { message, span } of errors) refuse(firstLine(message), span);
    return undefined;
  }
  if (node === undefined && !hasNothing(source.text)) return refuse("it is too large or nested too deeply");
  if (node === undefined || (node.kind === "scalar" && node.value === null))
    return { value: {}, place: placesOf(source, undefined) };
  try {
    return { value: plainValue(node, new Map()), place: placesOf(source, node) };
  } catch {
    // Only a call stack overflow ends here: no real config is nested a thousand levels deep.
    return refuse("it is nested too deeply");
  }
}

/** Like `toJson`, but numbers lose their notation: here `1e6` is a number. */
function plainValue(node: FieldNode, made: Map<FieldNode, unknown>): unknown {
  if (node.kind === "scalar") return node.value;
  // Aliases share nodes: each is converted once, so that a few lines cannot become a gigabyte.
  if (made.has(node)) return made.get(node);
  if (node.kind === "list") {
    const list: unknown[] = [];
    made.set(node, list);
    for (const item of node.items) list.push(plainValue(item, made));
    return list;
  }
  const object: Record<string, unknown> = Object.create(null);
  made.set(node, object);
  for (const entry of node.entries) object[entry.key] = plainValue(entry.value, made);
  return object;
}

const aliases: ReadonlyMap<string, string> = new Map([
  ["dir", "path"],
  ["mountAs", "mount_as"],
]);

/** If the path ends early, the last node on the way. */
function placesOf(source: SourceText, root: FieldNode | undefined): PlaceOf {
  return (path: ConfigPath, part = "value"): TextPlace => {
    let node = root;
    let span = root?.span;
    for (const [index, step] of path.entries()) {
      if (node?.kind === "list" && typeof step === "number") {
        node = node.items[step];
        span = node?.span ?? span;
      } else if (node?.kind === "map" && typeof step === "string") {
        const entry: FieldEntry | undefined = findEntry(node, step) ?? findEntry(node, aliases.get(step) ?? step);
        node = entry?.value;
        const wantsKey = part === "key" && index === path.length - 1;
        span = (wantsKey ? entry?.keySpan : node?.span) ?? entry?.keySpan ?? span;
      } else break;
    }
    return { file: source.file, source, span };
  };
}

function firstLine(message: string): string {
  return (message.split("\n", 1)[0] as string).trim();
}
