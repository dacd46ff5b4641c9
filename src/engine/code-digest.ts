/** What the code of this package is: a digest of its files and of the versions of the libraries that it compiles with. */
import { createHash, hash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, realpathSync } from "node:fs";
import { basename, dirname, join, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { isFailure } from "../model/host.ts";
import { attempt } from "../host/attempt.ts";

/** Where `npm run build` notes the digest of the files, next to them. */
export const CODE_DIGEST_FILE = "code-digest.json";

/** Libraries that decide about units; theirs follow. */
const LIBRARIES = ["yaml", "micromark", "micromark-extension-frontmatter", "micromark-util-decode-string"];

/** What `npm run build` notes. */
export interface NotedCode {
  readonly files: string;
  /** The versions of the libraries in the bundled command line. */
  readonly libraries: readonly string[];
}

let known: string | undefined;

/**
 * Returns a digest (SHA-256, lower-case hexadecimal) of everything besides the input that decides what compiling a skill
 * gives: this code, the libraries, the engine. Undefined if it is unknown: nothing must be kept then.
 *
 * @example
 * const dir = join(cache, readCodeDigest() ?? "");
 */
export function readCodeDigest(): string | undefined {
  if (known !== undefined) return known;
  const digest = attempt(() => {
    const here = dirname(fileURLToPath(import.meta.url));
    const code = dirname(here);
    const noted = readNoted(code);
    const files = noted?.files ?? digestOfFiles(code);
    // Scripts of the bundle contain their libraries; its modules import what is installed.
    const isBundle = basename(here) === "bin" && !import.meta.url.endsWith(".mjs") && noted !== undefined;
    const libraries = isBundle ? noted.libraries : libraryVersions(code);
    return hash("sha256", JSON.stringify([files, libraries, process.version]), "hex");
  });
  if (!isFailure(digest)) known = digest;
  return known;
}

/**
 * Returns what was noted of the code in a directory. An installed package does not change; a checkout of it does, between any
 * two commands, and nothing is noted of it.
 */
export function readNoted(code: string): NotedCode | undefined {
  if (existsSync(join(dirname(code), "src", "compile.ts"))) return undefined;
  const noted = join(code, CODE_DIGEST_FILE);
  return existsSync(noted) ? (JSON.parse(readFileSync(noted, "utf8")) as NotedCode) : undefined;
}

/**
 * Returns the digest of all code in a directory.
 *
 * @param dir Absolute path.
 * @example
 * digestOfFiles("/srv/app/node_modules/skillc/dist")
 */
export function digestOfFiles(dir: string): string {
  const digest = createHash("sha256");
  const paths = readdirSync(dir, { recursive: true, encoding: "utf8" });
  for (const path of paths.filter((one) => /\.[cm]?[jt]s$/.test(one) && !one.endsWith(".d.ts")).sort()) {
    const bytes = readFileSync(join(dir, path));
    digest.update(`${path.replaceAll(sep, "/")} ${bytes.length}\n`).update(bytes);
  }
  return digest.digest("hex");
}

/**
 * Returns the versions of the libraries and of everything that they need, as Node finds them.
 *
 * @param code Absolute path of the directory of this code.
 * @example
 * libraryVersions("/srv/app/node_modules/skillc/dist") // ["yaml 2.9.1", …]
 */
export function libraryVersions(code: string): readonly string[] {
  const versions = new Map<string, string>();
  const pending = LIBRARIES.map((name) => [name, code] as const);
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const [name, from] = next;
    const dir = findLibrary(name, from);
    // Not every entry of `dependencies` has code: packages of types may be missing.
    if (dir === undefined || versions.has(dir)) continue;
    const manifest = JSON.parse(readFileSync(join(dir, "package.json"), "utf8")) as {
      readonly version?: string;
      readonly dependencies?: Readonly<Record<string, string>>;
    };
    versions.set(dir, `${name} ${manifest.version ?? ""}`);
    for (const needed of Object.keys(manifest.dependencies ?? {})) pending.push([needed, dir]);
  }
  return [...versions.values()].sort();
}

function findLibrary(name: string, from: string): string | undefined {
  for (let dir = from; ; dir = dirname(dir)) {
    const path = join(dir, "node_modules", name);
    if (existsSync(join(path, "package.json"))) return realpathSync.native(path);
    if (dirname(dir) === dir) return undefined;
  }
}
