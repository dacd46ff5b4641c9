/** Agent frameworks and tools that read skills from a directory, as their own loaders do. */
import { deriveProfile } from "./derive.ts";
import type { Profile } from "../model/profile.ts";
import { bunYaml, jsYaml, lenient, ran, unreadable } from "./standards.ts";

/** What a reader refuses that finds the name and the description in a mapping, and repairs nothing. */
const strict = [
  ...unreadable,
  "yaml-duplicate-key",
  "name-missing",
  "name-empty",
  "description-missing",
  "description-empty",
];

/** Readers that use js-yaml refuse a tag that is not one of YAML. */
const unknownTag = "yaml-tag: other";

/** Names in the form of the standard, equal to their directory. */
const formed = [
  "name-too-long",
  "name-bad-char",
  "name-not-lowercase",
  "name-edge-hyphen",
  "name-double-hyphen",
  "name-dir-mismatch",
];

const texts = ["name-not-string", "description-not-string"];

const loaded = { ...ran, listings: [] } as const;

/** How nearly all of them cut: the frontmatter is read without the line end before the closing hyphens. */
const cut = { broken: "refuse", edges: "cut", lineEnds: "lf-or-crlf" } as const;

const skillsRef = deriveProfile(lenient, {
  name: "skills-ref",
  label: "skills-ref, the reference library of the standard",
  source: "skills-ref 0.1.5",
  ...loaded,
  discovery: { documents: "lower-case-too" },
  frontmatter: {
    opening: "start",
    closing: "anywhere",
    broken: "refuse",
    byteOrderMark: "refuse",
    controlCharacters: "refuse",
    yaml: jsYaml,
  },
  lengthUnit: "utf-16",
  dates: "typed",
  fields: "closed",
  kinds: { compatibility: ["string"] },
  refuses: [
    ...strict,
    ...formed,
    ...texts,
    "description-too-long",
    "compatibility-too-long",
    "unknown-field",
    "metadata-not-indented",
    unknownTag,
  ],
});

const skillsCli = deriveProfile(lenient, {
  name: "skills-cli",
  reads: "skills-cli",
  label: "skills CLI",
  source: "skills 1.7.4",
  ...loaded,
  frontmatter: { ...cut, opening: "exact", closing: "start" },
  naming: { form: "free", trim: false },
  emptyText: "none",
  refuses: [...strict, ...texts],
});

const intent = deriveProfile(lenient, {
  name: "intent",
  label: "TanStack Intent",
  source: "@tanstack/intent 0.4.0, intent validate",
  ...loaded,
  frontmatter: { ...cut, opening: "exact", closing: "exact", end: "line", byteOrderMark: "refuse" },
  naming: { trim: false, normalize: false, checks: "strings" },
  lengthUnit: "utf-16",
  emptyText: "none",
  reads: "intent",
  fields: "no-scalars",
  kinds: { metadata: ["strings"] },
  refuses: [
    ...strict,
    ...formed,
    "name-non-ascii",
    "name-padded",
    "description-too-long",
    "unknown-field",
    "metadata-not-indented",
    "body-too-many-lines",
  ],
});

const deepagents = deriveProfile(lenient, {
  name: "deepagents",
  label: "deepagents",
  source: "deepagents 1.14.1",
  ...loaded,
  directories: [".deepagents/skills"],
  frontmatter: {
    ...cut,
    opening: "white",
    edges: "cut-lf",
    byteOrderMark: "refuse",
    end: "line",
    yaml: { refused: [], accepted: ["lone-cr"] },
  },
  naming: { form: "free", trim: false },
  scalars: "javascript",
  emptyText: "none",
  reads: "deepagents",
  refuses: strict,
});

const flue = deriveProfile(lenient, {
  name: "flue",
  reads: "flue",
  label: "Flue",
  source: "@flue/runtime 2.1.0",
  ...loaded,
  frontmatter: { ...cut, opening: "white", controlCharacters: "refuse", yaml: bunYaml },
  naming: { normalize: false },
  scalars: "failsafe",
  nullWords: "text",
  kinds: {
    license: ["string"],
    compatibility: ["string"],
    metadata: ["strings"],
    "allowed-tools": ["string"],
  },
  refuses: [
    ...strict,
    ...formed,
    "name-non-ascii",
    "name-not-string: other",
    "description-not-string: other",
    "description-too-long",
    "compatibility-too-long",
    unknownTag,
  ],
});

const cloudflareAgents = deriveProfile(lenient, {
  name: "cloudflare-agents",
  reads: "cloudflare-agents",
  label: "Cloudflare Agents",
  source: "agents 0.32.0",
  ...loaded,
  frontmatter: { ...cut, broken: "repair", repairs: "spaced-colons" },
  naming: { form: "segment", missing: "directory" },
  refuses: [
    ...unreadable,
    "yaml-duplicate-key",
    "name-empty: plain",
    "name-bad-char",
    "description-missing",
    "description-empty",
    ...texts,
  ],
});

const mastra = deriveProfile(lenient, {
  name: "mastra",
  reads: "mastra",
  label: "Mastra",
  source: "@mastra/core 1.71.0",
  ...loaded,
  frontmatter: {
    ...cut,
    edges: "kept",
    closing: "start",
    end: "open",
    tabs: "indent",
    controlCharacters: "refuse",
    yaml: jsYaml,
  },
  naming: { trim: false, normalize: false },
  dates: "typed-numbers",
  lengthUnit: "utf-16",
  kinds: {
    license: ["string", "null"],
    metadata: ["mapping", "null"],
    "user-invocable": ["boolean"],
  },
  refuses: [...strict, ...formed, ...texts, "name-non-ascii", "name-padded", "description-too-long", unknownTag],
});

const adk = deriveProfile(lenient, {
  name: "adk",
  label: "Google ADK",
  source: "@google/adk 2.0.0",
  ...loaded,
  discovery: { documents: "any" },
  frontmatter: {
    opening: "start",
    closing: "anywhere",
    broken: "refuse",
    controlCharacters: "refuse",
    byteOrderMark: "refuse",
    yaml: jsYaml,
  },
  naming: { trim: false, normalize: false, extra: "_", hyphens: "unmixed" },
  emptyText: "none",
  dates: "typed",
  reads: "adk",
  kinds: {
    license: ["string"],
    compatibility: ["string"],
    "allowed-tools": ["string"],
    metadata: ["mapping"],
    "metadata.adk_additional_tools": ["texts"],
  },
  refuses: [
    ...strict,
    ...formed,
    ...texts,
    "name-non-ascii",
    "name-padded",
    "description-too-long",
    "compatibility-too-long",
    unknownTag,
  ],
});

const strands = deriveProfile(lenient, {
  name: "strands",
  reads: "strands",
  label: "Strands Agents",
  source: "@strands-agents/sdk 1.19.0",
  ...loaded,
  discovery: { documents: "lower-case-too" },
  frontmatter: { lineEnds: "lf-or-crlf", opening: "blank", repairs: "all-colons", edges: "trimmed" },
  naming: { form: "free", trim: false },
  emptyText: "none",
  refuses: [...strict, ...texts],
});

/** In alphabetical order of what they are called, after the reference library. */
export const frameworks: readonly Profile[] = [
  skillsRef,
  skillsCli,
  intent,
  deepagents,
  flue,
  cloudflareAgents,
  mastra,
  adk,
  strands,
];
