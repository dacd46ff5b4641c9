/** The open standard: as used in practice (`standard`), strictly (`spec`), and profiles based on it. */
import { deriveProfile } from "./derive.ts";
import type { Profile } from "../model/profile.ts";

/**
 * Maximum length of a name in the standard, in code points (agentskills.io specification, 69ef37e).
 *
 * @example
 * const fits = [...name].length <= MAX_NAME_LENGTH;
 */
export const MAX_NAME_LENGTH = 64;

/**
 * Maximum length of a description in the standard, in code points.
 *
 * @example
 * const fits = [...description].length <= MAX_DESCRIPTION_LENGTH;
 */
export const MAX_DESCRIPTION_LENGTH = 1024;

const MAX_COMPATIBILITY_LENGTH = 500;

/** The default profile; every other profile lists its differences. */
export const standard: Profile = {
  name: "standard",
  label: "the open standard, fields of every listed client accepted",
  source: "agentskills.io specification (69ef37e)",
  read: "2026-11-21",
  proof: "documentation",
  refuses: [],
  onInvalid: "error",
  duplicates: "error",
  directories: [],
  discovery: {
    documents: "exact",
    dotDirectories: "enter",
    toolDirectories: "skip",
    copies: "merge",
    linkedDocuments: "as-configured",
    missingSource: "error",
    noSkills: "reported",
    linkedSource: "error",
    namespaces: "source",
    companions: "none",
  },
  frontmatter: {
    style: "lines",
    byteOrderMark: "accept",
    lineEnds: "any",
    controlCharacters: "accept",
    edges: "kept",
    opening: "line",
    closing: "line",
    end: "fence",
    tabs: "refuse",
    yaml: { refused: [], accepted: [] },
    broken: "refuse",
    repairs: "any",
    repaired: "yaml-repaired",
  },
  naming: {
    missing: "refuse",
    reads: "field",
    replaced: "",
    form: "checked",
    checks: "all",
    maxLength: MAX_NAME_LENGTH,
    trim: true,
    normalize: true,
    extra: "",
    hyphens: "single",
    start: "any",
    qualified: false,
  },
  description: { missing: "refuse", empty: "missing", maxLength: MAX_DESCRIPTION_LENGTH },
  lengthUnit: "code-points",
  maxCompatibilityLength: MAX_COMPATIBILITY_LENGTH,
  emptyText: "blank",
  nullWords: "empty",
  scalars: "as-written",
  zeros: "numbers",
  booleans: "words",
  fields: "open",
  forms: {},
  kinds: {},
  tools: "tokens",
  metadata: "any",
  dates: "text",
  body: "raw",
  runtime: { name: "standard" },
  evalFiles: "left-out",
  resources: "all",
  mounts: "normalised",
  markers: "cognesy",
  failedCommands: "error",
  outsideSources: "refuse",
  emptyMounts: "refuse",
  inlineTexts: "required",
  inlineSkills: "checked",
  listings: ["claude-code@200k"],
  openaiPolicy: "applied",
};

const spec = deriveProfile(standard, {
  name: "spec",
  label: "the strict text of the standard",
  source: "agentskills.io specification and skills-ref 0.1.0 (69ef37e)",
  fields: "closed",
  dates: "noted",
  nullWords: "text",
  frontmatter: { ...standard.frontmatter, byteOrderMark: "refuse", controlCharacters: "refuse" },
  discovery: { ...standard.discovery, documents: "lower-case-too" },
});

/** Of profiles whose clients were run and compared: docs/clients.md. */
export const ran = { read: "2026-11-24", proof: "run" } as const;

/** How js-yaml reads YAML: it is most often behind a loader in JavaScript. */
export const jsYaml: Profile["frontmatter"]["yaml"] = {
  refused: ["empty key"],
  accepted: ["long-key", "quote-at-edge"],
};

/** How Bun reads YAML, and js-yaml 5. */
export const bunYaml: Profile["frontmatter"]["yaml"] = { refused: ["indented colon"], accepted: ["long-key"] };

/** What no reader can use: a document that has no frontmatter for it. */
export const unreadable = [
  "yaml-invalid",
  "frontmatter-missing",
  "frontmatter-unterminated",
  "frontmatter-not-mapping",
  "frontmatter-too-large",
];

/** Common rules of MCP SDK, Claude Code, Microsoft, Google and Vercel: the name as written, in ASCII. */
export const strictNaming: Profile["naming"] = { ...standard.naming, trim: false, normalize: false };

/** What some YAML reader refuses. */
const YAML_OF_SOME = [
  "empty key",
  "end of a document",
  "mapping in braces",
  "indented mapping",
  "pair in brackets",
  "tag",
] as const;

export const portable = deriveProfile(standard, {
  name: "portable",
  levelsFrom: "spec",
  label: "passes every known client",
  source:
    "MCP SDK 2.4.0, Claude Code 2.1.330, Google ADK 2.0.0, Gemini CLI 0.61.0, TanStack Intent 0.4.0 and others of docs/clients.md",
  ...ran,
  who: "some client",
  fields: "closed",
  dates: "typed-noted",
  naming: strictNaming,
  frontmatter: {
    byteOrderMark: "refuse",
    controlCharacters: "refuse-breaks",
    lineEnds: "lf-or-crlf",
    opening: "exact",
    closing: "exact",
    end: "line",
    edges: "cut",
    yaml: { refused: YAML_OF_SOME, accepted: [] },
  },
  kinds: { license: ["string"], compatibility: ["string"], "allowed-tools": ["string"], metadata: ["mapping"] },
  documentBytes: 1_000_000,
  lengthUnit: "utf-16",
});

export const lenient = deriveProfile(standard, {
  name: "lenient",
  label: "warn and load, as the standard's guide for clients recommends",
  source: "agentskills.io guide for clients (07278fe)",
  duplicates: "first",
  naming: { ...standard.naming, missing: "directory" },
  description: { ...standard.description, missing: "first-line" },
  frontmatter: { ...standard.frontmatter, broken: "repair" },
});

const agentPlugins = deriveProfile(spec, {
  name: "agent-plugins",
  levelsFrom: "portable",
  label: "a plugin for Agent Plugins clients",
  source: "agentplugins/agent-plugins-spec 1.0.0 (bd38355)",
  // A source is the root of a plugin, its `skills/`, or a directory with plugins.
  discovery: { ...standard.discovery, places: ["*", "**/skills/*"] },
});

const mcp = deriveProfile(standard, {
  name: "mcp",
  label: "MCP Skills extension, as its TypeScript SDK reads skills",
  source: "ext-skills stable/skills.mdx (0682b7b), @modelcontextprotocol/server 2.4.0",
  ...ran,
  naming: strictNaming,
  emptyText: "none",
  frontmatter: {
    opening: "exact",
    lineEnds: "lf-or-crlf",
    yaml: {
      refused: ["empty key", "end of a document", "mapping in braces", "pair in brackets", "tag"],
      accepted: ["long-key"],
    },
  },
  refuses: ["yaml-tag", "metadata-not-indented"],
  limits: { files: 512, bytes: 16_777_216, whose: "the MCP Skills extension", by: "mcp" },
});

const discovery = deriveProfile(standard, {
  name: "discovery",
  label: "well-known discovery index",
  source: "cloudflare/agent-skills-discovery-rfc 0.2.0 (1bd1167), vercel skills CLI 1.5.18",
  naming: strictNaming,
});

export const standards: readonly Profile[] = [standard, spec, portable, agentPlugins, lenient, mcp, discovery];
