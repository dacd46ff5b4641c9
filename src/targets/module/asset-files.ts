/** Files of skills that are written next to the module as they are, instead of into it. */
import type { ModuleOptions } from "../../model/config.ts";
import type { LinkedSkill } from "../../model/linked.ts";
import type { OutputFile } from "../../model/output.ts";
import { assetPath, isAsset } from "../../piece/index.ts";
import type { TargetContents } from "../target.ts";
import { moduleFile } from "./module-file.ts";

/** Returns the assets, each once, however many skills have it. */
export function assetFiles(
  skills: readonly LinkedSkill[],
  options: ModuleOptions,
  contents: TargetContents,
): readonly OutputFile[] {
  if (options.assets === "embed") return [];
  const handles = skills.flatMap(({ files }) => files.filter((file) => isAsset(file, options.assets)));
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
