/** Clients that read skills from disk, and services that accept uploads of them. */
import { deriveProfile } from "./derive.ts";
import type { Profile } from "../model/profile.ts";
import { lenient, portable, standard, strictNaming } from "./standards.ts";

const claudeCode = deriveProfile(lenient, {
  name: "claude-code",
  label: "Claude Code",
  source: "Claude Code 2.1.330 and its changelog",
  directories: [".claude/skills"],
  reads: "claude-code",
  // The listing shows this many characters of description and when_to_use.
  description: { ...lenient.description, maxLength: 1536 },
  // `claude plugin validate` fails on invalid YAML, although the client repairs it.
  frontmatter: { ...lenient.frontmatter, repaired: "yaml-invalid" },
});

const codex = deriveProfile(lenient, {
  name: "codex",
  label: "OpenAI Codex",
  source: "openai/codex core-skills (033d1d0)",
  directories: [".agents/skills"],
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
  directories: [".github/skills", ".agents/skills", ".claude/skills"],
  reads: "vscode",
});

const gemini = deriveProfile(lenient, {
  name: "gemini",
  label: "Gemini CLI",
  source: "google-gemini/gemini-cli (5411f11)",
  directories: [".gemini/skills", ".agents/skills"],
  reads: "gemini",
  // It lists everything.
  listings: [],
});

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
  anthropicApi,
  openaiApi,
];
