import { fieldRows, type FieldKey } from "../../model/field-table.ts";
import type { CatalogSkill } from "../../runtime/catalog/catalog.ts";
import { fieldFates } from "./field-fates.ts";

interface LostField {
  /** As in the frontmatter. */
  readonly field: string;
  /** What is lost, as the object of a sentence. */
  readonly what: string;
}

/** Frontmatter with its delimiters. */
export interface MadeFrontmatter {
  readonly text: string;
  readonly lost: readonly LostField[];
}

/** Names are bare, every other value is a JSON string, which is YAML that every reader reads alike. */
const BARE = /^[A-Za-z_][A-Za-z0-9_-]*$/;

/** Words that YAML reads as something other than a text. */
const NO_TEXT = /^(?:true|false|null|yes|no|on|off|y|n)$/i;

/**
 * Returns the closed frontmatter of a skill, and what is lost in it.
 *
 * @param name The name that the skill has in the package.
 * @param end The line end of the document.
 * @example
 * closedFrontmatter(entry, "pdf", "\n").text; // '---\nname: pdf\ndescription: "Fills forms."\n---\n'
 */
export function closedFrontmatter(entry: CatalogSkill, name: string, end: string): MadeFrontmatter {
  const lost: LostField[] = [];
  const fields: [key: string, value: string][] = [
    ["name", bareOrText(name)],
    ["description", quoted(entry.description)],
  ];
  if (entry.license !== undefined) fields.push(["license", quoted(entry.license)]);
  if (entry.compatibility !== undefined) fields.push(["compatibility", quoted(entry.compatibility)]);
  const tools = toolsOf(entry, lost);
  if (tools !== undefined) fields.push(["allowed-tools", quoted(tools)]);
  const metadata = metadataOf(entry, lost);
  const lines = ["---", ...fields.map(([key, value]) => `${key}: ${value}`)];
  if (metadata.size > 0)
    lines.push("metadata:", ...Array.from(metadata, ([key, value]) => `  ${keyText(key)}: ${quoted(value)}`));
  return { text: [...lines, "---", ""].join(end), lost };
}

/** Returns frontmatter with all fields, for a skill that has none, such as one in a config. */
export function fullFrontmatter(entry: CatalogSkill, name: string): string {
  const written = fieldRows.flatMap(([key, { field }]) => {
    const value = key === "allowedTools" && entry.allowedToolsRaw !== undefined ? undefined : writtenValue(entry, key);
    return value === undefined ? [] : [`${field}: ${typeof value === "object" ? quoted(value) : value}`];
  });
  const extra = Object.entries(entry.extra).map(([key, value]) => `${keyText(key)}: ${quoted(value)}`);
  return [
    "---",
    `name: ${bareOrText(name)}`,
    `description: ${quoted(entry.description)}`,
    ...written,
    ...extra,
    "---",
    "",
  ].join("\n");
}

function writtenValue(entry: CatalogSkill, key: FieldKey): string | object | undefined {
  const value = valueOf(entry, key);
  if (value === undefined) return undefined;
  if (key === "model") return quoted(entry.model?.raw ?? "");
  // As written, and so YAML already; a text of several lines is none.
  if (key === "argumentHint" || key === "allowedToolsRaw") return quoted(value);
  return typeof value === "object" && value !== null ? value : quoted(value);
}

/** Returns the value of a field; undefined where it is the one of a skill without the field. */
export function valueOf(entry: CatalogSkill, key: FieldKey): unknown {
  const value: unknown = entry[key];
  const [, row] = fieldRows.find(([name]) => name === key) ?? [];
  return JSON.stringify(value) === JSON.stringify(row?.default) ? undefined : value;
}

/** `allowed-tools` is a text whose readers split it at spaces. */
function toolsOf({ allowedTools, allowedToolsRaw }: CatalogSkill, lost: LostField[]): string | undefined {
  if (allowedToolsRaw !== undefined && !isListOfTools(allowedToolsRaw)) return allowedToolsRaw;
  if (allowedTools.length === 0) return undefined;
  for (const tool of allowedTools.filter((one) => one.includes(" ")))
    lost.push({
      field: "allowed-tools",
      what: `${JSON.stringify(tool)} as one item of allowed-tools: readers that split at spaces see several tools`,
    });
  return allowedTools.join(" ");
}

function isListOfTools(raw: string): boolean {
  return /^\s*(?:\[|\{|-\s)/.test(raw) || raw.trim().includes("\n");
}

function metadataOf(entry: CatalogSkill, lost: LostField[]): ReadonlyMap<string, string> {
  const metadata = new Map(Object.entries(entry.metadata).map(([key, value]) => [key, textOf(value)]));
  const move = (field: string, value: unknown): void => {
    // The author's own value wins.
    if (metadata.has(field)) lost.push({ field, what: `${field}: metadata already has this key` });
    else metadata.set(field, textOf(value));
  };
  for (const [key, { field }] of fieldRows) {
    if (fieldFates[key] === "kept") continue;
    const value = key === "model" ? entry.model?.raw : valueOf(entry, key);
    if (value === undefined) continue;
    move(field, value);
    if (fieldFates[key] !== "metadata") lost.push({ field, what: `${field}, except as a text under metadata` });
  }
  for (const [key, value] of Object.entries(entry.extra)) move(key, value);
  const described = entry.files.flatMap(({ path, description }) =>
    description === undefined ? [] : [[path, description] as const],
  );
  if (described.length > 0) move("files", Object.fromEntries(described));
  return metadata;
}

/** A scalar as it is written, anything else as JSON. */
function textOf(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(sorted(value));
}

/** Keys in one order, so that the same data is the same text. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([one], [two]) => (one < two ? -1 : 1))
      .map(([key, item]) => [key, sorted(item)]),
  );
}

/**
 * A value as JSON and YAML read it alike. Some readers end the frontmatter at any `---`, and some end a line at characters
 * that JSON takes as any other.
 */
function quoted(value: unknown): string {
  const escape = (char: string): string => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`;
  return JSON.stringify(value)
    .replaceAll("---", "--\\u002d")
    .replaceAll(/[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g, escape);
}

/** A name that is plain in YAML is written bare. */
function bareOrText(name: string): string {
  return /^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/.test(name) && !NO_TEXT.test(name) ? name : quoted(name);
}

function keyText(key: string): string {
  return BARE.test(key) && !NO_TEXT.test(key) ? key : quoted(key);
}
