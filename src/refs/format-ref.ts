import type { PathRef, RefFault, SkillRef } from "./skill-ref.ts";
import { checkPath } from "./segments.ts";
import { trimEndOf } from "../model/trim.ts";

/**
 * Returns the normal form of a reference, the key of the lock: parsing it gives the same reference. The skill of
 * `acme/skills#main@pdf` is not part of it.
 *
 * @example
 * formatRef({ kind: "at", org: "acme", name: "skills", version: "v1" }); // "@acme/skills@v1"
 */
export function formatRef(ref: SkillRef): string {
  switch (ref.kind) {
    case "path":
      return ref.path;
    case "npm":
    case "pkg":
      return `${ref.kind}:${ref.name}${ref.range === undefined ? "" : `@${ref.range}`}${after("#", ref.path)}`;
    case "at":
      return `@${ref.org}/${ref.name}${ref.version === "" ? "" : `@${ref.version}`}`;
    case "git": {
      const url = /^(?:https|ssh|file):\/\//.test(ref.url) ? `git+${ref.url}` : ref.url;
      return `${url}${after("#", ref.rev ?? (ref.path === undefined ? undefined : "HEAD"))}${after(":", ref.path)}`;
    }
    case "archive":
      return `${ref.url}${after("#", ref.path)}`;
    case "site":
      return `${hasPath(ref.url) ? "well-known:" : ""}${ref.url}${after("#", ref.skill)}`;
    case "github": {
      const base = `${ref.owner}/${ref.repo}`;
      if (ref.tree !== undefined) return `https://github.com/${base}/tree/${ref.tree}`;
      const needsFragment = /[^/]@|#/.test(ref.path ?? "") || /[^/]@|^@|#/.test(ref.rev ?? "");
      if (needsFragment) return `${base}#${ref.rev ?? "HEAD"}${after(":", ref.path)}`;
      return `${base}${after("/", ref.path)}${after("@", ref.rev)}`;
    }
  }
}

/** An address with a path, such as https://acme.dev/docs, is that of a repository unless it says what it is. */
function hasPath(url: string): boolean {
  return url.indexOf("/", url.indexOf("//") + 2) !== -1;
}

function after(sign: string, text: string | undefined): string {
  return text === undefined ? "" : sign + text;
}

/**
 * Returns the directory of an installed reference as `<org>/<name>`; the organization of local copies is `local`.
 *
 * @example
 * placeOf({ kind: "github", owner: "acme", repo: "skills", path: "tools/pdf" }); // { org: "acme", name: "pdf" }
 */
export function placeOf(ref: SkillRef): { readonly org: string; readonly name: string } | RefFault {
  switch (ref.kind) {
    case "at":
      return { org: ref.org, name: ref.name };
    case "github":
      return { org: ref.owner, name: lastOf(ref.path ?? ref.repo) };
    case "npm":
    case "pkg": {
      const [scope, name] = ref.name.includes("/") ? ref.name.split("/") : ["npm", ref.name];
      return { org: scope as string, name: ref.path === undefined ? (name as string) : lastOf(ref.path) };
    }
    case "archive":
      return named(hostOf(ref.url), lastOf(ref.path ?? archiveStem(decode(lastOf(ref.url)))));
    case "site": {
      const last = hasPath(ref.url) ? decode(lastOf(ref.url)) : "skills";
      return named(hostOf(ref.url), ref.skill ?? last);
    }
    case "path":
      return named("local", archiveStem(lastOf(trimEndOf(ref.path.replaceAll("\\", "/"), "/"))));
    case "git": {
      const address = ref.url.replace(/^[a-z]+:\/\/(?:[^/@]*@)?|^[^@]*@/, "").replace(/\.git$/, "");
      const segments = address.split(/[/:]/).filter((segment) => segment !== "");
      const org = ref.url.startsWith("file:") ? "local" : (segments.at(-2) ?? "git");
      return named(decode(org), lastOf(ref.path ?? decode(segments.at(-1) ?? "")));
    }
  }
}

/** Windows has no colon in names. */
function hostOf(url: string): string {
  return url
    .replace(/^https?:\/\//, "")
    .replace(/\/.*$/s, "")
    .replaceAll(":", "-")
    .replaceAll(/[[\]]/g, "");
}

const ARCHIVE = /\.(?:zip|skill|tar\.gz|tgz)$/i;

/**
 * Returns whether a path or an address is that of an archive, by its name.
 *
 * @example
 * isArchiveName("https://acme.dev/skills.tar.gz"); // true
 */
export function isArchiveName(name: string): boolean {
  return ARCHIVE.test(name);
}

function archiveStem(name: string): string {
  return name.replace(ARCHIVE, "");
}

function named(org: string, name: string): { readonly org: string; readonly name: string } | RefFault {
  const wrong = checkPath({ text: org, at: 0 }) ?? checkPath({ text: name, at: 0 });
  return wrong ?? (org.includes("/") || name.includes("/") ? nameless : { org, name });
}

const nameless: RefFault = {
  code: "segment",
  at: 0,
  message: "the reference does not end with a name",
  help: "end it with the name of a directory",
};

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function lastOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

/**
 * Returns the address that git clones; undefined for references without a repository.
 *
 * @example
 * gitUrlOf({ kind: "at", org: "acme", name: "skills", version: "" }); // "https://github.com/acme/skills"
 */
export function gitUrlOf(ref: SkillRef): string | undefined {
  switch (ref.kind) {
    case "at":
      return `https://github.com/${ref.org}/${ref.name}`;
    case "github":
      return `https://github.com/${ref.owner}/${ref.repo}`;
    case "git":
      return ref.url;
    default:
      return undefined;
  }
}

/** Undefined for the default branch. */
export function revisionOf(ref: SkillRef): string | undefined {
  if (ref.kind === "at") return ref.version === "" ? undefined : ref.version;
  return ref.kind === "github" || ref.kind === "git" ? ref.rev : undefined;
}

/**
 * Returns what two references have in common if they are the same source, whatever their revision: the repository and the
 * directory in it, the package, or the directory.
 *
 * @example
 * identityOf({ kind: "at", org: "acme", name: "skills", version: "v1" }); // '["https://github.com/acme/skills",null]'
 */
export function identityOf(ref: SkillRef): string {
  const url = gitUrlOf(ref);
  if (url !== undefined) return JSON.stringify([url.replace(/\.git$/, ""), pathInOf(ref) ?? null]);
  if (ref.kind === "archive") return JSON.stringify([ref.url, ref.path ?? null]);
  if (ref.kind === "site") return JSON.stringify([ref.url, ref.skill ?? null]);
  if (ref.kind === "npm" || ref.kind === "pkg") return JSON.stringify([`${ref.kind}:${ref.name}`, ref.path ?? null]);
  return JSON.stringify([trimEndOf((ref as PathRef).path.replaceAll("\\", "/"), "/")]);
}

/** Undefined if the reference is not pinned. */
export function pinOf(ref: SkillRef): string | undefined {
  return ref.kind === "npm" ? ref.range : revisionOf(ref);
}

/** Keeps the spelling of the reference. */
export function withPin(ref: SkillRef, pin: string | undefined): SkillRef {
  switch (ref.kind) {
    case "at":
      return { ...ref, version: pin ?? "" };
    case "github":
    case "git": {
      const { rev: _rev, ...rest } = ref;
      return { ...rest, ...(pin !== undefined && { rev: pin }) };
    }
    case "npm": {
      const { range: _range, ...rest } = ref;
      return { ...rest, ...(pin !== undefined && { range: pin }) };
    }
    default:
      return ref;
  }
}

/** Undefined for the whole repository or package. */
export function pathInOf(ref: SkillRef): string | undefined {
  return "path" in ref && ref.kind !== "path" ? ref.path : undefined;
}

export function withPath(ref: SkillRef, path: string): SkillRef {
  if (ref.kind === "at")
    return {
      kind: "github",
      owner: ref.org,
      repo: ref.name,
      path,
      ...(ref.version === "" ? {} : { rev: ref.version }),
    };
  if (ref.kind === "path") return { kind: "path", path: `${trimEndOf(ref.path, "/")}/${path}` };
  if (ref.kind === "site") return { ...ref, skill: path };
  if (ref.kind !== "github") return { ...ref, path };
  const { skill: _skill, ...rest } = ref;
  return { ...rest, path };
}

/**
 * Returns the reference to all of the repository, package, archive or site of a reference; itself for a directory.
 *
 * @example
 * withoutPath({ kind: "github", owner: "acme", repo: "skills", path: "pdf" }); // { kind: "github", … } without a path
 */
export function withoutPath(ref: SkillRef): SkillRef {
  if (ref.kind === "path" || ref.kind === "at") return ref;
  const { path: _path, skill: _skill, ...rest } = ref as SkillRef & { readonly path?: string; readonly skill?: string };
  return rest as SkillRef;
}
