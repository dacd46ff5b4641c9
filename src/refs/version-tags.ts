import { compareVersions, parseVersion, type Version } from "./version-range.ts";

interface VersionTag {
  readonly tag: string;
  /** Empty, `v`, or the name of a package in a repository of several. */
  readonly prefix: string;
  /** How many numbers are written: `v1` and `v1.2.0` are different promises. */
  readonly parts: number;
  readonly version: Version;
}

/** Longer names are not versions. */
const MAX_TAG = 256;

/** Up to the end of the tag. */
const VERSION = /^(\d{1,15}(?:\.\d{1,15}){0,2})(-[0-9A-Za-z.-]+)?$/;

function readTag(tag: string): VersionTag | undefined {
  if (tag.length > MAX_TAG) return undefined;
  for (let at = 0; at < tag.length; at++) {
    // Neither the rest of a number nor that of a longer version.
    if (!/\d/.test(tag[at] as string) || /[\d.]/.test(tag[at - 1] ?? "")) continue;
    const match = VERSION.exec(tag.slice(at));
    if (match === null) continue;
    const [, numbers = "", pre = ""] = match;
    const parts = numbers.split(".").length;
    const version = parseVersion(`${numbers}${".0".repeat(3 - parts)}${pre}`);
    return version && { tag, prefix: tag.slice(0, at), parts, version };
  }
  return undefined;
}

/**
 * Returns the newest of some tags that is a newer version than a tag; undefined if none is, or if the tag is not a version.
 * Only tags of the same series count: with the same text before the version, and with one number if it has one number. A
 * pre-release counts only if the tag is one.
 *
 * @example
 * newestTag("v1.0.0", ["v1.0.0", "v1.1.0", "v2.0.0-rc.1", "web-v3.0.0"]); // "v1.1.0"
 */
export function newestTag(tag: string, tags: Iterable<string>): string | undefined {
  const pinned = readTag(tag);
  if (pinned === undefined) return undefined;
  let newest = pinned;
  for (const each of tags) {
    const found = readTag(each);
    if (found === undefined || found.prefix !== pinned.prefix || (found.parts === 1) !== (pinned.parts === 1)) continue;
    if (found.version.pre.length > 0 && pinned.version.pre.length === 0) continue;
    if (compareVersions(found.version, newest.version) > 0) newest = found;
  }
  return newest === pinned ? undefined : newest.tag;
}
