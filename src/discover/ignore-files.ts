/** The `.skillignore` files of one source: `.gitignore` patterns for everything below their directory. */
import ignore, { type Ignore } from "ignore";
import { isFailure, LARGEST_TEXT, type DirectoryEntryKind } from "../model/host.ts";
import type { Findings } from "../diagnostics/index.ts";
import { isInside } from "../paths/index.ts";
import type { DiscoverOptions } from "./discover-options.ts";
import { discoverRules } from "./rules.ts";

export const IGNORE_FILE = ".skillignore";

/** The regular expression of a longer pattern can exceed what the engine accepts; no path is as long (PATH_MAX). */
const LONGEST_PATTERN = 4096;

export interface IgnoreFiles {
  /** Reads the ignore file of a directory, given by its path below the source ("" for the source itself). */
  read(dir: string, location: string, kind: DirectoryEntryKind): void;
  /** Returns whether a file is left out; the nearest ignore file decides. The path is relative to the source. */
  ignores(path: string): boolean;
}

/** One that cannot be read is an error: what it leaves out would ship. `realRoot` is the real path of the source. */
export function createIgnoreFiles(
  realRoot: string,
  { config, host }: DiscoverOptions,
  findings: Findings,
): IgnoreFiles {
  const rules = new Map<string, Ignore>();

  const textOf = (location: string, kind: DirectoryEntryKind): { text: string } | { detail: string } => {
    if (kind === "symlink") {
      if (config.symlinks === "refuse") return { detail: "it is a symbolic link" };
      const real = host.realPath(location);
      if (isFailure(real)) return { detail: real.detail };
      if (!isInside(realRoot, real)) return { detail: "it is a symbolic link that points outside the source" };
    }
    const status = host.status(location);
    if (isFailure(status)) return { detail: status.detail };
    // Reading a pipe would never end.
    if (status.kind !== "file") return { detail: "it is not a file" };
    const bytes = host.readFile(location, undefined, LARGEST_TEXT);
    if (isFailure(bytes)) return { detail: bytes.detail };
    let text: string;
    try {
      text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    } catch {
      return { detail: "it is not UTF-8 text" };
    }
    const long = text.split(/\r?\n/).findIndex((line) => line.length > LONGEST_PATTERN);
    return long === -1
      ? { text }
      : { detail: `line ${long + 1} has more than ${LONGEST_PATTERN.toLocaleString("en")} characters` };
  };

  return {
    read(dir, location, kind) {
      const read = textOf(location, kind);
      if ("text" in read) rules.set(dir, ignore().add(read.text));
      else
        findings.add(
          discoverRules["ignore-file-unreadable"],
          { file: location },
          { path: location, detail: read.detail },
        );
    },
    ignores(path) {
      if (rules.size === 0) return false;
      let ignored = false;
      for (let end = -1; ;) {
        const ofDirectory = rules.get(path.slice(0, Math.max(0, end)));
        const verdict = ofDirectory?.test(path.slice(end + 1));
        if (verdict?.ignored === true) ignored = true;
        if (verdict?.unignored === true) ignored = false;
        end = path.indexOf("/", end + 1);
        if (end === -1) return ignored;
      }
    },
  };
}
