/**
 * The five systems. Each has two parts: the profile with the system's defects fixed, and what `compat: "exact"`
 * restores. A defect that would break containment or run something is never restored.
 */
import { deriveProfile } from "./derive.ts";
import type { Profile } from "./profile.ts";
import { lenient, standard } from "./standards.ts";

/** Source of the levels of the five systems: they have their own rules for names, and none for most of the standard. */
const SYSTEMS = "systems";

/** A system, and what `compat: "exact"` restores. */
export interface System {
  readonly profile: Profile;
  readonly exact: Partial<Profile>;
}

const promptkit = deriveProfile(standard, {
  name: "promptkit",
  levelsFrom: SYSTEMS,
  runtime: { name: "promptkit" },
  evalFiles: "shipped",
  reads: "promptkit",
  label: "AltairaLabs PromptKit",
  source: "AltairaLabs/PromptKit 1.5 (86d9f36)",
  directories: [".promptkit/skills"],
  duplicates: "first",
  frontmatter: { ...standard.frontmatter, style: "promptkit" },
  naming: { ...standard.naming, trim: false, normalize: false },
  lengthUnit: "utf-8-bytes",
  emptyText: "none",
  outsideSources: "as-written",
  emptyMounts: "absent",
  inlineTexts: "optional",
  tools: "items",
  metadata: "strings",
  body: "trimmed",
  discovery: { ...standard.discovery, copies: "keep" },
});

const skillkit = deriveProfile(standard, {
  name: "skillkit",
  levelsFrom: SYSTEMS,
  runtime: { name: "skillkit" },
  evalFiles: "shipped",
  reads: "skillkit",
  label: "SkillKit for Elixir",
  source: "paper-crow/skill_kit 0.3.0",
  onInvalid: "skip",
  duplicates: "first",
  discovery: {
    ...standard.discovery,
    places: [".", "*", "skills/*", "*/skills/*"],
    namespaces: "kit",
    companions: "kit",
  },
  frontmatter: { ...standard.frontmatter, style: "skillkit" },
  naming: {
    ...standard.naming,
    trim: false,
    normalize: false,
    maxLength: Infinity,
    extra: "_",
    hyphens: "free",
    start: "letter",
    qualified: true,
  },
  description: { ...standard.description, maxLength: Infinity },
  emptyText: "none",
  forms: { required_scope: "text-or-list" },
  markers: "skillkit",
  failedCommands: "marker",
  body: "trimmed",
});

const cognesy = deriveProfile(lenient, {
  name: "cognesy",
  levelsFrom: SYSTEMS,
  runtime: { name: "cognesy" },
  evalFiles: "shipped",
  reads: "cognesy",
  label: "instructor-php agents (cognesy)",
  source: "cognesy/instructor-php 2.7 (05e240c)",
  onInvalid: "body",
  duplicates: "first",
  discovery: { ...standard.discovery, places: ["*"], dotDirectories: "skip", missingSource: "empty" },
  frontmatter: { ...lenient.frontmatter, style: "cognesy", broken: "body" },
  naming: { ...lenient.naming, form: "free", maxLength: Infinity },
  description: { missing: "empty", maxLength: Infinity },
  body: "php-trimmed",
  resources: "conventional-directories",
  failedCommands: "marker",
});

const carnet = deriveProfile(standard, {
  name: "carnet",
  levelsFrom: SYSTEMS,
  runtime: { name: "carnet" },
  evalFiles: "shipped",
  reads: "carnet",
  label: "Carnet",
  source: "upstart-gg/carnet 0.3.1 (2567ec9)",
  duplicates: "last",
  discovery: { ...standard.discovery, companions: "carnet" },
  frontmatter: { ...standard.frontmatter, style: "gray-matter" },
  naming: { ...standard.naming, form: "free", maxLength: Infinity },
  description: { ...standard.description, maxLength: Infinity },
  emptyText: "none",
  forms: { toolsets: "list" },
});

const fizeau = deriveProfile(standard, {
  name: "fizeau",
  levelsFrom: SYSTEMS,
  runtime: { name: "fizeau" },
  evalFiles: "shipped",
  reads: "fizeau",
  label: "fizeau",
  source: "DocumentDrivenDX/fizeau (40c5732)",
  directories: [".fizeau/skills"],
  directoryVariable: "FIZEAU_SKILLS_DIR",
  onInvalid: "skip",
  duplicates: "last",
  discovery: { ...standard.discovery, documents: "any", missingSource: "empty", noSkills: "accepted" },
  frontmatter: { ...standard.frontmatter, style: "fizeau" },
  naming: { ...standard.naming, trim: false, normalize: false, extra: "_", hyphens: "free" },
  lengthUnit: "utf-8-bytes",
  emptyText: "none",
  forms: { tags: "list", version: "scalar" },
});

const originals: readonly System[] = [
  {
    profile: promptkit,
    exact: {
      discovery: { ...promptkit.discovery, toolDirectories: "enter", linkedDocuments: "read", linkedSource: "empty" },
      mounts: "as-written",
      inlineTexts: "required",
      inlineSkills: "unchecked",
    },
  },
  { profile: skillkit, exact: { frontmatter: { ...skillkit.frontmatter, lineEnds: "lf" } } },
  { profile: cognesy, exact: { scalars: "php", booleans: "php", tools: "cognesy" } },
  { profile: carnet, exact: {} },
  { profile: fizeau, exact: { discovery: { ...fizeau.discovery, toolDirectories: "enter" } } },
];

export const systems: readonly System[] = originals.map(({ profile, exact }) => ({
  profile,
  exact: { ...exact, runtime: { ...profile.runtime, compat: "exact" } },
}));
