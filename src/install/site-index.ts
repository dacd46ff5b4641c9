import { DISCOVERY_SCHEMA } from "../model/discovery-schema.ts";
import { isTreePath, type LockedArtifact } from "../refs/index.ts";
import { installFault, type InstallFault } from "./install-fault.ts";
import { isObject, parseJson } from "../model/json.ts";

/** Version 0.2.0 has an artifact with a digest, 0.1.0 files. */
export interface SiteSkill {
  /** A valid directory name on every system. */
  readonly name: string;
  readonly artifact?: LockedArtifact;
  readonly files?: readonly { readonly path: string; readonly url: string }[];
}

export interface SiteIndex {
  readonly skills: readonly SiteSkill[];
  /** One clause for each entry that was left out. */
  readonly warnings: readonly string[];
}

const MAX_SKILLS = 1000;
const MAX_FILES = 1000;
const TYPES: ReadonlySet<unknown> = new Set(["skill-md", "archive"]);
const DIGEST = /^sha256:[0-9a-f]{64}$/;

/**
 * Addresses in an index are relative to `address`. Returns undefined for anything but a JSON object, such as the page
 * of an app; a fault for an unusable index.
 */
export function parseSiteIndex(bytes: Uint8Array, address: string): SiteIndex | InstallFault | undefined {
  const index = parseJson(bytes);
  if (!isObject(index)) return undefined;
  const { $schema: schema, skills } = index;
  const wrong = (what: string): InstallFault =>
    installFault("unreachable", `${address} cannot be used: ${what}`, ["ask the owner of the site"]);
  if (schema !== undefined && schema !== DISCOVERY_SCHEMA)
    return wrong(`its $schema is ${JSON.stringify(schema).slice(0, 200)}, which skillc does not know`);
  if (!Array.isArray(skills)) return wrong("it has no list of skills");
  if (skills.length > MAX_SKILLS) return wrong(`it has ${skills.length} skills (max ${MAX_SKILLS})`);
  const read: SiteSkill[] = [];
  const warnings: string[] = [];
  for (const [at, skill] of (skills as readonly unknown[]).entries()) {
    const one = schema === undefined ? readFiles(skill, address) : readArtifact(skill, address);
    if (typeof one !== "string") read.push(one);
    else warnings.push(`skill ${at + 1} of ${address} is left out: ${one}`);
  }
  return { skills: read, warnings };
}

/** Returns a string if the skill cannot be used: why. */
function readArtifact(skill: unknown, address: string): SiteSkill | string {
  const named = nameOf(skill);
  if ("fault" in named) return named.fault;
  const { type, url, digest } = skill as Readonly<Record<string, unknown>>;
  if (!TYPES.has(type)) return `its type ${shown(type)} is not "skill-md" or "archive"`;
  if (typeof digest !== "string" || !DIGEST.test(digest))
    return `its digest ${shown(digest)} is not sha256: and 64 digits`;
  const resolved = typeof url === "string" ? addressIn(url, address) : undefined;
  return resolved === undefined
    ? `its url ${shown(url)} is not an address`
    : { ...named, artifact: { url: resolved, digest } };
}

function readFiles(skill: unknown, address: string): SiteSkill | string {
  const named = nameOf(skill);
  if ("fault" in named) return named.fault;
  const { files } = skill as Readonly<Record<string, unknown>>;
  const isPath = (path: unknown): path is string => typeof path === "string" && isTreePath(path);
  if (!Array.isArray(files) || files.length === 0 || files.length > MAX_FILES || !files.every(isPath))
    return "its files are not a list of relative paths";
  const urls = files.map((path) => {
    const encoded = [named.name, ...path.split("/")].map((part) => encodeURIComponent(part)).join("/");
    return { path, url: new URL(encoded, address).href };
  });
  return { ...named, files: urls };
}

function nameOf(skill: unknown): { readonly name: string } | { readonly fault: string } {
  const name = isObject(skill) ? skill["name"] : undefined;
  const isDirectory = typeof name === "string" && !name.includes("/") && isTreePath(name);
  return isDirectory ? { name } : { fault: `its name ${shown(name)} cannot be that of a directory` };
}

function addressIn(url: string, base: string): string | undefined {
  if (!URL.canParse(url, base)) return undefined;
  const { protocol, href, username, password } = new URL(url, base);
  const isWeb = protocol === "https:" || protocol === "http:";
  return isWeb && username === "" && password === "" ? href : undefined;
}

function shown(value: unknown): string {
  return (JSON.stringify(value) ?? "undefined").slice(0, 100);
}
