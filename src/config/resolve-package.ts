import { isFailure, type Host } from "../model/host.ts";
import type { PackageAuthor, PackageIdentity } from "../model/package.ts";
import { joinPath, parentPath } from "../paths/index.ts";
import { definedOnly } from "./resolve-context.ts";
import type { OutputConfig } from "./user-config.ts";
import { isObject, parseJson } from "../model/json.ts";

type WrittenPackage = NonNullable<OutputConfig["package"]>;

/** Takes each key from the first config that has it, else from package.json, where a wrong type counts as missing. */
export function resolveIdentity(written: readonly (WrittenPackage | undefined)[], host: Host): PackageIdentity {
  const manifest = readManifest(host);
  const given: WrittenPackage = {};
  for (const one of written.toReversed()) if (one !== undefined) Object.assign(given, definedOnly(one));
  const { name, version, displayName, description, homepage, license, category } = given;
  const ofManifest = (key: string): string | undefined => textOf(manifest[key]);
  const { keywords } = manifest;
  return {
    ...definedOnly({
      name: name ?? ofManifest("name")?.replace(/^@[^/]*\//, ""),
      version: version ?? ofManifest("version"),
      displayName,
      description: description ?? ofManifest("description"),
      author: authorOf(given.author ?? manifest["author"]),
      homepage: homepage ?? ofManifest("homepage"),
      repository: repositoryOf(given.repository ?? manifest["repository"]),
      license: license ?? ofManifest("license"),
      category,
    }),
    keywords: given.keywords ?? (Array.isArray(keywords) ? keywords.filter((word) => typeof word === "string") : []),
  };
}

/** Searches upward from the config; empty if there is none, or if it is not a JSON object. */
function readManifest(host: Host): Readonly<Record<string, unknown>> {
  for (let dir = host.absolutePath("."); ; dir = parentPath(dir)) {
    const bytes = host.readFile(joinPath(dir, "package.json"));
    const manifest = isFailure(bytes) ? undefined : parseJson(bytes);
    if (!isFailure(bytes)) return isObject(manifest) ? manifest : {};
    if (parentPath(dir) === dir) return {};
  }
}

function textOf(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}

function authorOf(value: unknown): PackageAuthor | undefined {
  if (isObject(value)) {
    const name = textOf(value["name"]);
    return name === undefined
      ? undefined
      : { name, ...definedOnly({ email: textOf(value["email"]), url: textOf(value["url"]) }) };
  }
  const text = textOf(value);
  if (text === undefined) return undefined;
  const name = text.split(/[<(]/, 1)[0]?.trim() ?? "";
  const email = /<([^<>]*)>/.exec(text)?.[1]?.trim();
  const url = /\(([^()]*)\)/.exec(text)?.[1]?.trim();
  return name === "" ? undefined : { name, ...definedOnly({ email: textOf(email), url: textOf(url) }) };
}

/** Expands the short forms of npm. */
function repositoryOf(value: unknown): string | undefined {
  const text = textOf(isObject(value) ? value["url"] : value);
  if (text === undefined) return undefined;
  const short = /^(?:(github|gitlab|bitbucket):)?([\w.-]+\/[\w.-]+)$/.exec(text);
  if (short !== null)
    return `https://${short[1] ?? "github"}.${short[1] === "bitbucket" ? "org" : "com"}/${short[2] ?? ""}`;
  return text
    .replace(/^git\+/, "")
    .replace(/^git:\/\//, "https://")
    .replace(/^(?:ssh:\/\/)?git@([^:/]+)[:/]/, "https://$1/")
    .replace(/\.git$/, "");
}
