/** No directory of a project is searched for a program. */
import { existsSync } from "node:fs";
import { posix, win32 } from "node:path";

interface ProgramSearch {
  readonly platform: NodeJS.Platform;
  exists(path: string): boolean;
}

const OWN_SYSTEM: ProgramSearch = { platform: process.platform, exists: existsSync };

/**
 * Returns what to start for the name of a program. On Windows that is an absolute path in PATH: otherwise the directory
 * in which the process starts comes first, and a repository could bring its own `git.exe`. The path of a missing
 * program does not exist, so that starting it fails. Elsewhere, and for a path, it is the name itself.
 *
 * @example
 * findProgram("git", { Path: "C:\\Program Files\\Git\\cmd" }); // C:\Program Files\Git\cmd\git.exe
 */
export function findProgram(
  name: string,
  environment: Readonly<Record<string, string | undefined>>,
  { platform, exists }: ProgramSearch = OWN_SYSTEM,
): string {
  if (platform !== "win32" || name !== posix.basename(win32.basename(name))) return name;
  // Windows ignores the case of their names.
  const [, path = ""] = Object.entries(environment).find(([key]) => key.toUpperCase() === "PATH") ?? [];
  const dirs = path.split(win32.delimiter).filter((dir) => win32.isAbsolute(dir));
  const files = win32.extname(name) === "" ? [`${name}.com`, `${name}.exe`] : [name];
  const candidates = dirs.flatMap((dir) => files.map((file) => win32.join(dir, file)));
  return candidates.find(exists) ?? win32.join(dirs[0] ?? "C:\\Windows\\System32", `${name}.not-on-PATH`);
}
