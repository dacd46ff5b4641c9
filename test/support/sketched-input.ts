/** A skill as compiling reads it, from bytes in memory. */
import { createHash } from "node:crypto";
import { isFailure, type HostFailure } from "../../src/model/host.ts";
import type { LeftOut, SkillInput } from "../../src/model/skill.ts";
import type { UnitHashing } from "../../src/phases/unit-settings.ts";

export interface SketchedInput {
  readonly dirName: string | undefined;
  readonly document: string;
  readonly bytes: Uint8Array;
  readonly inline?: { readonly name: string; readonly description: string } | undefined;
  /** By path relative to the skill; what cannot be read is a failure. */
  readonly files: Readonly<Record<string, Uint8Array | HostFailure>>;
  readonly leftOut: readonly LeftOut[];
  readonly nested: readonly string[];
}

const sha256 = (data: Uint8Array | string): string => createHash("sha256").update(data).digest("hex");

export const hashing: UnitHashing = { hash: sha256, build: "test" };

export function toInput({ dirName, document, bytes, inline, files, leftOut, nested }: SketchedInput): SkillInput {
  return {
    dirName,
    document,
    ...(inline && { inline: { ...inline, fields: [] } }),
    files: Object.keys(files).sort(),
    leftOut,
    nested,
    read(path) {
      const found = path === document ? bytes : files[path];
      if (found === undefined) return { failure: "not-found", detail: "ENOENT" };
      return isFailure(found) ? found : { bytes: found, sha256: sha256(found) };
    },
  };
}
