/** Names the skills of a project that a build without a config does not take. */
import { posix } from "node:path";
import { createContents } from "../contents/index.ts";
import { createFindings } from "../diagnostics/index.ts";
import type { Config, DirectorySource } from "../model/config.ts";
import type { Host } from "../model/host.ts";
import { discoverAll } from "../phases/discover-all.ts";
import { commandRules } from "./rules.ts";

/** Directories named in one message. */
const MAX_NAMED = 3;

/**
 * Searches the project of a build whose source is a default, as a check would. What it finds goes into no output, so
 * that ignore files never decide about bytes.
 */
export function findLeftOutByDefaults(config: Config, host: Host): ReturnType<typeof createFindings> {
  const findings = createFindings();
  const [source] = config.sources;
  // A source of the config or of the caller has a place or is what was asked for.
  if (source?.kind !== "directory" || source.place !== undefined) return findings;
  const whole: DirectorySource = {
    kind: "directory",
    dir: ".",
    preload: false,
    include: [],
    exclude: [],
    optional: true,
    isSearched: true,
  };
  const { alsoCheck: _alsoCheck, ...own } = config;
  const [run] = discoverAll({ ...own, sources: [whole] }, host, createContents(host, "check"));
  const places = (run?.discovered.skills ?? []).map(({ place }) => place);
  const isTaken = (dir: string): boolean =>
    source.dir === "." || dir === source.dir || dir.startsWith(`${source.dir}/`);
  // A copy for another client has the same name.
  const taken = new Set(places.filter(({ dir }) => isTaken(dir)).map(({ dir }) => posix.basename(dir)));
  const left = places.filter(({ dir }) => !isTaken(dir) && !taken.has(posix.basename(dir)));
  const [first] = left;
  if (first === undefined) return findings;
  const dirs = [...new Set(left.map(({ dir }) => posix.dirname(dir)))].sort();
  const named = dirs.slice(0, MAX_NAMED).join("\n");
  const args = { taken: source.dir, skills: left.length, dirs: named, more: Math.max(0, dirs.length - MAX_NAMED) };
  findings.add(commandRules["skills-not-built"], { file: first.file }, args);
  return findings;
}
