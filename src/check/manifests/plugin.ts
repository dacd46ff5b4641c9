import { findEntry, type FieldNode, type MapNode } from "../../model/fields.ts";
import { isAbsolute, joinPath } from "../../paths/index.ts";
import { nearestNames } from "../../runtime/access.ts";
import { textAt } from "../entries/entry-context.ts";
import {
  fieldOfType,
  idFault,
  kebabName,
  planJsonText,
  readManifest,
  type ManifestContext,
  type ReportManifest,
} from "./manifest-text.ts";
import {
  ENTRY_FIELDS,
  OLDER_FIELDS,
  PATH_FIELDS,
  PLUGIN_READERS,
  PLUGIN_SCHEMAS,
  portableFields,
  TEXT_FIELDS,
  type PluginKind,
} from "./plugin-fields.ts";
import { manifestRules } from "./rules.ts";

export interface PluginObject {
  readonly kind: PluginKind;
  readonly map: MapNode;
}

/**
 * Returns undefined if the manifest is not an object. `place`: for a root `plugin.json`, also whether the plugin has a
 * manifest for one client.
 */
export function checkPluginManifest(
  context: ManifestContext,
  place: { readonly directory: "" | "claude" | "codex"; readonly hasOther: boolean },
): PluginObject | undefined {
  const { at } = context;
  const refuse: ReportManifest = (span, { detail, fix, isHarmless }, fixes) =>
    at(manifestRules["plugin-manifest-invalid"], span, { detail, fix, isFatal: isHarmless !== true }, { fixes });
  const map = readManifest(context.source, refuse);
  if (map === undefined) return undefined;
  const kind = place.directory === "" ? kindOf(map, place.hasOther) : place.directory;
  if (kind === "agent-plugins") checkSchema(map, context);
  checkName(map, kind, context);
  for (const field of TEXT_FIELDS) fieldOfType(map, field, "text", { refuse });
  fieldOfType(map, "keywords", "texts", { refuse });
  checkAuthor(map, kind, refuse);
  if (kind === "agent-plugins") checkExtensions(map, refuse);
  else for (const field of PATH_FIELDS) checkPaths(map, { field, kind }, context);
  if (kind === "claude") checkForClaude(map, context, refuse);
  checkFields(map, kind, context);
  return { kind, map };
}

/** A root manifest with fields of older clients, or next to the manifest of one, is not meant for Agent Plugins. */
function kindOf(map: MapNode, hasOther: boolean): PluginKind {
  if (findEntry(map, "$schema") !== undefined) return "agent-plugins";
  return hasOther || map.entries.some(({ key }) => OLDER_FIELDS.includes(key)) ? "older" : "agent-plugins";
}

function checkSchema(map: MapNode, { at }: ManifestContext): void {
  const schema = findEntry(map, "$schema");
  const written = textAt(map, "$schema")?.text;
  if (schema === undefined) {
    const brace = map.span && { start: map.span.start, end: map.span.start + 1 };
    const edits = brace === undefined ? [] : [{ span: brace, text: `{\n  "$schema": "${PLUGIN_SCHEMAS[0]}",` }];
    const isEmpty = map.entries.length === 0;
    const fixes = isEmpty ? [] : [{ title: "add the $schema of 1.0.0", applicability: "unsafe" as const, edits }];
    at(manifestRules["plugin-schema-missing"], brace, {}, { fixes });
  } else if (written === undefined || !(PLUGIN_SCHEMAS as readonly string[]).includes(written)) {
    const fixes = planJsonText(schema.value.span, PLUGIN_SCHEMAS[0], "unsafe");
    at(manifestRules["plugin-schema-unknown"], schema.value.span, { schema: written ?? "" }, { fixes });
  }
}

const PORTABLE_NAME = /^[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?$/;

function checkName(map: MapNode, kind: PluginKind, { at }: ManifestContext): void {
  const entry = findEntry(map, "name");
  const rule = manifestRules["plugin-name-invalid"];
  if (entry === undefined) {
    // Codex then takes the name of the directory, or of the entry in the list.
    if (kind !== "codex") at(rule, map.span && firstCharacter(map.span), { name: "", fault: "is missing", right: "" });
    return;
  }
  const name = textAt(map, "name")?.text;
  const fault = name === undefined ? "is not a string" : nameFault(name, kind);
  if (fault === undefined) return;
  const right = kebabName(name ?? "");
  // Users have installed the plugin under its name.
  const fixes = planJsonText(entry.value.span, right, "unsafe");
  at(rule, entry.value.span, { name: name ?? "", fault, right }, { fixes });
}

function firstCharacter({ start }: { readonly start: number }): { readonly start: number; readonly end: number } {
  return { start, end: start + 1 };
}

function nameFault(name: string, kind: PluginKind): string | undefined {
  if (kind !== "agent-plugins") return idFault(name);
  if (name === "") return "is empty";
  if (name.length > 64) return `has ${name.length} characters (max 64)`;
  if (/--|\.\./.test(name)) return "has two hyphens or periods in a row";
  if (PORTABLE_NAME.test(name)) return undefined;
  return /\s/.test(name)
    ? "contains a space"
    : "is not of a-z, 0-9, hyphens and periods, with a letter or digit at both ends";
}

const AUTHOR_FIELDS: readonly string[] = ["name", "email", "url"];

function checkAuthor(map: MapNode, kind: PluginKind, refuse: ReportManifest): void {
  const author = fieldOfType(map, "author", "object", { refuse });
  if (author?.kind !== "map") return;
  for (const field of AUTHOR_FIELDS) fieldOfType(author, field, "text", { refuse, inside: "author" });
  if (kind === "agent-plugins")
    for (const { key, keySpan } of author.entries)
      if (!AUTHOR_FIELDS.includes(key))
        refuse(keySpan, {
          detail: `author may only have name, email and url, not ${JSON.stringify(key)}`,
          fix: "delete it, or move it into extensions",
        });
  if (kind === "claude" && findEntry(author, "name") === undefined)
    refuse(author.span, { detail: "author has no name", fix: 'add "name" to author' });
}

function checkExtensions(map: MapNode, refuse: ReportManifest): void {
  const value = findEntry(map, "extensions")?.value;
  if (value === undefined) return;
  if (value.kind !== "map")
    return refuse(value.span, {
      detail: "extensions must be an object",
      fix: 'write { "com.example.client": { … } }',
      isHarmless: true,
    });
  for (const { key } of value.entries) fieldOfType(value, key, "object", { refuse, inside: "extensions" });
}

function checkForClaude(map: MapNode, { at }: ManifestContext, refuse: ReportManifest): void {
  const homepage = textAt(map, "homepage");
  if (homepage !== undefined && !URL.canParse(homepage.text))
    refuse(homepage.span, {
      detail: `homepage is not a URL: ${JSON.stringify(homepage.text)}`,
      fix: "write https://…",
    });
  const start = map.span && firstCharacter(map.span);
  if (findEntry(map, "version") === undefined) at(manifestRules["plugin-version-missing"], start, {});
  if (findEntry(map, "description") === undefined) at(manifestRules["plugin-description-missing"], start, {});
}

function checkFields(map: MapNode, kind: PluginKind, { at }: ManifestContext): void {
  const { label, fields } = PLUGIN_READERS[kind];
  const known = kind === "agent-plugins" ? portableFields(textAt(map, "$schema")?.text ?? "") : fields;
  if (known === undefined) return;
  for (const { key, keySpan } of map.entries) {
    if (known.includes(key)) continue;
    const nearest = nearestNames(key, known)[0] ?? "";
    const home = homeOf(key, kind);
    at(manifestRules["plugin-field-unknown"], keySpan, { field: key, reader: label, nearest, home });
  }
}

function homeOf(field: string, kind: PluginKind): string {
  if (ENTRY_FIELDS.includes(field)) return "the entry in marketplace.json";
  if (kind === "claude" && field === "interface") return ".codex-plugin/plugin.json";
  return kind === "agent-plugins" && OLDER_FIELDS.includes(field) ? "the manifest of the client that reads it" : "";
}

interface PathField {
  readonly field: string;
  readonly kind: PluginKind;
}

function checkPaths(map: MapNode, place: PathField, context: ManifestContext): void {
  const value = findEntry(map, place.field)?.value;
  if (value === undefined) return;
  // Commands can be an object with a file for each.
  const sources = value.kind === "map" && place.field === "commands" ? value.entries.map((one) => one.value) : [];
  const files = sources.flatMap((one) => (one.kind === "map" ? (findEntry(one, "source")?.value ?? []) : []));
  const items: readonly FieldNode[] = value.kind === "list" ? value.items : [value, ...files];
  for (const item of items) checkPath(item, place, context);
}

function checkPath(node: FieldNode, { field, kind }: PathField, { at, exists }: ManifestContext): void {
  // The part itself, such as hooks.
  if (node.kind !== "scalar" || typeof node.value !== "string") return;
  const path = node.value;
  const right = straightPath(path);
  const fault =
    pathFault(path) ??
    (kind === "claude" && field === "agents" && !path.endsWith(".md") ? "is not a .md file" : undefined);
  // Codex silently loads nothing from a directory that does not exist.
  const isLost = fault === undefined && kind === "claude" && exists?.(joinPath(".", path)) === false;
  if (fault === undefined && !isLost) return;
  const isStraight = right !== path && right !== "";
  at(
    manifestRules["plugin-path-invalid"],
    node.span,
    { path, field, fault: fault ?? "does not exist", right: isStraight ? right : "" },
    { fixes: isStraight ? planJsonText(node.span, right, "safe") : [] },
  );
}

/** Considers only the path, not what exists. */
export function pathFault(path: string): string | undefined {
  if (path.split(/[/\\]/).includes("..")) return 'contains ".."';
  return path.startsWith("./") || path === "." ? undefined : "does not start with ./";
}

/** Returns "" if `./` would change the place. */
export function straightPath(path: string): string {
  if (path === "" || path.split(/[/\\]/).includes("..") || isAbsolute(path) || /^[a-z][a-z0-9+.-]*:|[$~\\]/i.test(path))
    return "";
  return path.startsWith("./") || path === "." ? path : `./${path}`;
}
