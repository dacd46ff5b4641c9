/** Files of skills that are written next to the module as they are, instead of into it. */
import { LARGEST_WHOLE } from "../../contents/index.ts";
import type { ModuleOptions } from "../../model/config.ts";
import { oncePer } from "../../model/once-per.ts";
import type { ContentHandle, LinkedSkill } from "../../model/linked.ts";
import type { OutputFile } from "../../model/output.ts";
import type { TargetContents } from "../target.ts";
import { moduleFile } from "./module-file.ts";

/** Returns whether a file is written next to the module: what is not text, and text that no string should contain. */
export function isAsset(
  { encoding, bytes }: Pick<ContentHandle, "encoding" | "bytes">,
  { assets }: Pick<ModuleOptions, "assets">,
): boolean {
  return assets === "copy" && (encoding === "binary" || bytes > LARGEST_WHOLE);
}

/** Returns the path of an asset: its name is its hash, so that its content never changes. */
export function assetPath({ sha256 }: Pick<ContentHandle, "sha256">): string {
  return `assets/${sha256}`;
}

/** Returns a skill without its assets. */
export function withoutAssets(skill: LinkedSkill, { assets }: Pick<ModuleOptions, "assets">): LinkedSkill {
  return assets === "embed" ? skill : withoutCopied(skill);
}

const withoutCopied = oncePer((skill: LinkedSkill): LinkedSkill => ({
  ...skill,
  files: skill.files.filter((file) => !isAsset(file, { assets: "copy" })),
}));

/** Returns the assets, each once, however many skills have it. */
export function assetFiles(
  skills: readonly LinkedSkill[],
  options: ModuleOptions,
  contents: TargetContents,
): readonly OutputFile[] {
  if (options.assets === "embed") return [];
  const handles = skills.flatMap(({ files }) => files.filter((file) => isAsset(file, options)));
  const unique = new Map(handles.map((handle) => [assetPath(handle), handle] as const));
  return [...unique].map(([path, handle]) => {
    const { sha256, bytes } = handle;
    const chunks = (): ReturnType<TargetContents["pieces"]> => contents.pieces(handle);
    return moduleFile(
      { path, role: "asset", kind: "part", digest: { sha256, bytes }, inputs: sha256, chunks },
      contents,
    );
  });
}
