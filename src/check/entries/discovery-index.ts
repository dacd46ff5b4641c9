/** Checks a discovery index below `/.well-known/agent-skills/`: version 0.2.0, or 0.1.0 without `$schema`. */
import { findEntry, type FieldNode, type MapNode } from "../../model/fields.ts";
import { DISCOVERY_SCHEMA } from "../../model/discovery-schema.ts";
import { checkSkillFields, describeJson, DIGEST, textAt, type EntryContext } from "./entry-context.ts";
import { entryRules } from "./rules.ts";

const TYPES: ReadonlySet<string> = new Set(["skill-md", "archive"]);

export function checkDiscoveryIndex(root: FieldNode, context: EntryContext): void {
  const { at } = context;
  const invalid = (node: FieldNode, what: string): void =>
    at(entryRules["discovery-index-invalid"], node.span, { detail: `${what}, but it is ${describeJson(node)}` });
  if (root.kind !== "map") return invalid(root, "an index must be an object");
  const schema = findEntry(root, "$schema")?.value;
  // Clients do not process an index of an unknown version.
  if (schema !== undefined && textAt(root, "$schema")?.text !== DISCOVERY_SCHEMA)
    return at(entryRules["discovery-schema-unknown"], schema.span, {
      schema: textAt(root, "$schema")?.text ?? describeJson(schema),
    });
  const skills = findEntry(root, "skills")?.value;
  if (skills === undefined)
    return at(entryRules["discovery-index-invalid"], root.span, { detail: "the index has no list of skills" });
  if (skills.kind !== "list") return invalid(skills, "skills must be a list");
  const names = new Set<string>();
  for (const entry of skills.items) {
    if (entry.kind !== "map") {
      invalid(entry, "an entry must be an object");
      continue;
    }
    checkEntryFields(entry, names, context);
    if (schema === undefined) checkFiles(entry, context);
    else checkArtifact(entry, context);
  }
}

function checkEntryFields(entry: MapNode, names: Set<string>, context: EntryContext): void {
  const entries = entry.entries.filter(({ key }) => key === "name" || key === "description");
  checkSkillFields({ ...entry, entries }, context);
  const name = textAt(entry, "name");
  if (name === undefined) return;
  if (names.has(name.text)) context.at(entryRules["discovery-name-duplicate"], name.span, { name: name.text });
  names.add(name.text);
}

/** Version 0.2.0: one artifact, with its location and digest. */
function checkArtifact(entry: MapNode, { at }: EntryContext): void {
  const type = findEntry(entry, "type")?.value;
  const written = textAt(entry, "type")?.text;
  if (type === undefined) at(entryRules["discovery-type-missing"], entry.span, {});
  // Clients skip such an entry, whatever else it says.
  else if (written === undefined || !TYPES.has(written))
    return at(entryRules["discovery-type-unknown"], type.span, { type: written ?? describeJson(type) });
  const url = findEntry(entry, "url")?.value;
  const address = textAt(entry, "url")?.text;
  if (url === undefined || address === "") at(entryRules["discovery-url-missing"], url?.span ?? entry.span, {});
  else if (address === undefined || !isWebAddress(address))
    at(entryRules["discovery-url-invalid"], url.span, { url: address ?? describeJson(url) });
  const digest = findEntry(entry, "digest")?.value;
  const value = textAt(entry, "digest")?.text;
  if (digest === undefined) at(entryRules["discovery-digest-missing"], entry.span, {});
  else if (value === undefined || !DIGEST.test(value))
    at(entryRules["discovery-digest-format"], digest.span, { digest: value ?? describeJson(digest) });
}

/** Accepts a URL, or a path that resolves against the index. */
function isWebAddress(address: string): boolean {
  const base = "https://index.example/.well-known/agent-skills/index.json";
  return URL.canParse(address, base) && /^https?:$/.test(new URL(address, base).protocol);
}

/** Version 0.1.0: the files of the skill, including its SKILL.md. */
function checkFiles(entry: MapNode, { at }: EntryContext): void {
  const files = findEntry(entry, "files")?.value;
  if (files?.kind !== "list") return at(entryRules["discovery-files-missing"], files?.span ?? entry.span, {});
  for (const file of files.items) {
    const path = file.kind === "scalar" && typeof file.value === "string" ? file.value : undefined;
    if (path === undefined || leavesSkill(path))
      at(entryRules["discovery-path-escape"], file.span, { path: path ?? describeJson(file) });
  }
  if (!files.items.some((file) => file.kind === "scalar" && file.value === "SKILL.md"))
    at(entryRules["discovery-skill-md-missing"], files.span, {});
}

function leavesSkill(path: string): boolean {
  return path === "" || /^(?:[/\\]|[A-Za-z]:)/.test(path) || path.split(/[/\\]/).includes("..");
}
