import type { AdmittedSkill } from "../model/admitted.ts";
import type { Config } from "../model/config.ts";

/** True if a skill was named, or directories although there is a config. */
export function isPart(
  { sources, file }: Pick<Config, "sources" | "file">,
  skills: readonly Pick<AdmittedSkill, "place">[],
): boolean {
  const named = sources.flatMap((source) =>
    source.kind === "directory" && source.named === "argument" ? source.dir : [],
  );
  return named.length > 0 && (file !== undefined || skills.some(({ place }) => named.includes(place.dir)));
}
