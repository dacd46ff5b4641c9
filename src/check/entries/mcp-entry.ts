import { findEntry, type FieldNode, type ListNode, type MapNode } from "../../model/fields.ts";
import type { TextSpan } from "../../model/source.ts";
import { checkSkillFields, describeJson, DIGEST, textAt, type EntryContext } from "./entry-context.ts";
import { entryRules } from "./rules.ts";
import { sizeRules } from "../size/rules.ts";

export function checkMcpEntry(root: FieldNode, context: EntryContext): void {
  const { at } = context;
  if (root.kind !== "map")
    return at(entryRules["entry-invalid"], root.span, {
      detail: `an entry must be an object, but it is ${describeJson(root)}`,
    });
  const uri = checkUri(root, context);
  checkFrontmatter(root, uri, context);
  const resources = findEntry(root, "resources")?.value;
  if (resources === undefined) return at(entryRules["mcp-manifest-missing"], root.span, {});
  if (resources.kind === "scalar" && resources.value === "dynamic") return;
  if (resources.kind !== "list")
    return at(entryRules["mcp-manifest-invalid"], resources.span, { found: describeJson(resources) });
  checkManifest(resources, uri, context);
}

/** Returns the shortest form; undefined, with a finding, for an invalid URI. */
function checkUri(root: MapNode, { at }: EntryContext): string | undefined {
  const given = textAt(root, "uri");
  if (given === undefined) {
    at(entryRules["mcp-uri-form"], findEntry(root, "uri")?.value.span ?? root.span, { uri: "", fault: "is missing" });
    return undefined;
  }
  const { text: uri, span } = given;
  const fault = uriFault(uri);
  if (fault !== undefined) {
    at(entryRules["mcp-uri-form"], span, { uri, fault });
    return undefined;
  }
  const canonical = canonicalUri(uri) as string;
  if (canonical !== uri) at(entryRules["mcp-uri-not-canonical"], span, { uri, canonical });
  return canonical;
}

function uriFault(uri: string): string | undefined {
  // The extension recommends skill:// and allows any scheme that the server serves.
  if (!/^[a-z][a-z0-9+.-]*:\/\//i.test(uri)) return "does not start with a scheme, such as skill://";
  if (/[?#]/.test(uri)) return "has a query or a fragment";
  if (!/^[^:]+:\/\/(?:[^/]+\/)+SKILL\.md$/.test(uri)) return "does not end with /SKILL.md below a name";
  return canonicalUri(uri) === undefined ? "is not a valid URI" : undefined;
}

/** Resolves `.` and `..`, as every client does; undefined for an invalid URI. */
function canonicalUri(uri: string): string | undefined {
  return URL.canParse(uri) ? new URL(uri).href : undefined;
}

function checkFrontmatter(root: MapNode, uri: string | undefined, context: EntryContext): void {
  const frontmatter = findEntry(root, "frontmatter")?.value;
  if (frontmatter?.kind !== "map")
    return context.at(entryRules["mcp-frontmatter-missing"], frontmatter?.span ?? root.span, {});
  checkSkillFields(frontmatter, context);
  const name = textAt(frontmatter, "name");
  const segment = uri?.split("/").at(-2);
  if (name !== undefined && segment !== undefined && name.text !== segment)
    context.at(entryRules["mcp-name-mismatch"], name.span, { name: name.text, segment });
}

function checkManifest(resources: ListNode, uri: string | undefined, context: EntryContext): void {
  const { at, profile } = context;
  const root = uri?.slice(0, -"SKILL.md".length);
  const seen = new Set<string>();
  let bytes = 0;
  for (const item of resources.items) {
    if (item.kind !== "map") {
      at(entryRules["mcp-manifest-invalid"], item.span, { found: describeJson(item) });
      continue;
    }
    const resource = checkResourceUri(item, root, context);
    if (resource !== undefined) {
      if (seen.has(resource.uri)) at(entryRules["mcp-manifest-duplicate"], resource.span, { uri: resource.uri });
      seen.add(resource.uri);
    }
    bytes += checkFigures(item, resource?.uri ?? "", context);
  }
  if (uri !== undefined && !seen.has(uri)) at(entryRules["mcp-manifest-incomplete"], resources.span, { uri });
  const { files, bytes: limit } = profile.limits ?? {};
  if (files !== undefined && resources.items.length > files)
    at(sizeRules["mcp-too-many-files"], resources.span, { files: resources.items.length, limit: files });
  if (limit !== undefined && bytes > limit) at(sizeRules["mcp-too-large"], resources.span, { bytes, limit });
}

function checkResourceUri(
  item: MapNode,
  root: string | undefined,
  { at }: EntryContext,
): { uri: string; span: TextSpan | undefined } | undefined {
  const given = textAt(item, "uri");
  const { text = "", span = item.span } = given ?? {};
  const fault =
    given === undefined
      ? "is missing"
      : /[?#]/.test(text)
        ? "has a query or a fragment"
        : canonicalUri(text) === undefined
          ? "is not a valid URI"
          : undefined;
  if (fault !== undefined) {
    at(entryRules["mcp-manifest-uri"], span, { uri: text, fault });
    return undefined;
  }
  const uri = canonicalUri(text) as string;
  if (root !== undefined && !uri.startsWith(root)) at(entryRules["mcp-manifest-escape"], span, { uri: text, root });
  else if (uri !== text) at(entryRules["mcp-uri-not-canonical"], span, { uri: text, canonical: uri });
  return { uri, span };
}

/** Returns the size, or 0 if there is none. */
function checkFigures(item: MapNode, uri: string, { at }: EntryContext): number {
  const digest = findEntry(item, "digest")?.value;
  const written = textAt(item, "digest")?.text;
  if (digest === undefined) at(entryRules["mcp-digest-missing"], item.span, { uri });
  else if (written === undefined || !DIGEST.test(written))
    at(entryRules["mcp-digest-format"], digest.span, { digest: written ?? describeJson(digest) });
  const size = findEntry(item, "size")?.value;
  if (size === undefined) {
    at(entryRules["mcp-size-missing"], item.span, { uri });
    return 0;
  }
  const value = size.kind === "scalar" ? size.value : undefined;
  if (typeof value === "number" && Number.isSafeInteger(value) && value >= 0) return value;
  at(entryRules["mcp-size-invalid"], size.span, { uri, size: describeJson(size) });
  return 0;
}
