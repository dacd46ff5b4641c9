/** The manifest of an output directory: the files that skillc wrote, with their hashes. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { isFailure } from "../model/host.ts";
import { lstatIfAny } from "./links-below.ts";
import { attempt } from "./node-host.ts";

/** The name while every file can be recognized without the manifest. */
const HIDDEN_NAME = ".skillc-manifest.json";
/**
 * The name once the manifest is the only proof for a file. Archives, uploads and ignore rules often leave dot files
 * out: without the manifest such a file would be foreign, and the build would stop.
 */
const VISIBLE_NAME = "skillc-manifest.json";

/** SHA-256 by path below the output directory. */
export type OutputManifest = ReadonlyMap<string, string>;

/** Returns the manifest of an output directory, from both places; empty if there is none. */
export function readManifest(outDir: string): OutputManifest {
  return new Map([HIDDEN_NAME, VISIBLE_NAME].flatMap((name) => [...(parse(read(outDir, name)) ?? [])]));
}

/** A manifest that is to be written. */
export interface ManifestPlan {
  readonly name: string;
  readonly text: string;
  readonly isWritten: boolean;
  /** The manifest under the other name, which this one replaces. */
  readonly obsolete: string | undefined;
  /** A file of the same name that is not a manifest. */
  readonly isForeign: boolean;
}

/** Plans the manifest of an output; `visible` if some file cannot be recognized without it. */
export function planManifest(outDir: string, files: ReadonlyMap<string, string>, visible: boolean): ManifestPlan {
  const [name, other] = visible ? [VISIBLE_NAME, HIDDEN_NAME] : [HIDDEN_NAME, VISIBLE_NAME];
  const sorted = [...files].sort(([one], [two]) => (one < two ? -1 : 1));
  const text = `${JSON.stringify({ formatVersion: 1, files: Object.fromEntries(sorted) }, null, 2)}\n`;
  const present = read(outDir, name);
  return {
    name,
    text,
    isWritten: present !== text,
    obsolete: parse(read(outDir, other)) === undefined ? undefined : other,
    isForeign: visible && lstatIfAny(join(outDir, name)) !== undefined && parse(present) === undefined,
  };
}

function read(outDir: string, name: string): string | undefined {
  // A link may lead anywhere, and reading a pipe would never end.
  if (lstatIfAny(join(outDir, name))?.isFile() !== true) return undefined;
  const text = attempt(() => readFileSync(join(outDir, name), "utf8"));
  return isFailure(text) ? undefined : text;
}

/** Undefined for a text that is not a manifest. */
function parse(text: string | undefined): OutputManifest | undefined {
  if (text === undefined) return undefined;
  try {
    const parsed: unknown = JSON.parse(text);
    if (typeof parsed !== "object" || parsed === null || !("formatVersion" in parsed)) return undefined;
    const files = "files" in parsed ? parsed.files : undefined;
    if (typeof files !== "object" || files === null) return undefined;
    return new Map(Object.entries(files).filter((entry): entry is [string, string] => typeof entry[1] === "string"));
  } catch {
    return undefined;
  }
}
