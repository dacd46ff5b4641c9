/** What of a skill a package does not carry, or carries where no reader looks. */
import { thousands } from "../../diagnostics/rule.ts";
import type { LinkedSkill } from "../../model/linked.ts";
import { targetRules } from "../rules.ts";
import { closedFrontmatter } from "./closed-frontmatter.ts";
import type { OpenSkill, PlannedSkill, Planning } from "./planning.ts";
import { packageRules } from "./rules.ts";

/** Hosts of git reject files over 100 MB, and warn about those above 50 MB; copies of a package add up. */
const LARGE_FILE = 25 * 1024 * 1024;

/** What `skills` 1.7.4 drops from every source: files and directories. */
const DROPPED_FILE = /(?:^|\/)(?:metadata\.json$|__pycache__\/|__pypackages__\/)/;

/** A byte order mark has two bytes more than characters, so that few other documents are read for it. */
function startsWithMark(skill: LinkedSkill, open: OpenSkill): boolean {
  const { entry, document } = skill;
  const isPossible = entry.source.kind !== "inline" && entry.source.bodyOffset > document.start + 1;
  return isPossible && open(skill).text.startsWith("\u{feff}");
}

export function reportLosses({ skill, name }: PlannedSkill, { form, place, findings, open }: Planning): void {
  const { entry, files } = skill;
  const { target, frontmatter } = form;
  const { outDir } = place;
  const isClosed = frontmatter === "closed";
  const lose = (field: string, what: string, isMinor: boolean): void =>
    findings.add(targetRules["target-loss"], open(skill).placeOf(field), {
      target,
      outDir,
      what,
      isMinor,
      isClosed: isClosed && field !== "name",
    });
  if (isClosed) for (const { field, what } of closedFrontmatter(entry, name, "\n").lost) lose(field, what, false);
  if (startsWithMark(skill, open)) {
    const what = `the skill "${entry.id}" for Codex, which ignores a SKILL.md that starts with a byte order mark`;
    lose("", isClosed ? "the byte order mark before the frontmatter" : what, isClosed);
  }
  if (form.keepsNamespace !== true && entry.namespace !== undefined && name === entry.name)
    lose("name", `the namespace "${entry.namespace}" of the skill "${entry.id}"`, true);
  for (const { path, bytes, location } of files) {
    const at = { file: entry.source.file };
    if (DROPPED_FILE.test(path)) findings.add(packageRules["client-drops-file"], at, { skill: entry.id, path });
    if (form.isArchive === true) {
      const isMode = form.frontmatter === "verbatim" && place.isExecutable(location) === true;
      if (isMode) lose("", `the executable bit of "${path}" for the skills CLI, which drops it from archives`, true);
      continue;
    }
    if (bytes > LARGE_FILE)
      findings.add(packageRules["target-limit"], at, {
        skill: entry.id,
        what: `"${path}"`,
        actual: `${thousands(bytes)} bytes`,
        limit: thousands(LARGE_FILE),
        who: "files in a git repository",
        isRejected: false,
      });
  }
}
