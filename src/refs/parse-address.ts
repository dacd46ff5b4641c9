/** Addresses of the web: archives, and sites that list skills. */
import { isArchiveName } from "./format-ref.ts";
import { checkHost, checkPath, show } from "./segments.ts";
import type { RefFault, RefFaultCode, SkillRef } from "./skill-ref.ts";
import { trimEndOf } from "../model/trim.ts";

export function fault(code: RefFaultCode, at: number, message: string, help: string): RefFault {
  return { code, at, message, help };
}

const WELL_KNOWN = "well-known:";

/** Undefined for any other text, such as the address of a repository. */
export function parseWebRef(text: string): SkillRef | RefFault | undefined {
  if (text.startsWith(WELL_KNOWN)) return parseSite(text, WELL_KNOWN.length);
  const address = withoutFragment(text);
  if (!address.startsWith("https://") && !isLoopback(address)) return undefined;
  if (isArchiveName(address)) return parseArchive(text);
  return isLoopback(address) || /^https:\/\/[^/]*\/*$/.test(address) ? parseSite(text, 0) : undefined;
}

/** No one else can answer instead of a server on this machine, so it needs no certificate. */
function isLoopback(text: string): boolean {
  return /^http:\/\/(?:127\.0\.0\.1|localhost|\[::1\])(?=[:/#]|$)/i.test(text);
}

function withoutFragment(text: string): string {
  const hash = text.indexOf("#");
  return hash === -1 ? text : text.slice(0, hash);
}

/** http only on this machine. */
function parseAddress(text: string, from: number): { readonly url: string } | RefFault {
  const address = withoutFragment(text.slice(from));
  const scheme = /^https?:\/\//.exec(address)?.[0];
  if (scheme === undefined || (scheme === "http://" && !isLoopback(address)))
    return fault("scheme", from, `${show(address)} is not an https address`, "write https://host");
  const start = from + scheme.length;
  const slash = address.indexOf("/", scheme.length);
  const authority = address.slice(scheme.length, slash === -1 ? undefined : slash);
  const path = slash === -1 ? "" : trimEndOf(address.slice(slash + 1), "/");
  const wrong =
    authorityFault(authority, start, false) ??
    (path === "" ? undefined : checkAddress(path, start + authority.length + 1, false));
  return wrong ?? { url: `${scheme}${authority}${path === "" ? "" : `/${path}`}` };
}

/** Reads `https://host/x.zip#directory`. */
function parseArchive(text: string): SkillRef | RefFault {
  const address = parseAddress(text, 0);
  if ("code" in address) return address;
  const hash = text.indexOf("#");
  if (hash === -1) return { kind: "archive", ...address };
  const path = text.slice(hash + 1);
  return checkPath({ text: path, at: hash + 1 }) ?? { kind: "archive", ...address, path };
}

/** Reads `https://host#skill`, from a place on. */
function parseSite(text: string, from: number): SkillRef | RefFault {
  const address = parseAddress(text, from);
  if ("code" in address) return address;
  const hash = text.indexOf("#");
  if (hash === -1) return { kind: "site", ...address };
  const skill = text.slice(hash + 1);
  const wrong = checkPath({ text: skill, at: hash + 1 });
  if (wrong !== undefined) return wrong;
  if (skill.includes("/"))
    return fault("form", hash + 1, `the skill ${show(skill)} contains "/"`, "write the name of one skill");
  return { kind: "site", ...address, skill };
}

export function authorityFault(authority: string, at: number, isSsh: boolean): RefFault | undefined {
  const sign = authority.lastIndexOf("@");
  const user = authority.slice(0, Math.max(0, sign));
  // A lock and a config are committed; anyone who reads them would have the password.
  if (sign !== -1 && (!isSsh || !/^[A-Za-z0-9_][A-Za-z0-9_.-]*$/.test(user)))
    return fault(
      "credentials",
      at,
      "the address contains a user name or a password",
      "delete it and use a credential helper of git, or git+ssh://git@…",
    );
  return checkHost({ text: authority.slice(sign + 1), at: at + sign + 1 });
}

/** Also as a server would decode the path. */
export function checkAddress(path: string, at: number, isFile: boolean): RefFault | undefined {
  const wrong = checkPath({ text: path, at });
  if (wrong !== undefined) return wrong;
  const query = isFile ? -1 : path.search(/[?\s"'<>`{}|^]/);
  if (query !== -1)
    return fault("form", at + query, `${show(path[query] as string)} is not allowed in an address`, "delete it");
  let decoded: string;
  try {
    decoded = decodeURIComponent(path);
  } catch {
    return fault("form", at, `the address ${show(path)} has a wrong "%" escape`, "write the characters themselves");
  }
  const hidden = decoded === path ? undefined : checkPath({ text: decoded, at });
  return hidden && { ...hidden, at };
}
