import { findEntry, type FieldNode, type MapNode } from "../../model/fields.ts";
import { joinPath } from "../../paths/index.ts";
import { nearestNames } from "../../runtime/access.ts";
import type { TextSpan } from "../../model/source.ts";
import { describeJson, textAt } from "../entries/entry-context.ts";
import {
  fieldOfType,
  idFault,
  planJsonText,
  readManifest,
  type ManifestContext,
  type ReportManifest,
} from "./manifest-text.ts";
import { CODEX_POLICIES } from "./plugin-fields.ts";
import { pathFault, straightPath } from "./plugin.ts";
import { manifestRules } from "./rules.ts";

/** `copilot` needs no `./` before a path. */
export type MarketplaceKind = "claude" | "codex" | "copilot";

export interface LocalPlugin {
  /** Relative to the root of the marketplace: `plugins/ship`, or `.`. */
  readonly dir: string;
  readonly entry: MapNode;
}

/** Returns the local plugins. */
export function checkMarketplace(context: ManifestContext, kind: MarketplaceKind): readonly LocalPlugin[] {
  const refuse: ReportManifest = (span, { detail, fix }, fixes) =>
    context.at(manifestRules["marketplace-invalid"], span, { detail, fix }, { fixes });
  const map = readManifest(context.source, refuse);
  if (map === undefined) return [];
  const start = map.span && { start: map.span.start, end: map.span.start + 1 };
  checkName(map, { what: "the marketplace", start, refuse });
  if (kind !== "codex") checkOwner(map, start, refuse);
  const plugins = findEntry(map, "plugins")?.value;
  if (plugins?.kind !== "list") {
    const detail =
      plugins === undefined
        ? "the marketplace has no plugins"
        : `plugins must be a list, but it is ${describeJson(plugins)}`;
    refuse(plugins?.span ?? start, { detail, fix: 'write "plugins": [ … ]' });
    return [];
  }
  const metadata = findEntry(map, "metadata")?.value;
  const root = metadata?.kind === "map" ? textAt(metadata, "pluginRoot")?.text : undefined;
  const names = new Set<string>();
  return plugins.items.flatMap((entry) => checkEntry(entry, { kind, root, names, context, refuse }));
}

function checkName(
  map: MapNode,
  { what, start, refuse }: { what: string; start: TextSpan | undefined; refuse: ReportManifest },
): string | undefined {
  const name = findEntry(map, "name")?.value;
  if (name === undefined) refuse(start, { detail: `${what} has no name`, fix: 'add "name"' });
  const text = fieldOfType(map, "name", "text", { refuse, inside: what === "the marketplace" ? "" : "plugin" });
  if (text?.kind !== "scalar") return undefined;
  const fault = idFault(text.source);
  if (fault !== undefined)
    refuse(text.span, {
      detail: `the name ${JSON.stringify(text.source)} ${fault}`,
      fix: "write a name of a-z, 0-9 and hyphens",
    });
  return text.source;
}

function checkOwner(map: MapNode, start: TextSpan | undefined, refuse: ReportManifest): void {
  if (findEntry(map, "owner") === undefined)
    return refuse(start, { detail: "the marketplace has no owner", fix: 'add "owner": { "name": "…" }' });
  const owner = fieldOfType(map, "owner", "object", { refuse });
  if (owner?.kind !== "map") return;
  if (findEntry(owner, "name") === undefined)
    refuse(owner.span, { detail: "owner has no name", fix: 'add "name" to owner' });
  else fieldOfType(owner, "name", "text", { refuse, inside: "owner" });
}

interface EntryChecks {
  readonly kind: MarketplaceKind;
  readonly root: string | undefined;
  readonly names: Set<string>;
  readonly context: ManifestContext;
  readonly refuse: ReportManifest;
}

function checkEntry(entry: FieldNode, checks: EntryChecks): readonly LocalPlugin[] {
  const { kind, names, context, refuse } = checks;
  if (entry.kind !== "map") {
    refuse(entry.span, {
      detail: `a plugin must be an object, but it is ${describeJson(entry)}`,
      fix: "write { name, source }",
    });
    return [];
  }
  const start = entry.span && { start: entry.span.start, end: entry.span.start + 1 };
  const name = checkName(entry, { what: "the plugin", start, refuse });
  if (name !== undefined && names.has(name))
    context.at(manifestRules["marketplace-name-duplicate"], textAt(entry, "name")?.span, { name });
  if (name !== undefined) names.add(name);
  if (kind === "codex") checkPolicy(entry, context);
  const source = findEntry(entry, "source")?.value;
  if (source === undefined) {
    refuse(start, { detail: "the plugin has no source", fix: 'add "source": "./plugins/<name>"' });
    return [];
  }
  const path = localPath(source, checks);
  if (path === undefined) return [];
  const dir = joinPath(".", path.text);
  if (context.exists?.(dir) === false) {
    context.at(manifestRules["marketplace-source-missing"], path.span, { path: dir });
    return [];
  }
  return [{ dir, entry }];
}

/** Sources outside the repository, with the fields that locate them (Claude Code 2.1.330, Codex 0.169.0). */
const REMOTE: ReadonlySet<string> = new Set(["github", "url", "git", "git-subdir", "npm", "pip"]);

/** Undefined for a remote plugin, and for one that is reported. */
function localPath(
  source: FieldNode,
  { kind, root, refuse }: EntryChecks,
): { readonly text: string; readonly span: TextSpan | undefined } | undefined {
  if (source.kind === "scalar" && typeof source.value === "string") {
    const text = source.value;
    const isBare = kind === "copilot" || root !== undefined;
    const fault = isBare && straightPath(text) !== "" ? undefined : pathFault(text);
    if (fault === undefined)
      return { text: root === undefined || text.startsWith("./") ? text : joinPath(root, text), span: source.span };
    const right = straightPath(text);
    refuse(
      source.span,
      {
        detail: `the source ${JSON.stringify(text)} ${fault}`,
        fix: "write the path from the root of the repository, with ./",
      },
      right === "" || right === text ? [] : planJsonText(source.span, right, "safe"),
    );
    return undefined;
  }
  const type = source.kind === "map" ? textAt(source, "source") : undefined;
  if (source.kind !== "map" || type === undefined) {
    refuse(source.span, {
      detail: `the source of a plugin cannot be ${describeJson(source)}`,
      fix: 'write "./plugins/<name>"',
    });
    return undefined;
  }
  if (REMOTE.has(type.text)) return undefined;
  const path = textAt(source, "path");
  if (kind !== "codex" || type.text !== "local" || path === undefined) {
    const fix =
      kind === "codex" ? 'write { "source": "local", "path": "./plugins/<name>" }' : 'write "./plugins/<name>"';
    refuse(type.span, { detail: `unknown source ${JSON.stringify(type.text)} of a plugin`, fix });
    return undefined;
  }
  const fault = pathFault(path.text);
  if (fault === undefined) return path;
  const right = straightPath(path.text);
  refuse(
    path.span,
    {
      detail: `the path ${JSON.stringify(path.text)} ${fault}`,
      fix: "write the path from the root of the repository, with ./",
    },
    right === path.text ? [] : planJsonText(path.span, right, "safe"),
  );
  return undefined;
}

function checkPolicy(entry: MapNode, { at }: ManifestContext): void {
  const policy = findEntry(entry, "policy")?.value;
  if (policy?.kind !== "map") return;
  for (const [field, known] of Object.entries(CODEX_POLICIES)) {
    const value = findEntry(policy, field)?.value;
    const text = textAt(policy, field)?.text;
    if (value === undefined || (text !== undefined && known.includes(text))) continue;
    const nearest = nearestNames((text ?? "").toUpperCase(), known)[0] ?? "";
    const args = { field, value: describeJson(value), known: known.join(" or "), nearest };
    at(manifestRules["codex-policy-invalid"], value.span, args, { fixes: planJsonText(value.span, nearest, "unsafe") });
  }
}
