import { DISCOVERY_SCHEMA } from "../../model/discovery-schema.ts";
import type { PackageIdentity } from "../../model/package.ts";
import type { CatalogSkill } from "../../runtime/catalog/catalog.ts";
import type { ArtifactDigest } from "../archive/artifact.ts";
import type { JsonList } from "../package/json-list.ts";
import type { SiteAddress } from "./site-address.ts";

/** Directory of the index, below the root of the site. */
export const SITE_DIR = ".well-known/agent-skills/";
/** That of version 0.1.0, with plain files. */
export const LEGACY_DIR = ".well-known/skills/";

/** The longest description of the format, in characters. */
export const LONGEST_DESCRIPTION = 1024;

export interface PublishedSkill {
  readonly name: string;
  readonly entry: CatalogSkill;
  /** Path of its artifact below the root of the site. */
  readonly path: string;
  readonly digest: ArtifactDigest;
  /** Paths of its files below its directory, SKILL.md first. */
  readonly files: readonly string[];
  readonly queries: readonly string[] | undefined;
}

export interface ListFile {
  readonly path: string;
  readonly list: JsonList;
}

export function siteIndex(skills: readonly PublishedSkill[], sitePath: string): ListFile {
  const items = skills.map(({ name, entry, path, digest }) => ({
    name,
    type: path.endsWith("/SKILL.md") ? "skill-md" : "archive",
    description: cut(entry.description),
    url: `${sitePath}/${path}`,
    digest: `sha256:${digest.sha256}`,
  }));
  return { path: `${SITE_DIR}index.json`, list: { head: { $schema: DISCOVERY_SCHEMA }, key: "skills", items } };
}

/** OpenCode reads `version` to know when its copy is old. */
export function legacyIndex(skills: readonly PublishedSkill[]): ListFile {
  const items = skills.map(({ name, entry, digest, files }) => ({
    name,
    description: cut(entry.description),
    files,
    version: `sha256:${digest.sha256}`,
  }));
  return { path: `${LEGACY_DIR}index.json`, list: { head: {}, key: "skills", items } };
}

/** The media types that the conformance test of ARD accepts. */
const MEDIA_TYPES: readonly (readonly [end: string, type: string])[] = [
  [".tar.gz", "application/agent-skills+gzip"],
  [".zip", "application/agent-skills+zip"],
  [".md", 'text/markdown; profile="urn:air:agent-skills"'],
];

/** Returns the catalog of ARD under both of its names: readers of one do not look for the other. */
export function ardFiles(
  skills: readonly PublishedSkill[],
  { base, host }: SiteAddress,
  { displayName, name, homepage }: PackageIdentity,
): readonly ListFile[] {
  const items = skills.map((skill) => ({
    identifier: `urn:air:${host}:skills:${skill.name}`,
    displayName: skill.name,
    type: MEDIA_TYPES.find(([end]) => skill.path.endsWith(end))?.[1],
    url: `${base}/${skill.path}`,
    description: skill.entry.description,
    ...(skill.entry.tags.length > 0 && { tags: skill.entry.tags }),
    version: skill.entry.version,
    representativeQueries: skill.queries,
  }));
  const head = { specVersion: "1.0", host: { displayName: displayName ?? name ?? host, documentationUrl: homepage } };
  const list = { head, key: "entries", items };
  return ["ard.json", "ai-catalog.json"].map((file) => ({ path: `.well-known/${file}`, list }));
}

function cut(description: string): string {
  return description.length <= LONGEST_DESCRIPTION
    ? description
    : [...description].slice(0, LONGEST_DESCRIPTION).join("");
}
