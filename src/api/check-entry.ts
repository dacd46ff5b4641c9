import { checkDiscoveryIndex, checkMcpEntry, createEntryContext, type EntryContext } from "../check/entries/index.ts";
import { entryRules } from "../check/entries/rules.ts";
import { checkManifest, manifestOf, type ManifestFileKind } from "../check/manifests/index.ts";
import { compareDiagnostics, createFindings, diagnose, judge, type Findings } from "../diagnostics/index.ts";
import type { Diagnostic } from "../model/diagnostic.ts";
import type { FieldNode } from "../model/fields.ts";
import { readJson } from "../model/json-text.ts";
import { createSourceText, type SourceText } from "../model/source.ts";
import { decodeUtf8, parseYamlDocument } from "../parse/index.ts";
import { behaviorOf, findProfile, levelChain, standardProfile } from "../profiles/index.ts";
import { ruleBook } from "../rules.ts";

/**
 * A file that distributes skills: an entry of the MCP Skills extension, a well-known discovery index, the manifest of a
 * plugin, a list of plugins for Claude Code (`marketplace`) or for Codex, or `agents/openai.yaml` of a skill.
 *
 * @example
 * const kind: EntryKind = path.endsWith("index.json") ? "discovery" : "mcp-entry";
 */
export type EntryKind = "mcp-entry" | "discovery" | "plugin" | "marketplace" | "codex-marketplace" | "openai-yaml";

/**
 * Options of `checkEntry`.
 *
 * @example
 * checkEntry(json, "discovery", { file: "public/.well-known/agent-skills/index.json" });
 */
export interface CheckEntryOptions {
  /**
   * Path for the diagnostics; default: where the file usually is. Of a plugin it also says which manifest it is:
   * `.claude-plugin/plugin.json`, `.codex-plugin/plugin.json`, or `plugin.json` of Agent Plugins.
   */
  readonly file?: string;
}

interface EntryCheck {
  readonly profile: string;
  /** Default path. */
  readonly file: string;
  readonly check: (source: SourceText, name: string, findings: Findings) => void;
}

const KINDS: Readonly<Record<EntryKind, EntryCheck>> = {
  "mcp-entry": { profile: "mcp", file: "entry.json", check: checkingEntry("entry-invalid", checkMcpEntry) },
  discovery: {
    profile: "discovery",
    file: "index.json",
    check: checkingEntry("discovery-index-invalid", checkDiscoveryIndex),
  },
  plugin: manifest("plugin.json"),
  marketplace: manifest(".claude-plugin/marketplace.json"),
  "codex-marketplace": manifest(".agents/plugins/marketplace.json"),
  "openai-yaml": manifest("agents/openai.yaml"),
};

/**
 * Checks one file that distributes skills.
 *
 * @param json The file as it is; bytes count as UTF-8.
 * @returns the findings with locations in the file; empty if it is valid. It never throws for bad input.
 * @example
 * checkEntry('{ "uri": "skill://pdf/SKILL.md", "frontmatter": { … }, "resources": "dynamic" }', "mcp-entry");
 * checkEntry('{ "name": "ship", "version": "1.0.0" }', "plugin", { file: ".claude-plugin/plugin.json" });
 */
export function checkEntry(
  json: string | Uint8Array,
  kind: EntryKind,
  options: CheckEntryOptions = {},
): readonly Diagnostic[] {
  const { profile, file, check } = KINDS[kind];
  const findings = createFindings();
  const text = typeof json === "string" ? json : decodeUtf8(json).text;
  check(createSourceText(options.file ?? file, text), profile, findings);
  const { judged } = judge([findings], { book: ruleBook, profiles: levelChain(profile) });
  return judged.map((one) => diagnose(one)).sort(compareDiagnostics);
}

function checkingEntry(
  rule: "entry-invalid" | "discovery-index-invalid",
  check: (root: FieldNode, context: EntryContext) => void,
): EntryCheck["check"] {
  return (source, profile, findings) => {
    const reading = readJson(source.text);
    const behavior = behaviorOf(findProfile(profile) ?? standardProfile);
    if ("fault" in reading) {
      const { message: detail, span } = reading.fault;
      findings.add(entryRules[rule], { file: source.file, source, span }, { detail });
    } else check(reading.node, createEntryContext(source, behavior, findings));
  };
}

function manifest(file: string): EntryCheck {
  // The path says which client reads a manifest, not what it is.
  const usual = manifestOf(file) as ManifestFileKind;
  return {
    profile: standardProfile.name,
    file,
    check(source, _profile, findings) {
      const own = manifestOf(source.file);
      const kind = own?.type === usual.type && !file.startsWith(".agents") ? own : usual;
      checkManifest(kind, { source, findings, parseYaml: parseYamlDocument });
    },
  };
}
