import { createHash, timingSafeEqual } from "node:crypto";
import { httpGet, isHttpFailure, type HttpFailure } from "./http-get.ts";
import { compareVersions, parseRange, parseVersion, satisfies, type Version } from "../refs/index.ts";
import { installFault, type InstallFault } from "./install-fault.ts";
import { NPMRC_HELP, type Registry } from "./npmrc.ts";
import { isObject, parseJson } from "../model/json.ts";

interface FoundPackage {
  readonly name: string;
  readonly version: string;
  readonly tarball: string;
  readonly integrity: string;
  /** Undefined without one. */
  readonly provenance?: string;
  readonly deprecated?: string;
}

interface DownloadLimits {
  readonly downloadBytes: number;
  readonly idleMs: number;
}

const MAX_DOCUMENT = 64 * 1024 * 1024;

/** Finds the version that a range or a dist-tag means. */
export async function findPackage(
  name: string,
  wanted: string | undefined,
  { registry, limits }: { readonly registry: Registry; readonly limits: DownloadLimits },
): Promise<FoundPackage | InstallFault> {
  const url = toUrl(`${registry.url}${name.replace("/", "%2f")}`);
  if (url === undefined) return unreachable(registry.url, "it is not an address", "fix registry in .npmrc");
  const answer = await httpGet({
    url,
    headers: { accept: "application/vnd.npm.install-v1+json", ...authorizationOf(url, registry) },
    maxBytes: MAX_DOCUMENT,
    idleMs: limits.idleMs,
  });
  if (isHttpFailure(answer)) return toFault(answer, url);
  if (answer.status === 404) {
    const missing = installFault("unknown-package", `the registry has no package "${name}"`, [
      "check the name",
      "set the registry of a private package in .npmrc: @scope:registry=https://…",
    ]);
    return withUnusedLine(missing, url, registry);
  }
  if (answer.status !== 200) return withUnusedLine(statusFault(answer.status, url), url, registry);
  const document = parseJson(answer.bytes);
  if (!isObject(document)) return unreachable(url, "the answer is not JSON");
  return pickVersion(document, name, wanted);
}

function authorizationOf(url: string, registry: Registry): Readonly<Record<string, string>> {
  const authorization = registry.authorization(url);
  return authorization === undefined ? {} : { authorization };
}

function statusFault(status: number, url: string): InstallFault {
  const isDenied = status === 401 || status === 403;
  return unreachable(url, `status ${status}`, isDenied ? "check the token in .npmrc" : "try again later");
}

/** Unused credentials may be why a registry does not answer. */
function withUnusedLine(fault: InstallFault, url: string, registry: Registry): InstallFault {
  const line = registry.unusedLine(url);
  return line === undefined
    ? fault
    : { ...fault, details: [...fault.details, line], help: [NPMRC_HELP, ...fault.help] };
}

function unreachable(url: string, detail: string, help = "check the connection and try again"): InstallFault {
  return installFault("unreachable", `${hostOf(url)} cannot be used: ${detail}`, [help]);
}

function toFault({ httpFailure, detail }: HttpFailure, url: string): InstallFault {
  if (httpFailure === "size")
    return installFault("too-large", `the download is too large: ${detail}`, ["use another version"]);
  if (httpFailure === "redirect") return unreachable(url, `it redirects to ${JSON.stringify(detail)}`);
  return unreachable(url, httpFailure === "cut" ? `the download was cut off (${detail})` : detail);
}

function hostOf(url: string): string {
  return toUrl(url) === undefined ? JSON.stringify(url) : new URL(url).host;
}

function toUrl(text: string): string | undefined {
  try {
    const { protocol, href } = new URL(text);
    return protocol === "https:" || protocol === "http:" ? href : undefined;
  } catch {
    return undefined;
  }
}

function pickVersion(
  document: Readonly<Record<string, unknown>>,
  name: string,
  wanted = "latest",
): FoundPackage | InstallFault {
  const versions = isObject(document["versions"]) ? document["versions"] : {};
  const tags = isObject(document["dist-tags"]) ? document["dist-tags"] : {};
  const tagged = Object.hasOwn(tags, wanted) ? tags[wanted] : undefined;
  const version = typeof tagged === "string" ? tagged : bestVersion(versions, tags["latest"], wanted);
  const manifest = version !== undefined && Object.hasOwn(versions, version) ? versions[version] : undefined;
  if (version === undefined || !isObject(manifest)) {
    const known = Object.keys(versions).flatMap((text) => parseVersion(text) ?? []);
    const newest = known.toSorted(compareVersions).slice(-5).toReversed();
    return installFault("unknown-revision", `no version of "${name}" matches "${wanted}"`, [
      `use one of ${newest.map(({ text }) => text).join(", ") || "its versions"}`,
    ]);
  }
  return readManifest(manifest, name, version);
}

/** As npm: the version of the tag "latest" if it matches, else the highest, deprecated ones last. */
function bestVersion(versions: Readonly<Record<string, unknown>>, latest: unknown, wanted: string): string | undefined {
  const range = parseRange(wanted);
  if (range === undefined) return undefined;
  const matching = Object.keys(versions)
    .flatMap((text) => {
      const version = parseVersion(text);
      return version !== undefined && satisfies(version, range) ? [{ version, written: text }] : [];
    })
    .toSorted((one, two) => compareVersions(two.version, one.version));
  const isDeprecated = (text: string): boolean =>
    isObject(versions[text]) && versions[text]["deprecated"] !== undefined;
  const found: { readonly version: Version; readonly written: string } | undefined =
    matching.find(({ written }) => written === latest) ??
    matching.find(({ written }) => !isDeprecated(written)) ??
    matching[0];
  return found?.written;
}

function readManifest(
  manifest: Readonly<Record<string, unknown>>,
  name: string,
  version: string,
): FoundPackage | InstallFault {
  const dist = isObject(manifest["dist"]) ? manifest["dist"] : {};
  const { integrity, shasum, tarball, attestations } = dist;
  const legacy =
    typeof shasum === "string" && /^[0-9a-f]{40}$/.test(shasum)
      ? `sha1-${Buffer.from(shasum, "hex").toString("base64")}`
      : undefined;
  const digest = typeof integrity === "string" ? strongest(integrity) : legacy;
  const url = typeof tarball === "string" ? toUrl(tarball) : undefined;
  if (digest === undefined || url === undefined)
    return installFault("integrity", `the registry gives no digest or no address of ${name}@${version}`, [
      "use another version or registry",
    ]);
  const provenance = isObject(attestations) && isObject(attestations["provenance"]) ? attestations["provenance"] : {};
  const predicate = provenance["predicateType"];
  const deprecated = manifest["deprecated"];
  return {
    name,
    version,
    tarball: url,
    integrity: digest,
    ...(typeof predicate === "string" && { provenance: predicate }),
    ...(typeof deprecated === "string" && deprecated !== "" && { deprecated }),
  };
}

const ALGORITHMS = ["sha512", "sha384", "sha256", "sha1"] as const;

/** The digest that is hardest to forge. */
function strongest(integrity: string): string | undefined {
  const digests = integrity.trim().split(/\s+/);
  return ALGORITHMS.map((name) =>
    digests.find((digest) => digest.startsWith(`${name}-`) && /^\w+-[A-Za-z0-9+/]{20,}={0,2}$/.test(digest)),
  ).find((digest) => digest !== undefined);
}

export async function downloadPackage(
  found: FoundPackage,
  { registry, limits }: { readonly registry: Registry; readonly limits: DownloadLimits },
): Promise<Uint8Array | InstallFault> {
  const { tarball, integrity, name, version } = found;
  if (registry.url.startsWith("https:") && !tarball.startsWith("https:"))
    return unreachable(tarball, "the registry names an address without https");
  const answer = await httpGet({
    url: tarball,
    headers: authorizationOf(tarball, registry),
    maxBytes: limits.downloadBytes,
    idleMs: limits.idleMs,
  });
  if (isHttpFailure(answer)) return toFault(answer, tarball);
  if (answer.status !== 200) return withUnusedLine(statusFault(answer.status, tarball), tarball, registry);
  return checkIntegrity(answer.bytes, integrity, `${name}@${version}`) ?? answer.bytes;
}

function checkIntegrity(bytes: Uint8Array, integrity: string, what: string): InstallFault | undefined {
  const dash = integrity.indexOf("-");
  const [algorithm, expected] = [integrity.slice(0, dash), integrity.slice(dash + 1)];
  const actual = createHash(algorithm).update(bytes).digest();
  const wanted = Buffer.from(expected, "base64");
  if (actual.length === wanted.length && timingSafeEqual(actual, wanted)) return undefined;
  return installFault(
    "integrity",
    `${what} is not what its digest says`,
    ["try again; if it stays so, ask the maintainers of the registry: the file was changed"],
    [`expected ${integrity}`, `received ${algorithm}-${actual.toString("base64")}`],
  );
}
