/** Files of a skill as numbers, of which linking sees which ones other skills have as well. */
import type { FileFacts } from "./unit.ts";

/** Bytes: shorter files are alike by chance. */
const SHORTEST = 200;
const LICENSES: ReadonlySet<string> = new Set([
  "license",
  "licence",
  "licenses",
  "licences",
  "unlicense",
  "copying",
  "notice",
  "notices",
  "eula",
  "ofl",
]);
const TEXTS: ReadonlySet<string> = new Set(["text/plain", "text/markdown", "text/html"]);

/** Whether a file is compared with those of other skills: each skill needs a license of its own. */
export function isCompared({ path, bytes, mediaType }: Pick<FileFacts, "path" | "bytes" | "mediaType">): boolean {
  if (bytes < SHORTEST) return false;
  const isLicense = path
    .toLowerCase()
    .split(/[/\-_. ]/)
    .some((word) => LICENSES.has(word));
  return !isLicense || !TEXTS.has(mediaType);
}

/** Returns the first 52 bits of a SHA-256, as many as a number keeps. */
export function digestNumber(sha256: string): number {
  return Number.parseInt(sha256.slice(0, 13), 16);
}

/** Returns what files with the same bytes have in common, and few others, as a number below 0: it replaces a digest. */
export function sampleOf(bytes: Uint8Array): number {
  const step = Math.max(1, bytes.length >> 6);
  let sample = 0;
  for (let at = 0; at < bytes.length; at += step) sample = (Math.imul(sample, 31) + (bytes[at] as number)) | 0;
  return -1 - (sample >>> 0);
}
