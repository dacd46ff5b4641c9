import { createFindings } from "../diagnostics/index.ts";
import { isFailure, type DirectoryEntry } from "../model/host.ts";
import { compileFilter, isInside, joinPath } from "../paths/index.ts";
import type { DiscoveryRule } from "../profiles/index.ts";
import { discoverRules } from "./rules.ts";
import { below, type Visit, type Walk, type WalkedSkill } from "./walk-state.ts";

/** The name is similar, and the file has the frontmatter of a skill: others with such a name are texts about skills. */
function isNearDocument({ options }: Walk, { dir }: Visit, { name, kind }: DirectoryEntry): boolean {
  if (kind === "directory") return /^skill\.md$/i.test(name);
  if (kind !== "file" || !NEAR_NAME.test(name.replace(UNSEEN, ""))) return false;
  const path = joinPath(dir, name);
  const status = options.host.status(path);
  if (isFailure(status) || status.size > LONGEST_NEAR_DOCUMENT) return false;
  const bytes = options.host.readFile(path);
  return !isFailure(bytes) && SKILL_FRONTMATTER.test(new TextDecoder().decode(bytes.subarray(0, HEAD_BYTES)));
}

/** With another ending or none, a number, or what copies and backups add. */
const NEAR_NAME =
  /^skil{1,3}s?(?:[-_.]?(?:copy|old|backup|\d+))?(?:\(\d+\))?(?:[-_.,]?(?:md|markdown|mdx|mdown|txt))?(?:\(\d+\)|copy|~|\.(?:txt|bak|old|orig|save|disabled|off))?$/i;
/** Blanks, and characters without a width. */
const UNSEEN = /[\s\u00ad\u200b-\u200f\u202a-\u202e\u2060\ufeff]+/gu;
const SKILL_FRONTMATTER = /^\s*---[ \t]*\r?\n(?:.*\r?\n){0,40}?(?:name|description)[ \t]*:/i;
const LONGEST_NEAR_DOCUMENT = 1_000_000;
const HEAD_BYTES = 4096;

export function ownerOf(walk: Walk, visit: Visit, entries: readonly DirectoryEntry[]): WalkedSkill | undefined {
  const { search } = walk.options;
  if (search !== undefined && visit.testData !== undefined) {
    if (entries.some(({ name }) => name === "SKILL.md")) search.noteTestData(visit.testData);
    return visit.owner;
  }
  const document = findDocument(walk, visit, entries);
  if (document === undefined) return visit.owner;
  const { relative, dir, realDir, packageDir } = visit;
  const findings = createFindings();
  let realPaths: Map<string, string> | undefined;
  if (entries.some(({ name, kind }) => name === document && kind === "symlink")) {
    const real = walk.options.host.realPath(joinPath(dir, document));
    if (!isFailure(real) && isInside(walk.realRoot, real)) realPaths = new Map([[document, real]]);
  }
  const lists = { files: [], leftOut: [], nested: [], realPaths };
  const skill: WalkedSkill = { relative, dir, realDir, packageDir, document, ...lists, findings };
  walk.skills.push(skill);
  visit.owner?.nested.push(below(visit.owner, relative));
  if (document === "skill.md" && spellingOf(walk) === "lower-case-too")
    findings.add(discoverRules["skill-md-lowercase"], { file: joinPath(dir, document) }, { found: document });
  for (const { name } of entries)
    if (name !== document && /^skill\.md$/i.test(name))
      findings.add(discoverRules["skill-md-case-collision"], { file: joinPath(dir, name) }, { other: name });
  return skill;
}

function spellingOf({ options: { skillFileCase, rule } }: Walk): DiscoveryRule["documents"] {
  return skillFileCase === "any" ? "any" : rule.documents;
}

function findDocument(walk: Walk, visit: Visit, entries: readonly DirectoryEntry[]): string | undefined {
  const { options } = walk;
  const spelling = spellingOf(walk);
  const isPlace = isPlaceOf(options.rule, visit.relative);
  const spelt = entries.filter((entry) => /^skill\.md$/i.test(entry.name) && isReadable(walk, visit, entry));
  const exact = spelt.find(({ name }) => name === "SKILL.md");
  const lower = spelling === "lower-case-too" ? spelt.find(({ name }) => name === "skill.md") : undefined;
  // In a whole project, a page such as docs/skills.md is not meant as a skill.
  const isLikely = options.search === undefined || /(?:^|\/)skills\/[^/]+$/.test(visit.dir);
  const mayBeOne = visit.relative !== "" && isPlace && isLikely;
  const first =
    exact ?? lower ?? spelt[0] ?? (mayBeOne ? entries.find((entry) => isNearDocument(walk, visit, entry)) : undefined);
  if (first === undefined) return undefined;
  const file = joinPath(visit.dir, first.name);
  // Inside a skill a file such as references/skill.md is just a file, unless the skill is a whole project.
  const isReported = visit.owner === undefined || /(?:^|\/)skills\/[^/]+$/.test(visit.relative);
  if (!isPlace) {
    if (!isReported) return undefined;
    const places = (options.rule.places ?? []).join(", ");
    options.findings.add(discoverRules["place-not-searched"], { file }, { places });
    options.drop(joinPath(visit.relative, first.name), "outside the directories that the profile searches");
    return undefined;
  }
  const isSpelt = spelt.includes(first);
  if (first === exact || first === lower || (isSpelt && spelling === "any")) return first.name;
  if (!isReported) return undefined;
  const isDirectory = first.kind === "directory";
  options.findings.add(
    discoverRules["skill-md-missing"],
    { file },
    { found: `${first.name}${isDirectory ? "/" : ""}` },
  );
  const reason = isDirectory ? '"SKILL.md" is not a file' : 'the file is not named "SKILL.md"';
  options.drop(joinPath(visit.relative, first.name), reason);
  return undefined;
}

function isReadable({ options, realRoot }: Walk, { dir }: Visit, { name, kind }: DirectoryEntry): boolean {
  if (kind === "file") return true;
  if (kind !== "symlink") return false;
  if (options.symlinks !== "inside" && options.rule.linkedDocuments !== "read") return false;
  const path = joinPath(dir, name);
  const real = options.host.realPath(path);
  const status = options.host.status(path);
  return !isFailure(real) && isInside(realRoot, real) && !isFailure(status) && status.kind === "file";
}

/** `relative` is below the source; "" is the source itself. */
function isPlaceOf({ places }: DiscoveryRule, relative: string): boolean {
  if (places === undefined) return true;
  if (relative === "") return places.includes(".");
  return compileFilter(places.filter((place) => place !== ".")).matches(relative);
}
