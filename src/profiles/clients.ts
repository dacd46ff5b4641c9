import { deriveProfile } from "./derive.ts";
import type { Profile } from "../model/profile.ts";
import { lenient, portable, ran, standard, strictNaming, unreadable, jsYaml, bunYaml } from "./standards.ts";

const claudeCode = deriveProfile(lenient, {
  name: "claude-code",
  label: "Claude Code",
  source: "Claude Code 2.1.330 and its changelog",
  ...ran,
  directories: [".claude/skills"],
  reads: "claude-code",
  // The listing shows this many characters of description and when_to_use.
  description: { ...lenient.description, missing: "first-text", maxLength: 1536 },
  documentBytes: 1_000_000,
  scalars: "typed",
  // `claude plugin validate` fails on invalid YAML, although the client repairs it.
  frontmatter: {
    lineEnds: "lf-or-crlf",
    opening: "white",
    closing: "anywhere",
    tabs: "indent",
    controlCharacters: "refuse-nul",
    yaml: bunYaml,
    repairs: "unquoted",
    repaired: "yaml-invalid",
  },
});

/** Readers that count lines as other programs do. */
const read = { lineEnds: "lf-or-crlf" } as const;

const codex = deriveProfile(lenient, {
  name: "codex",
  label: "OpenAI Codex",
  source: "Codex 0.169.0",
  ...ran,
  directories: [".agents/skills"],
  discovery: { dotDirectories: "skip" },
  frontmatter: {
    ...read,
    opening: "trimmed",
    closing: "trimmed",
    yaml: { ...jsYaml, accepted: ["quote-at-edge"] },
    repairs: "texts",
    byteOrderMark: "refuse",
    controlCharacters: "refuse-breaks",
  },
  scalars: "one-line",
  refuses: [
    ...unreadable,
    "yaml-duplicate-key: other",
    "name-not-string: other",
    "name-too-long",
    "description-missing",
    "description-empty",
    "description-not-string: other",
  ],
  kinds: { metadata: ["mapping", "nothing"] },
  reads: "codex",
  listings: ["codex@272k"],
  openaiPolicy: "applied",
});

const cursor = deriveProfile(lenient, {
  name: "cursor",
  label: "Cursor",
  source: "Cursor documentation of skills",
  directories: [".cursor/skills", ".agents/skills"],
  reads: "cursor",
});

const vscode = deriveProfile(lenient, {
  name: "vscode",
  label: "VS Code and GitHub Copilot",
  source: "microsoft/vscode agent customisation reference",
  directories: [".github/skills", ".agents/skills", ".claude/skills"],
  reads: "vscode",
});

const copilot = deriveProfile(lenient, {
  name: "copilot",
  label: "GitHub Copilot CLI",
  source: "Copilot CLI 1.0.102",
  ...ran,
  directories: [".github/skills", ".agents/skills", ".claude/skills"],
  discovery: { dotDirectories: "skip" },
  frontmatter: {
    ...read,
    opening: "white",
    broken: "body",
    controlCharacters: "refuse-breaks",
    edges: "cut",
    yaml: { ...jsYaml, accepted: ["quote-at-edge", "open-block"] },
  },
  naming: { normalize: false, extra: "._: ", replaced: " ", start: "alphanumeric" },
  description: { missing: "first-lines", empty: "kept" },
  lengthUnit: "utf-16",
  documentBytes: 1_048_576,
  zeros: "text",
  refuses: [
    // A document that is only text is a body.
    ...unreadable.filter((rule) => rule !== "frontmatter-not-mapping" && rule !== "yaml-invalid"),
    "yaml-invalid: other",
    "yaml-duplicate-key",
    "name-empty",
    "name-not-string",
    "name-too-long",
    "name-bad-char",
    "name-non-ascii",
    "name-edge-hyphen: other",
    "description-empty: other",
    "description-not-string",
    "description-too-long",
    "argument-hint-not-string",
    "name-segment",
  ],
  kinds: {
    "allowed-tools": ["string", "texts"],
    "disable-model-invocation": ["boolean"],
    "user-invocable": ["boolean"],
  },
  reads: "vscode",
});

const gemini = deriveProfile(lenient, {
  name: "gemini",
  label: "Gemini CLI",
  source: "@google/gemini-cli-core 0.61.0",
  ...ran,
  directories: [".gemini/skills", ".agents/skills"],
  discovery: { dotDirectories: "skip" },
  frontmatter: {
    ...read,
    opening: "exact",
    closing: "start",
    broken: "lines",
    byteOrderMark: "refuse",
    controlCharacters: "refuse",
    yaml: jsYaml,
  },
  naming: { missing: "refuse", trim: false, replaced: ':\\/<>*?"|' },
  description: { missing: "refuse", empty: "kept" },
  scalars: "source",
  refuses: [...unreadable, "name-missing", "description-missing"],
  reads: "gemini",
  // It lists everything.
  listings: [],
});

const opencode = deriveProfile(lenient, {
  name: "opencode",
  label: "OpenCode",
  source: "OpenCode 1.18.33",
  ...ran,
  directories: [".opencode/skills", ".claude/skills", ".agents/skills"],
  discovery: { dotDirectories: "skip" },
  frontmatter: {
    ...read,
    closing: "start",
    end: "open",
    tabs: "indent",
    repairs: "colons",
    controlCharacters: "refuse",
    yaml: jsYaml,
  },
  naming: { missing: "refuse", trim: false },
  description: { missing: "empty", empty: "kept" },
  dates: "typed-numbers",
  refuses: [
    ...unreadable,
    "yaml-duplicate-key",
    "yaml-tag: other",
    "name-missing",
    "name-empty: other",
    "name-not-string",
    "description-empty: other",
    "description-not-string",
  ],
  reads: "opencode",
  listings: [],
});

const ohMyPi = deriveProfile(lenient, {
  name: "oh-my-pi",
  label: "oh-my-pi",
  source: "@oh-my-pi/pi-coding-agent 18.2.3",
  ...ran,
  directories: [".omp/skills", ".agents/skills", ".claude/skills"],
  discovery: { dotDirectories: "skip" },
  frontmatter: {
    opening: "four",
    closing: "start",
    tabs: "spaces",
    broken: "values",
    repairs: "spaced-colons",
    yaml: bunYaml,
  },
  description: { missing: "empty" },
  emptyText: "none",
  scalars: "strings",
  refuses: [...unreadable, "description-missing", "description-empty"],
  reads: "oh-my-pi",
  listings: [],
});

const eve = deriveProfile(lenient, {
  name: "eve",
  label: "eve",
  source: "eve 0.80.1",
  ...ran,
  directories: ["agent/skills"],
  discovery: { dotDirectories: "skip", documents: "any" },
  frontmatter: { ...read, opening: "white", broken: "refuse", controlCharacters: "refuse", yaml: jsYaml },
  naming: { reads: "directory", extra: "_", hyphens: "free", normalize: false, start: "alphanumeric" },
  description: { missing: "refuse", empty: "kept" },
  dates: "typed",
  refuses: [
    ...unreadable,
    "yaml-duplicate-key",
    "name-not-string",
    "name-too-long",
    "name-bad-char",
    "name-non-ascii",
    "name-segment",
    "description-missing",
    "description-empty: other",
    "description-not-string",
    "yaml-tag: other",
  ],
  kinds: { license: ["string", "null"], deferred: ["boolean", "null"] },
  reads: "eve",
  listings: [],
});

/** Clients that were not run: what their documentation says, and the directories of the skills CLI 1.7.4. */
const documented = (name: string, label: string, source: string, directories: readonly string[]): Profile =>
  deriveProfile(lenient, { name, label, source, read: "2026-11-24", directories, listings: [] });

const kiro = documented("kiro", "Kiro", "kiro.dev/docs/skills", [".kiro/skills"]);

const goose = documented("goose", "Goose", "block/goose documentation, using-skills.md", [
  ".goose/skills",
  ".agents/skills",
  ".claude/skills",
]);

const amp = documented("amp", "Amp", "skills CLI 1.7.4 docs/agents.md", [".agents/skills"]);

const antigravity = documented("antigravity", "Google Antigravity", "skills CLI 1.7.4 docs/agents.md", [
  ".agents/skills",
]);

const anthropicApi = deriveProfile(portable, {
  name: "anthropic-api",
  label: "upload to the Anthropic API",
  source: "@anthropic-ai/sdk 1.12.0, Anthropic platform documentation, anthropics/skills quick_validate.py (9d2f1ae)",
  limits: { bytes: 30_000_000, whose: "the Anthropic API", by: "upload" },
});

const openaiApi = deriveProfile(standard, {
  name: "openai-api",
  label: "upload to the OpenAI API",
  source: "openai 6.49 types, OpenAI guide to skills",
  naming: strictNaming,
  limits: { files: 500, bytes: 50_000_000, fileBytes: 25_000_000, whose: "the OpenAI API", by: "upload" },
});

export const clients: readonly Profile[] = [
  claudeCode,
  codex,
  cursor,
  vscode,
  copilot,
  gemini,
  opencode,
  ohMyPi,
  eve,
  kiro,
  goose,
  amp,
  antigravity,
  anthropicApi,
  openaiApi,
];
