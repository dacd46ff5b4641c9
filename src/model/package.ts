/** The input of outputs that write skills as files for other programs: packages. */

export interface PackageAuthor {
  readonly name: string;
  readonly email?: string;
  readonly url?: string;
}

/**
 * The identity of a package, from the config and package.json; what neither says is undefined.
 *
 * @example
 * const identity: PackageIdentity = { name: "acme", version: "1.2.0", description: "Skills of Acme.", keywords: [] };
 */
export interface PackageIdentity {
  readonly name?: string;
  readonly version?: string;
  readonly displayName?: string;
  readonly description?: string;
  readonly author?: PackageAuthor;
  readonly homepage?: string;
  readonly repository?: string;
  readonly license?: string;
  readonly keywords: readonly string[];
  readonly category?: string;
}

/**
 * What of a SKILL.md a package contains: `verbatim` its bytes; `closed` the fields of the specification only, all others
 * as texts under `metadata`.
 */
export type FrontmatterForm = "verbatim" | "closed";

/** Keywords by which readers and people find packages of npm with skills. */
export const SKILL_KEYWORDS: readonly string[] = ["agent-skills", "tanstack-intent"];

/** Directories of skills. */
export interface TreeOptions {
  readonly frontmatter: FrontmatterForm;
}

/** A client manifest that a plugin can have. */
export type PluginManifest = "claude" | "codex" | "agent-plugins";

/** Plugins for clients. */
export interface PluginTargetOptions {
  readonly layout: "plugin" | "marketplace";
  readonly manifests: readonly PluginManifest[];
  readonly frontmatter: "auto" | FrontmatterForm;
  readonly files: "copy" | "in-place";
  readonly schema: "1.0.0" | "1.1.0";
}

/** A file of a package that is not of a skill. Both paths are POSIX: in the package, and relative to the base directory. */
export interface IncludedFile {
  readonly path: string;
  readonly location: string;
}

/** A form of archive. */
export type ArchiveForm = "tar.gz" | "zip";

/** What a site publishes below `.well-known`. */
export interface WellKnownOptions {
  /** Origin of the site, with a path if it is below one. */
  readonly baseUrl?: string;
  readonly legacy: boolean;
  readonly archive: ArchiveForm;
  readonly ard: boolean;
}

/** An archive for each skill. */
export interface ZipOptions {
  readonly for: "any" | "anthropic-api" | "openai-api";
  readonly extension: "zip" | "skill";
}

/** A package of npm. */
export interface NpmOptions {
  /** Default: from the name of the package. */
  readonly name?: string;
  readonly frontmatter: FrontmatterForm;
}
