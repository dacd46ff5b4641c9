/** Walks one source directory and assigns each file to the innermost skill above it. Reads names, not contents. */
import { isFailure, type DirectoryEntry, type Host } from "../../model/host.ts";
import type { CompanionKind } from "../../model/companion.ts";
import type { FoundFile } from "../../model/skill.ts";
import type { ArgsOf, Report, RuleName } from "../../diagnostics/index.ts";
import { compareCodeUnits, compileFilter, isInside, joinPath } from "../../paths/index.ts";
import type { DiscoveryRule } from "../../profiles/index.ts";
import { IGNORE_FILE, type IgnoreFiles } from "./ignore-files.ts";
import { unwantedDirectory, unwantedFile, unwantedPath } from "./unwanted.ts";

/** Names that resemble SKILL.md; in the source directory itself they are ordinary texts about skills. */
function isNearDocument({ name, kind }: DirectoryEntry): boolean {
  return kind === "file" && /^(?:skills\.md|skil{1,3}\.md|skill\.(?:markdown|mdx|mdown|txt|md\.txt))$/i.test(name);
}

/** A skill directory found by the walk. */
export interface WalkedSkill {
  /** Path relative to the source directory; "" for the source directory itself. */
  readonly relative: string;
  /** Host path. */
  readonly dir: string;
  readonly realDir: string;
  /** Name of its SKILL.md as spelled on disk. */
  readonly document: string;
  readonly files: FoundFile[];
  readonly leftOut: { path: string; reason: string }[];
  readonly nested: string[];
  /** Findings about the skill, reported when the skill is returned. */
  readonly findings: ((report: Report, skill: string) => void)[];
}

export interface WalkOptions {
  readonly host: Host;
  readonly report: Report;
  readonly symlinks: "refuse" | "inside";
  readonly skillFileCase: "exact" | "any";
  /** The profile rules for the places of skills and the name of their file. */
  readonly rule: DiscoveryRule;
  /** Absolute paths that are never entered: the output directory, as written and as a real path. */
  readonly forbidden: readonly string[];
  readonly ignoreFiles: IgnoreFiles;
  /** Returns whether no skill in a directory is selected, so that it may be unreadable. */
  readonly isExcluded: (relative: string) => boolean;
  /** Called for everything left out outside skills. */
  readonly drop: (path: string, reason: string) => void;
  /** Called for other files that the profile supports, outside skills, with their path below the source. */
  readonly companion?: (kind: CompanionKind, relative: string) => void;
}

interface Visit {
  readonly relative: string;
  readonly dir: string;
  readonly realDir: string;
  readonly owner: WalkedSkill | undefined;
  /** Real paths from the source directory to this one: a link to one of them is a cycle. */
  readonly ancestors: readonly string[];
}

/** Finds every skill below a directory, sorted by path in code units. `realRoot` is the real path of the directory. */
export function walkSource(root: string, realRoot: string, options: WalkOptions): WalkedSkill[] {
  const { host, report, rule } = options;
  const isPlace = createPlaceTest(rule);
  const spelling = options.skillFileCase === "any" ? "any" : rule.documents;
  const followsDocuments = options.symlinks === "inside" || rule.linkedDocuments === "read";
  const skills: WalkedSkill[] = [];
  // A stack, not recursion, because the input determines the depth.
  const stack: Visit[] = [{ relative: "", dir: root, realDir: realRoot, owner: undefined, ancestors: [realRoot] }];

  for (let visit = stack.pop(); visit !== undefined; visit = stack.pop()) {
    const listed = host.readDirectory(visit.dir);
    if (isFailure(listed)) {
      if (visit.owner === undefined && options.isExcluded(visit.relative)) {
        options.drop(visit.relative, `unreadable (${listed.detail}) and excluded`);
        continue;
      }
      const place = visit.relative === "" ? root : joinPath(root, visit.relative);
      report.report("directory-unreadable", { file: place }, { dir: place, detail: listed.detail });
      continue;
    }
    const entries = listed.toSorted((one, two) => compareCodeUnits(one.name, two.name));
    const owner = ownerOf(visit, entries);
    const below: Visit[] = [];
    for (const entry of entries) {
      const next = visitEntry(visit, owner, entry);
      if (next !== undefined) below.push(next);
    }
    // One by one: the number of arguments of a call is limited, the number of entries is not.
    for (const next of below.reverse()) stack.push(next);
  }
  return skills.sort((one, two) => compareCodeUnits(one.relative, two.relative));

  /** The skill that owns the files directly in a directory. */
  function ownerOf(visit: Visit, entries: readonly DirectoryEntry[]): WalkedSkill | undefined {
    const document = findDocument(visit, entries);
    if (document === undefined) return visit.owner;
    const skill: WalkedSkill = {
      relative: visit.relative,
      dir: visit.dir,
      realDir: visit.realDir,
      document,
      files: [],
      leftOut: [],
      nested: [],
      findings: [],
    };
    skills.push(skill);
    visit.owner?.nested.push(below(visit.owner, visit.relative));
    if (document === "skill.md" && spelling === "lower-case-too")
      note(skill, "skill-md-lowercase", joinPath(visit.dir, document), { found: document });
    for (const { name } of entries)
      if (name !== document && /^skill\.md$/i.test(name))
        note(skill, "skill-md-case-collision", joinPath(visit.dir, name), { other: name });
    return skill;
  }

  function findDocument(visit: Visit, entries: readonly DirectoryEntry[]): string | undefined {
    const isReadable = ({ name, kind }: DirectoryEntry): boolean =>
      kind === "file" || (kind === "symlink" && followsDocuments && leadsToFileInside(joinPath(visit.dir, name)));
    const spelt = entries.filter((entry) => /^skill\.md$/i.test(entry.name) && isReadable(entry));
    const exact = spelt.find(({ name }) => name === "SKILL.md");
    const lower = spelling === "lower-case-too" ? spelt.find(({ name }) => name === "skill.md") : undefined;
    const mayBeOne = visit.relative !== "" && isPlace(visit.relative);
    const first = exact ?? lower ?? spelt[0] ?? (mayBeOne ? entries.find(isNearDocument) : undefined);
    if (first !== undefined && !isPlace(visit.relative)) {
      if (visit.owner === undefined) {
        report.report(
          "place-not-searched",
          { file: joinPath(visit.dir, first.name) },
          { places: (rule.places ?? []).join(", ") },
        );
        options.drop(joinPath(visit.relative, first.name), "not where the system of the profile looks for skills");
      }
      return undefined;
    }
    const isSpelt = first !== undefined && spelt.includes(first);
    if (first === undefined || first === exact || first === lower || (isSpelt && spelling === "any"))
      return first?.name;
    // Inside a skill, a file such as references/skill.md is an ordinary file.
    if (visit.owner === undefined) {
      const place = joinPath(visit.dir, first.name);
      report.report("skill-md-missing", { file: place }, { found: first.name });
      options.drop(joinPath(visit.relative, first.name), 'the file is not called "SKILL.md"');
    }
    return undefined;
  }

  function leadsToFileInside(path: string): boolean {
    const real = host.realPath(path);
    const status = host.status(path);
    return !isFailure(real) && isInside(realRoot, real) && !isFailure(status) && status.kind === "file";
  }

  function visitEntry(visit: Visit, owner: WalkedSkill | undefined, entry: DirectoryEntry): Visit | undefined {
    const relative = visit.relative === "" ? entry.name : `${visit.relative}/${entry.name}`;
    const dir = joinPath(visit.dir, entry.name);
    const realDir = `${visit.realDir}/${entry.name}`;
    if (entry.name === IGNORE_FILE && entry.kind !== "directory") {
      options.ignoreFiles.read(visit.relative, dir, entry.kind);
      return undefined;
    }
    switch (entry.kind) {
      case "directory":
        return enter({ relative, dir, realDir, owner, ancestors: [...visit.ancestors, realDir] }, entry.name);
      case "file":
        addFile(owner, relative, dir, entry.name);
        return undefined;
      case "symlink":
        return followLink(visit, owner, relative, dir, entry.name);
      case "other":
        if (owner === undefined) {
          if (!/^skill\.md$/i.test(entry.name)) return undefined;
          report.report("not-regular-file", { file: dir }, { path: dir });
          options.drop(relative, "neither a file nor a directory");
          return undefined;
        }
        note(owner, "not-regular-file", dir, { path: below(owner, relative) });
        owner.leftOut.push({ path: below(owner, relative), reason: "neither a file nor a directory" });
        return undefined;
    }
  }

  function enter(next: Visit, name: string): Visit | undefined {
    if (options.forbidden.includes(host.absolutePath(next.dir)) || options.forbidden.includes(next.realDir))
      return undefined;
    if (next.owner === undefined && name.startsWith(".") && rule.dotDirectories === "skip") return undefined;
    const reason = unwantedDirectory(name);
    if (reason === undefined) return next;
    if (next.owner !== undefined) leaveOut(next.owner, `${below(next.owner, next.relative)}/`, next.dir, reason);
    // Skills in it are separate skills; they never ship as files of another skill.
    return reason === "junk" && rule.toolDirectories === "enter" ? { ...next, owner: undefined } : undefined;
  }

  function addFile(owner: WalkedSkill | undefined, relative: string, location: string, name: string): void {
    if (owner === undefined) {
      if (rule.companions === "carnet" && name === "AGENT.md") options.companion?.("agent", relative);
      if (rule.companions === "carnet" && name === "TOOLSET.md") options.companion?.("toolset", relative);
      return;
    }
    const path = below(owner, relative);
    if (path === owner.document) return;
    const reason = unwantedFile(name);
    if (reason === undefined) owner.files.push({ path, location });
    else leaveOut(owner, path, location, reason);
  }

  function followLink(
    visit: Visit,
    owner: WalkedSkill | undefined,
    relative: string,
    dir: string,
    name: string,
  ): Visit | undefined {
    const real = host.realPath(dir);
    const refuse = <R extends RuleName>(rule: R, args: ArgsOf<R>, reason: string): undefined => {
      const path = owner === undefined ? relative : below(owner, relative);
      if (owner === undefined) {
        report.report(rule, { file: dir }, args);
        options.drop(path, reason);
      } else {
        note(owner, rule, dir, args);
        owner.leftOut.push({ path, reason });
      }
      return undefined;
    };
    if (isFailure(real)) {
      if (real.failure === "loop") return refuse("symlink-cycle", { path: dir }, "a symbolic link in a circle");
      return refuse("symlink-dangling", { path: dir }, "a symbolic link that leads nowhere");
    }
    if (!isInside(realRoot, real))
      return refuse("symlink-escape", { path: dir, target: real }, "a symbolic link out of the source");
    if (visit.ancestors.includes(real)) return refuse("symlink-cycle", { path: dir }, "a symbolic link in a circle");
    if (options.symlinks === "refuse") return refuse("symlink-refused", { path: dir }, "a symbolic link");
    const status = host.status(dir);
    if (isFailure(status)) return refuse("symlink-dangling", { path: dir }, "a symbolic link that cannot be read");
    // A link with another name must not ship a secret.
    const unwanted = unwantedPath(real.slice(realRoot.length + 1), status.kind === "file");
    if (unwanted !== undefined) {
      if (owner !== undefined) leaveOut(owner, below(owner, relative), dir, unwanted);
      return undefined;
    }
    if (status.kind === "directory")
      return enter({ relative, dir, realDir: real, owner, ancestors: [...visit.ancestors, real] }, name);
    if (status.kind === "file") addFile(owner, relative, dir, name);
    return undefined;
  }

  function leaveOut(owner: WalkedSkill, path: string, location: string, reason: "junk" | "secret"): void {
    note(owner, reason === "secret" ? "secret-file" : "junk-file", location, { path });
    owner.leftOut.push({ path, reason: reason === "secret" ? "looks like a secret" : "a by-product of a tool" });
  }
}

function note<R extends RuleName>(skill: WalkedSkill, rule: R, file: string, args: ArgsOf<R>): void {
  skill.findings.push((report, key) => report.report(rule, { file, skill: key }, args));
}

/** Returns a source path relative to a skill in it. */
function below(skill: WalkedSkill, relative: string): string {
  return skill.relative === "" ? relative : relative.slice(skill.relative.length + 1);
}

/** Creates a test for directories that can be skills, by their path below the source; "" is the source itself. */
function createPlaceTest({ places }: DiscoveryRule): (relative: string) => boolean {
  if (places === undefined) return () => true;
  const filter = compileFilter(places.filter((place) => place !== "."));
  return (relative) => (relative === "" ? places.includes(".") : filter.matches(relative));
}
