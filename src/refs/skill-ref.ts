/** The kinds of references to skills, and the fault of a text that is none. */

/**
 * A directory on this machine.
 *
 * @example
 * const ref: PathRef = { kind: "path", path: "./skills/pdf" };
 */
export interface PathRef {
  readonly kind: "path";
  /** As written: relative to the directory of the config or the working directory, or absolute. */
  readonly path: string;
}

/**
 * A package: `npm` is fetched from a registry; `pkg` is already installed by a package manager.
 *
 * @example
 * const ref: PackageRef = { kind: "npm", name: "@acme/skills", range: "^1" };
 */
export interface PackageRef {
  readonly kind: "npm" | "pkg";
  /** Name with its scope: `@acme/skills`. */
  readonly name: string;
  /** Semantic version range or dist-tag; undefined means `latest`. Only of `npm`. */
  readonly range?: string;
  /** Directory inside the package. */
  readonly path?: string;
}

/**
 * A PromptKit reference `@org/name[@version]`: the GitHub repository `org/name`.
 *
 * @example
 * const ref: AtRef = { kind: "at", org: "acme", name: "skills", version: "v1" };
 */
export interface AtRef {
  readonly kind: "at";
  readonly org: string;
  readonly name: string;
  /** Tag, branch or commit; empty for the default branch. */
  readonly version: string;
}

/**
 * A GitHub repository, or a directory of it.
 *
 * @example
 * const ref: GithubRef = { kind: "github", owner: "acme", repo: "skills", path: "pdf", rev: "main" };
 */
export interface GithubRef {
  readonly kind: "github";
  readonly owner: string;
  readonly repo: string;
  readonly path?: string;
  /** Tag, branch or commit; undefined for the default branch. */
  readonly rev?: string;
  /** Name of one skill, as in `acme/skills#main@pdf`. */
  readonly skill?: string;
  /** What follows `/tree/` in a web address: a revision and a path, which only the remote can separate. */
  readonly tree?: string;
}

/**
 * Any other git repository.
 *
 * @example
 * const ref: GitRef = { kind: "git", url: "https://example.org/acme/skills.git", rev: "v1" };
 */
export interface GitRef {
  readonly kind: "git";
  /** Address for git: `https://…`, `ssh://…`, `file:///…` or `user@host:path`. */
  readonly url: string;
  readonly rev?: string;
  readonly path?: string;
}

/**
 * An archive with skills behind an address: `.zip`, `.skill`, `.tar.gz` or `.tgz`.
 *
 * @example
 * const ref: ArchiveRef = { kind: "archive", url: "https://acme.dev/skills.zip", path: "skills/pdf" };
 */
export interface ArchiveRef {
  readonly kind: "archive";
  readonly url: string;
  /** Directory inside the archive. */
  readonly path?: string;
}

/**
 * A site that lists its skills in `.well-known/agent-skills/index.json` (agent-skills-discovery 0.2.0).
 *
 * @example
 * const ref: SiteRef = { kind: "site", url: "https://acme.dev", skill: "deploy" };
 */
export interface SiteRef {
  readonly kind: "site";
  /** Origin, with a path if the site is below one; without a slash at the end. */
  readonly url: string;
  /** Name of one skill of the site. */
  readonly skill?: string;
}

/**
 * A parsed reference to skills.
 *
 * @example
 * const ref: SkillRef = { kind: "github", owner: "acme", repo: "skills", path: "pdf", rev: "v1" };
 */
export type SkillRef = PathRef | PackageRef | AtRef | GithubRef | GitRef | ArchiveRef | SiteRef;

/**
 * What is wrong with a text that should be a reference.
 *
 * @example
 * const code: RefFaultCode = "segment";
 */
export type RefFaultCode =
  | "empty"
  | "too-long"
  | "form"
  | "segment"
  | "revision"
  | "range"
  | "scheme"
  | "drive"
  | "host"
  | "credentials"
  | "package-name"
  | "version";

/**
 * Why a text is not a reference.
 *
 * @example
 * const { code, at, message, help } = parseSkillRef("@acme/../x") as RefFault; // "segment", 6, …
 */
export interface RefFault {
  readonly code: RefFaultCode;
  /** UTF-16 offset of the faulty part. */
  readonly at: number;
  /** One clause about the part, such as `the name ".." is not allowed`. */
  readonly message: string;
  /** What to write instead, as an imperative. */
  readonly help: string;
}

/**
 * Returns whether a text was not a reference.
 *
 * @example
 * const ref = parseSkillRef(text);
 * if (isRefFault(ref)) console.error(ref.message, ref.help);
 */
export function isRefFault(result: object): result is RefFault {
  return "code" in result && "help" in result;
}
