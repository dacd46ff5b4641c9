/** Agents and toolsets that a profile does not read: they are only signs of the system that the skills are for. */
import { isFailure, type Host } from "../model/host.ts";
import { baseName, isAbsolute, joinPath, parentPath } from "../paths/index.ts";

export interface UnreadCompanion {
  readonly file: string;
  readonly start: string;
}

export function readStart(file: string, unread: UnreadCompanion[], host: Host): void {
  const bytes = host.readFile(file);
  if (!isFailure(bytes)) unread.push({ file, start: new TextDecoder().decode(bytes.subarray(0, START_BYTES)) });
}

const START_BYTES = 4096;

/** Where systems have files next to a directory `skills`: in the same directory, or one below these. */
const neighbors = [
  ["agents", "AGENT.md"],
  ["toolsets", "TOOLSET.md"],
] as const;

/** Adds the files next to a source named `skills`, which its walk does not see. */
export function readNeighbors(dir: string, unread: UnreadCompanion[], host: Host): void {
  if (baseName(dir) !== "skills" || isAbsolute(dir) || dir.startsWith("../")) return;
  const home = parentPath(dir);
  if (hasFile(home, "AGENT.md", host)) readStart(joinPath(home, "AGENT.md"), unread, host);
  for (const [group, file] of neighbors) {
    const listed = host.readDirectory(joinPath(home, group));
    for (const { name, kind } of isFailure(listed) ? [] : listed.slice(0, MOST_ENTRIES)) {
      const place = joinPath(home, group, name);
      if (kind === "directory" && hasFile(place, file, host)) readStart(joinPath(place, file), unread, host);
    }
  }
}

const MOST_ENTRIES = 20;

/** A case-insensitive disk also has an AGENT.md where there is an `agent.md`. */
function hasFile(dir: string, file: string, host: Host): boolean {
  // Most have none, and need not be listed.
  if (isFailure(host.entryStatus(joinPath(dir, file)))) return false;
  const listed = host.readDirectory(dir);
  return !isFailure(listed) && listed.some(({ name, kind }) => name === file && kind === "file");
}
