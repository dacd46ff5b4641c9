/** The target `well-known`: what a site publishes so that clients find and install its skills. */
import { createFindings } from "../../diagnostics/index.ts";
import { isFailure } from "../../model/host.ts";
import type { ContentFailure, OutputFile } from "../../model/output.ts";
import type { WellKnownOptions } from "../../model/package.ts";
import { archiveFile } from "../archive/archive-file.ts";
import { createArtifact } from "../archive/artifact.ts";
import { checkIncluded, includedFiles } from "../package/included-files.ts";
import { planSkills } from "../package/plan.ts";
import type { PlannedSkill, SkillForm } from "../package/planning.ts";
import { reportPlan } from "../package/report-plan.ts";
import { listFile } from "../package/json-list.ts";
import { packagePaths, skillFiles, type PackageWriting } from "../package/skill-files.ts";
import type { Target, TargetFormat, TargetPlace } from "../target.ts";
import { checkSite } from "./check-site.ts";
import {
  ardFiles,
  LEGACY_DIR,
  legacyIndex,
  SITE_DIR,
  siteIndex,
  type ListFile,
  type PublishedSkill,
} from "./index-files.ts";
import { queriesOf } from "./queries.ts";
import { readAddress } from "./site-address.ts";

const format: TargetFormat = {
  version: 1,
  status: "experimental",
  source: "agent-skills-discovery 0.2.0 (1bd1167); ARD v0.91",
};

export const wellKnownTarget: Target<WellKnownOptions, "well-known"> = {
  name: "well-known",
  format,
  writes: ".well-known/agent-skills/, .well-known/skills/",
  about: "How the skills of a site are written.",
  options: {
    baseUrl: {
      text: {},
      about:
        "Address of the site, with a path if it is below one: `https://acme.example/docs`. `ard` needs it. Default: none; addresses in the index begin with `/.well-known`.",
    },
    legacy: {
      values: [true, false],
      about:
        "Also write the index of version 0.1.0 and plain files to `.well-known/skills/`, which OpenCode reads. Default: `true`.",
    },
    archive: {
      values: ["tar.gz", "zip"],
      about: "Form of skills that have files besides SKILL.md. Default: `tar.gz`.",
    },
    ard: {
      values: [false, true],
      about:
        "Also write `.well-known/ard.json` and `ai-catalog.json`, by which services find skills. Default: `false`.",
    },
  },
  isPackage: true,
  statesIdentity: true,
  placement: () => ({ manifestDir: SITE_DIR.slice(0, -1), isInPlace: false, isApart: true }),
  contains: ({ skills }, _options, place) => planSkills(skills, FORM, place).skills.map(({ skill }) => skill),
  check(linked, options, place) {
    const findings = createFindings();
    const plan = planSkills(linked.skills, FORM, place);
    const { skills } = plan;
    reportPlan(plan, FORM, place, findings);
    checkSite(skills, options, place, findings);
    checkIncluded(writtenPaths(skills, options), place, findings);
    return findings;
  },
  *emit(linked, options, contents, place) {
    const writing: PackageWriting = { format, frontmatter: "verbatim", contents, place };
    const published: PublishedSkill[] = [];
    const failures: ContentFailure[] = [];
    for (const skill of planSkills(linked.skills, FORM, place).skills) {
      const files = [...skillFiles(skill, SITE_DIR, writing)];
      const artifact = createArtifact(artifactOf(skill, files, options, writing), contents);
      yield artifact.file;
      if (options.legacy) yield* skillFiles(skill, LEGACY_DIR, writing);
      const digest = artifact.digest();
      if (isFailure(digest)) failures.push(digest);
      else published.push(toPublished(skill, { files, digest, path: artifact.file.path }, options, place));
    }
    yield* includedFiles(writing);
    // Clients read a list first: what it names is there before.
    for (const { path, list } of listFiles(published, options, place))
      yield { ...listFile(path, list, writing), kind: "index", ...(failures.length > 0 && { chunks: () => failures }) };
  },
};

/** agent-skills-discovery 0.2.0: the name is part of an address. */
const NAME = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

const FORM: SkillForm = {
  target: "well-known",
  frontmatter: "verbatim",
  profile: "discovery",
  nameFault: (name) => (NAME.test(name) ? undefined : "the index of a site takes a-z, 0-9 and single hyphens only"),
  isArchive: true,
};

/** A skill without other files is published as its SKILL.md, any other one as an archive. */
function artifactOf(
  { name }: PlannedSkill,
  files: readonly OutputFile[],
  { archive }: WellKnownOptions,
  writing: PackageWriting,
): OutputFile {
  const [document] = files;
  if (files.length === 1 && document !== undefined) return document;
  const start = `${SITE_DIR}${name}/`.length;
  const pathOf = (path: string): string => path.slice(start);
  return archiveFile({ path: `${SITE_DIR}${name}.${archive}`, form: archive, files, pathOf }, writing);
}

function toPublished(
  { skill, name }: PlannedSkill,
  { files, digest, path }: { readonly files: readonly OutputFile[] } & Pick<PublishedSkill, "digest" | "path">,
  { ard }: WellKnownOptions,
  place: TargetPlace,
): PublishedSkill {
  const start = `${SITE_DIR}${name}/`.length;
  return {
    name,
    entry: skill.entry,
    path,
    digest,
    files: files.map((file) => file.path.slice(start)),
    queries: ard ? queriesOf(skill, place) : undefined,
  };
}

function* listFiles(
  skills: readonly PublishedSkill[],
  { baseUrl = "", legacy, ard }: WellKnownOptions,
  place: TargetPlace,
): Generator<ListFile> {
  const address = readAddress(baseUrl);
  if (legacy) yield legacyIndex(skills);
  if (ard && address !== undefined) yield* ardFiles(skills, address, place.package);
  yield siteIndex(skills, address?.path ?? "");
}

/** All paths that skills can need: an archive is in none of the places of files. */
function* writtenPaths(skills: readonly PlannedSkill[], { archive, legacy, ard }: WellKnownOptions): Generator<string> {
  yield `${SITE_DIR}index.json`;
  if (ard) yield* [".well-known/ard.json", ".well-known/ai-catalog.json"];
  for (const { name } of skills) yield* [`${SITE_DIR}${name}/SKILL.md`, `${SITE_DIR}${name}.${archive}`];
  if (!legacy) return;
  yield `${LEGACY_DIR}index.json`;
  yield* packagePaths(skills, LEGACY_DIR);
}
