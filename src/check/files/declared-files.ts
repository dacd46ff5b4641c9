/** The Carnet `files:` list: paths with descriptions, each of which must exist. */
import type { FieldEntry, FieldNode } from "../../model/fields.ts";
import { findEntry } from "../../model/fields.ts";
import { normalizePath } from "../../paths/index.ts";
import { isReadBy } from "../../profiles/index.ts";
import { nearestNames } from "../../runtime/access.ts";
import { describeValue, isBlank, scalarText, type FieldContext } from "../context.ts";
import { planText } from "../field-fixes.ts";
import { fileRules } from "./rules.ts";

/** Returns descriptions by path; undefined if it is not such a list. */
export function checkDeclaredFiles(
  context: FieldContext,
  { value }: FieldEntry,
): ReadonlyMap<string, string> | undefined {
  const { at } = context;
  if (value.kind !== "list") {
    at(fileRules["files-invalid"], value.span, { found: `is ${describeValue(value)}` });
    return undefined;
  }
  const declared = new Map<string, string>();
  for (const item of value.items) {
    const path = readPath(item);
    if (path === undefined) at(fileRules["files-invalid"], item.span, { found: `contains ${describeEntry(item)}` });
    else {
      if (path.description.trim() === "")
        at(fileRules["files-description-missing"], path.node.span, { path: path.text });
      if (isDeclarable(context, path.text, path.node)) declared.set(path.text, path.description);
    }
  }
  return declared;
}

function describeEntry(item: FieldNode): string {
  if (item.kind === "map") return "an entry without a path";
  return item.kind === "list" ? "a list" : "an empty entry";
}

function readPath(item: FieldNode): { text: string; description: string; node: FieldNode } | undefined {
  if (item.kind === "scalar" && !isBlank(item)) return { text: item.source, description: "", node: item };
  if (item.kind !== "map") return undefined;
  const path = findEntry(item, "path")?.value;
  const text = path === undefined || isBlank(path) ? undefined : scalarText(path);
  if (path === undefined || text === undefined) return undefined;
  const description = findEntry(item, "description")?.value;
  return { text, description: (description && scalarText(description)) ?? "", node: path };
}

function isDeclarable({ skill, document, profile, at }: FieldContext, path: string, node: FieldNode): boolean {
  // A pattern is the usage of another tool; Carnet has none.
  const isRead = profile.reads !== undefined && isReadBy(profile.reads, "files");
  if (!isRead && /[*?[\]{}]/.test(path)) return false;
  const normal = normalizePath(path);
  if (normal !== path || path.startsWith("/") || path === ".." || path.startsWith("../")) {
    const fixed = normal.startsWith("/") || normal === ".." || normal.startsWith("../") ? "" : normal;
    at(
      fileRules["files-path-invalid"],
      node.span,
      { path, fixed },
      {
        fixes:
          fixed === "" ? [] : planText(document, node, { text: fixed, title: `write ${fixed}`, applicability: "safe" }),
      },
    );
    return false;
  }
  const paths = skill.files;
  if (paths.includes(path)) return true;
  at(fileRules["files-missing"], node.span, { path, nearest: nearestNames(path, paths)[0] ?? "" });
  return false;
}
