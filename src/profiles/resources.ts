/** Which files of a skill a system counts as its resources, and in which order. */
import type { Profile } from "./profile.ts";

/** The directories that instructor-php 2.7 looks into, in its order; of the files directly inside. */
const CONVENTIONAL = ["scripts", "references", "assets", "examples"];

/** The resources among the files of a skill. Paths are relative to the skill and sorted by code units. */
export function listResources(paths: readonly string[], rule: Profile["resources"]): readonly string[] {
  if (rule === "all") return paths;
  return CONVENTIONAL.flatMap((directory) =>
    paths.filter((path) => {
      const name = path.startsWith(`${directory}/`) ? path.slice(directory.length + 1) : "";
      return name !== "" && !name.startsWith(".") && !name.includes("/");
    }),
  );
}
