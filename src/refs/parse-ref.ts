/** Parses references to skills. The grammar is tried in this order: path, package, at, GitHub, git. */
import { parseRange } from "./version-range.ts";
import { checkHost, checkPackageName, checkPath, checkRevision, checkSegment, isPlainText, show } from "./segments.ts";
import { authorityFault, checkAddress, fault, parseWebRef } from "./parse-address.ts";
import type { GithubRef, RefFault, SkillRef, AtRef } from "./skill-ref.ts";
import { trimEndOf } from "../model/trim.ts";

/**
 * Selects a grammar.
 *
 * @example
 * parseSkillRef("@acme/skills@v1", { profile: "promptkit", compat: "exact" });
 */
export interface ParseRefOptions {
  readonly profile?: string | undefined;
  readonly compat?: "exact" | undefined;
}

const MAX_LENGTH = 2048;
const FORMS = "@org/name, owner/repo, git+https://…, https://site, npm:package or ./path";

/**
 * Parses a reference to skills: `@org/name[@version]`, `owner/repo[/path][@rev]`, `git+https://…#rev:path`,
 * `npm:@acme/skills[@range]`, `pkg:@acme/skills`, `./path`, `https://acme.dev/skills.zip[#path]`, and `https://acme.dev`
 * or `well-known:https://acme.dev/docs` for a site that lists skills, with `[#skill]`. Every part is checked, so that none of them can leave a
 * directory or become an option of a command. The profile `promptkit` with `compat: "exact"` uses PromptKit's own
 * grammar, which checks less.
 *
 * @param text The reference, of any content.
 * @returns the reference, or what is wrong with the text. It never throws.
 * @example
 * parseSkillRef("acme/skills/pdf@v1"); // { kind: "github", owner: "acme", repo: "skills", path: "pdf", rev: "v1" }
 * parseSkillRef("@acme/.."); // { code: "segment", at: 6, message: …, help: … }
 */
export function parseSkillRef(text: string, options: ParseRefOptions = {}): SkillRef | RefFault {
  if (options.profile === "promptkit" && options.compat === "exact") return parsePromptkitRef(text);
  if (text.trim() === "") return fault("empty", 0, "the reference is empty", `write ${FORMS}`);
  if (text.length > MAX_LENGTH)
    return fault(
      "too-long",
      MAX_LENGTH,
      `the reference has ${text.length} characters (max ${MAX_LENGTH})`,
      "shorten it",
    );
  if (text !== text.trim()) return fault("form", 0, "the reference starts or ends with a space", "delete the space");
  if (isLocalPath(text)) return parsePath(text);
  if (/^[A-Za-z]:/.test(text))
    return fault(
      "drive",
      0,
      `${show(text)} depends on the current directory of a drive`,
      "write the whole path: C:\\…",
    );
  if (text.startsWith("npm:") || text.startsWith("pkg:")) return parsePackage(text);
  if (text.startsWith("@")) return parseAt(text);
  if (text.startsWith("github:")) return parseGithub(text, "github:".length);
  const web = parseWebRef(text);
  if (web !== undefined) return web;
  const scheme = /^([A-Za-z][A-Za-z0-9+.-]*):/.exec(text)?.[1];
  if (scheme !== undefined) return parseUrl(text, scheme.toLowerCase());
  if (/^[^/@]*@[^/@:]*:/.test(text)) return parseScp(text);
  return parseGithub(text, 0);
}

/**
 * Returns whether a text is a path on this machine, not a reference to something elsewhere: `.`, `..`, or a start with
 * `./`, `../`, `/`, a drive or a server. PromptKit's own grammar has only `./`, `../` and `/`.
 *
 * @example
 * isLocalPath("./skills/pdf"); // true
 * isLocalPath("acme/skills"); // false: a GitHub repository
 */
export function isLocalPath(text: string, { profile, compat }: ParseRefOptions = {}): boolean {
  if (profile === "promptkit" && compat === "exact") return /^\.{0,2}\//.test(text);
  return text === "." || text === ".." || /^(?:\.{0,2}\/|\.{1,2}\\|[A-Za-z]:[\\/]|\\\\)/.test(text);
}

function parsePath(path: string): SkillRef | RefFault {
  if (isPlainText(path)) return { kind: "path", path };
  return fault("segment", 0, `the path ${show(path)} contains an invisible character`, "rename the directory");
}

function parsePackage(text: string): SkillRef | RefFault {
  const kind = text.startsWith("npm:") ? "npm" : "pkg";
  const start = kind.length + 1;
  const hash = text.indexOf("#");
  const end = hash === -1 ? text.length : hash;
  const body = text.slice(start, end);
  // The "@" of a scope comes first; the next one begins the range.
  const sign = body.indexOf("@", 1);
  const name = sign === -1 ? body : body.slice(0, sign);
  const path = hash === -1 ? undefined : text.slice(hash + 1);
  const wrong =
    checkPackageName({ text: name, at: start }) ??
    (path === undefined ? undefined : checkPath({ text: path, at: hash + 1 }));
  if (wrong !== undefined) return wrong;
  if (sign === -1) return { kind, name, ...(path !== undefined && { path }) };
  const range = body.slice(sign + 1);
  if (kind === "pkg")
    return fault(
      "version",
      start + sign,
      "an installed package has no version here",
      "delete the version: the package manager decides it",
    );
  if (!isRange(range))
    return fault(
      "version",
      start + sign + 1,
      `${show(range)} is not a version, range or tag`,
      `write npm:${name}@^1.0.0`,
    );
  return { kind, name, range, ...(path !== undefined && { path }) };
}

function isRange(text: string): boolean {
  return text !== "" && (parseRange(text) !== undefined || /^[A-Za-z][A-Za-z0-9._-]{0,99}$/.test(text));
}

function parseAt(text: string): SkillRef | RefFault {
  const sign = text.indexOf("@", 1);
  const end = sign === -1 ? text.length : sign;
  const [org = "", name, ...more] = text.slice(1, end).split("/");
  if (name === undefined)
    return fault("form", 1, `${show(text)} has no name after the organization`, "write @org/name or @org/name@version");
  const wrong =
    checkSegment({ text: org, at: 1 }, "organization") ?? checkSegment({ text: name, at: org.length + 2 }, "name");
  if (wrong !== undefined) return wrong;
  if (more.length > 0) {
    const at = org.length + name.length + 2;
    return fault("form", at, "@org/name takes no path", `write ${org}/${name}/${more.join("/")}`);
  }
  const version = sign === -1 ? "" : text.slice(sign + 1);
  const wrongRevision = sign === -1 ? undefined : checkRevision({ text: version, at: sign + 1 });
  return wrongRevision ?? { kind: "at", org, name, version };
}

/** Splits at the last `@` that does not begin a directory such as `@acme`. */
function revisionSign(text: string, start: number): number {
  for (let at = text.lastIndexOf("@"); at > start; at = text.lastIndexOf("@", at - 1))
    if (text[at - 1] !== "/") return at;
  return -1;
}

function parseGithub(text: string, start: number): SkillRef | RefFault {
  const hash = text.indexOf("#", start);
  const sign = hash === -1 ? revisionSign(text, start) : -1;
  const end = hash === -1 ? (sign === -1 ? text.length : sign) : hash;
  const [owner = "", repo, ...below] = text.slice(start, end).split("/");
  if (repo === undefined) {
    const unknown = checkSegment({ text: owner, at: start }, "owner");
    return unknown ?? fault("form", start, `${show(owner)} is one name, without "/"`, `write ${FORMS}`);
  }
  const pathAt = start + owner.length + repo.length + 2;
  const path = below.length === 0 ? undefined : below.join("/");
  const wrong =
    checkSegment({ text: owner, at: start }, "owner") ??
    checkSegment({ text: repo, at: start + owner.length + 1 }, "repository") ??
    (path === undefined ? undefined : checkPath({ text: path, at: pathAt }));
  if (wrong !== undefined) return wrong;
  const base = { kind: "github", owner, repo, ...(path !== undefined && { path }) } as const;
  if (sign !== -1) {
    const rev = text.slice(sign + 1);
    return checkRevision({ text: rev, at: sign + 1 }) ?? { ...base, rev };
  }
  return hash === -1 ? base : withFragment(base, text, hash);
}

/** Reads `#rev`, `#rev:path` or, of the skills CLI, `#rev@skill`. */
function withFragment(base: GithubRef, text: string, hash: number): SkillRef | RefFault {
  const { rev, path } = splitFragment(text, hash);
  const sign = path === undefined ? revisionSign(rev.text, 0) : -1;
  if (sign > 0) {
    const named = { text: rev.text.slice(sign + 1), at: rev.at + sign + 1 };
    const revision = { text: rev.text.slice(0, sign), at: rev.at };
    const wrong = checkRevision(revision) ?? checkPath(named);
    if (wrong !== undefined) return wrong;
    if (!named.text.includes("/")) return { ...base, rev: revision.text, skill: named.text };
    const help = `write git+https://github.com/${base.owner}/${base.repo}#${rev.text} for a revision with "@"`;
    return fault("form", named.at, `the skill ${show(named.text)} contains "/"`, help);
  }
  const wrong = checkRevision(rev) ?? (path && checkPath(path));
  if (wrong !== undefined) return wrong;
  if (path !== undefined && base.path !== undefined)
    return fault("form", path.at, "the path is given twice", "write it once: owner/repo/path#rev");
  return { ...base, rev: rev.text, ...(path && { path: path.text }) };
}

function splitFragment(text: string, hash: number) {
  const colon = text.indexOf(":", hash);
  const rev = { text: text.slice(hash + 1, colon === -1 ? text.length : colon), at: hash + 1 };
  return { rev, path: colon === -1 ? undefined : { text: text.slice(colon + 1), at: colon + 1 } };
}

/** What to write instead of a scheme that is not accepted. */
const SCHEME_HELP: ReadonlyMap<string, string> = new Map([
  ["file", "write ./path for a directory, or git+file:///… for a local repository"],
  ["http", "write https://…"],
  ["git", "write git+https://…"],
  ["ssh", "write git+ssh://…"],
  ["git+http", "write git+https://…"],
  ["git+git", "write git+https://…"],
]);

function parseUrl(text: string, scheme: string): SkillRef | RefFault {
  const accepted = /^(?:git\+)?(https|ssh|file):\/\//.exec(text);
  const transport = accepted?.[1];
  const isPlain = scheme === transport;
  if (accepted === null || (isPlain && transport !== "https"))
    return fault("scheme", 0, `${show(`${scheme}:`)} is not accepted`, SCHEME_HELP.get(scheme) ?? `write ${FORMS}`);
  const start = accepted[0].length;
  const hash = text.indexOf("#");
  const end = hash === -1 ? text.length : hash;
  const slash = text.indexOf("/", start);
  if (slash === -1 || slash >= end || /^\/*$/.test(text.slice(slash, end)))
    return fault("form", start, "the address names no repository", "write git+https://host/owner/repo");
  const authority = text.slice(start, slash);
  const wrong =
    transport === "file" ? fileHostFault(authority, start) : authorityFault(authority, start, transport === "ssh");
  if (wrong !== undefined) return wrong;
  const path = trimEndOf(text.slice(slash + 1, end), "/");
  const wrongPath = checkAddress(path, slash + 1, transport === "file");
  if (wrongPath !== undefined) return wrongPath;
  if (isPlain && /^(?:www\.)?github\.com$/i.test(authority)) return parseGithubAddress(text, { path, slash, hash });
  return withGitFragment({ kind: "git", url: `${transport}://${authority}/${path}` }, text, hash);
}

function withGitFragment(base: SkillRef & { kind: "git" }, text: string, hash: number): SkillRef | RefFault {
  if (hash === -1) return base;
  const { rev, path } = splitFragment(text, hash);
  const wrong = checkRevision(rev) ?? (path && checkPath(path));
  return wrong ?? { ...base, rev: rev.text, ...(path && { path: path.text }) };
}

function fileHostFault(authority: string, at: number): RefFault | undefined {
  if (authority === "") return undefined;
  return fault(
    "host",
    at,
    `the address names the host ${show(authority)}`,
    "write git+file:///path with three slashes",
  );
}

/** Reads an address that a browser shows: the repository, or a directory or a SKILL.md of it. */
function parseGithubAddress(
  text: string,
  { path, slash, hash }: { readonly path: string; readonly slash: number; readonly hash: number },
): SkillRef | RefFault {
  const [owner = "", repository, view, ...rest] = path.split("/");
  if (repository === undefined)
    return fault("form", slash + 1, "the address names no repository", "write https://github.com/owner/repo");
  const repo = view === undefined ? repository.replace(/\.git$/, "") : repository;
  const wrong =
    checkSegment({ text: owner, at: slash + 1 }, "owner") ??
    checkSegment({ text: repo, at: slash + owner.length + 2 }, "repository");
  if (wrong !== undefined) return wrong;
  const base: GithubRef = { kind: "github", owner, repo };
  if (view === undefined) return hash === -1 ? base : withFragment(base, text, hash);
  const viewAt = slash + owner.length + repository.length + 3;
  const below = view === "blob" && /^skill\.md$/i.test(rest.at(-1) ?? "") ? rest.slice(0, -1) : rest;
  if ((view !== "tree" && view !== "blob") || rest.length === 0 || (view === "blob" && below === rest))
    return fault("form", viewAt, "the address is not a directory of a repository", `write ${owner}/${repo}/path@rev`);
  if (hash !== -1) return fault("form", hash, 'the address has a "#" part', "delete it");
  const tree = below.join("/");
  const first = { text: below[0] ?? "", at: viewAt + view.length + 1 };
  return checkRevision(first) ?? { ...base, tree };
}

/** Reads `user@host:path`. */
function parseScp(text: string): SkillRef | RefFault {
  const sign = text.indexOf("@");
  const colon = text.indexOf(":", sign);
  const hash = text.indexOf("#");
  const user = text.slice(0, sign);
  const path = trimEndOf(text.slice(colon + 1, hash === -1 ? text.length : hash), "/");
  if (!/^[A-Za-z0-9_][A-Za-z0-9_.-]*$/.test(user))
    return fault("host", 0, `the user ${show(user)} is not allowed`, "write git@host:owner/repo.git");
  const at = colon + 1 + (path.startsWith("/") ? 1 : 0);
  const wrong =
    checkHost({ text: text.slice(sign + 1, colon), at: sign + 1 }) ??
    checkPath({ text: path.replace(/^\//, "").replace(/^~\//, ""), at });
  if (wrong !== undefined) return wrong;
  if (/\s/.test(path)) return fault("segment", at, "the path contains a space", "write git@host:owner/repo.git");
  return withGitFragment({ kind: "git", url: `${text.slice(0, colon)}:${path}` }, text, hash);
}

/** Parses `@org/name[@version]` as PromptKit does. The last `@` begins the version. */
function parsePromptkitRef(text: string): AtRef | RefFault {
  const fault = (at: number, message: string): RefFault => ({
    code: "form",
    at,
    message,
    help: "write @org/name or @org/name@version",
  });
  if (!text.startsWith("@")) return fault(0, 'the reference does not start with "@"');
  const rest = text.slice(1);
  const last = rest.lastIndexOf("@");
  const version = last === -1 ? "" : rest.slice(last + 1);
  if (last !== -1 && version === "") return fault(last + 1, "the version is empty");
  const parts = (last === -1 ? rest : rest.slice(0, last)).split("/");
  const [org = "", name = ""] = parts;
  if (parts.length !== 2 || org === "" || name === "")
    return fault(1, "the reference does not have one organization and one name");
  return { kind: "at", org, name, version };
}
