import type { Profile } from "../model/profile.ts";

/** The directories in which instructor-php 2.7 reads files, without subdirectories, in its order. */
const CONVENTIONAL = ["scripts", "references", "assets", "examples"];

/** Returns the resources among the files of a skill. Paths are relative to the skill and sorted by code units. */
export function listResources(paths: readonly string[], rule: Profile["resources"]): readonly string[] {
  if (rule === "all") return paths;
  return CONVENTIONAL.flatMap((directory) =>
    paths.filter((path) => {
      const name = path.startsWith(`${directory}/`) ? path.slice(directory.length + 1) : "";
      return name !== "" && !name.startsWith(".") && !name.includes("/");
    }),
  );
}
