/** Gives skills the shared files that they link to. */
import type { AdmittedSkill } from "../model/admitted.ts";
import type { Config } from "../model/config.ts";
import type { LinkRewrite, SharedCopy, SharedFile, SharedFolder, SharedParts, StayingPath } from "../model/shared.ts";
import type { SkillPlace } from "../model/skill.ts";
import type { OutsideLink } from "../model/unit.ts";
import {
  baseName,
  compareCodeUnits,
  isInside,
  joinPath,
  parentPath,
  percentEncode,
  relativePath,
} from "../paths/index.ts";
import { contentKey } from "../piece/index.ts";
import { isPart } from "./is-part.ts";
import type { LinkFindings } from "./placed-findings.ts";
import { linkRules } from "./rules.ts";

interface SharedContext {
  readonly folders: readonly SharedFolder[];
  readonly config: Pick<Config, "sources" | "file" | "place">;
  readonly findings: LinkFindings;
}

/** Returns what each skill gets, by position, and reports files that no skill uses; undefined where nothing is shared. */
export function linkShared(
  skills: readonly AdmittedSkill[],
  { folders, config, findings }: SharedContext,
): readonly (SharedParts | undefined)[] | undefined {
  if (folders.length === 0) return undefined;
  const used = new Set<string>();
  const copies = new Map(folders.flatMap((folder) => (folder.scripts === "copy" ? [[folder, handlesOf(folder)]] : [])));
  const parts = skills.map((skill) => {
    const own = partsOf(skill, folders, copies);
    for (const { from } of own?.files ?? []) used.add(from);
    for (const file of own?.named ?? []) used.add(file);
    if (own !== undefined) reportTaken(own, skill, { folders, config, findings });
    return own;
  });
  if (!isPart(config, skills))
    for (const { dir, files } of folders)
      for (const path of files.keys()) {
        const file = joinPath(dir, path);
        if (!used.has(file) && !used.has(dir)) findings.of().add(linkRules["shared-file-unused"], { file }, { file });
      }
  return parts;
}

/** Returns the shared file at a host path. */
export function sharedAt(path: string, folders: readonly SharedFolder[]): FoundFile | undefined {
  const folder = folders.find(({ dir }) => isInside(dir, path));
  return folder && { folder, path: path.slice(folder.dir.length + 1) };
}

interface FoundFile {
  readonly folder: SharedFolder;
  /** Relative to the folder. */
  readonly path: string;
}

interface FoundParts extends SharedParts {
  /** The targets of paths that are not links: files, or whole directories. */
  readonly named: readonly string[];
  /** Files that have the same place in the skill, by the path of the other one. */
  readonly twins: ReadonlyMap<string, SharedFile>;
}

/** The files of the directories that packages have next to skills. */
type CopiesByFolder = ReadonlyMap<SharedFolder, SharedCopy["files"]>;

function handlesOf({ dir, files }: SharedFolder): SharedCopy["files"] {
  return Array.from(files.values(), (file) => ({
    path: file.path,
    key: contentKey(file),
    sha256: file.sha256,
    bytes: file.bytes,
    encoding: file.encoding,
    location: joinPath(dir, file.path),
  }));
}

function partsOf(
  { place, unit: { link } }: AdmittedSkill,
  folders: readonly SharedFolder[],
  copies: CopiesByFolder,
): FoundParts | undefined {
  const files = new Map<string, SharedFile>();
  const links = new Map<string, string>();
  const rewrites: LinkRewrite[] = [];
  const twins = new Map<string, SharedFile>();
  const { staying, named } = stayingIn(link.outside ?? [], place, folders, copies);
  for (const outside of link.outside ?? []) {
    if (outside.stays !== undefined) continue;
    const found = sharedAt(joinPath(place.dir, outside.to), folders);
    if (found === undefined || !found.folder.files.has(found.path)) continue;
    const path = `${found.folder.as}/${found.path}`;
    for (const file of closureOf(found)) {
      const other = files.get(file.path);
      if (other !== undefined && other.from !== file.from) twins.set(file.from, other);
      files.set(file.path, file);
    }
    for (const written of [outside.written, outside.to]) if (!links.has(written)) links.set(written, path);
    rewrites.push(rewriteOf(outside, path));
  }
  if (files.size === 0 && staying.length === 0) return undefined;
  return {
    staying,
    named,
    files: [...files.values()].toSorted((one, two) => compareCodeUnits(one.path, two.path)),
    links: Object.fromEntries([...links].toSorted(([one], [two]) => compareCodeUnits(one, two))),
    rewrites,
    twins,
  };
}

/** Returns the paths to shared directories that a copy of the skill keeps, and their targets. */
function stayingIn(
  outside: readonly OutsideLink[],
  { dir }: SkillPlace,
  folders: readonly SharedFolder[],
  copies: CopiesByFolder,
): Pick<FoundParts, "staying" | "named"> {
  // A path can be read in two ways; the first one that leads there counts.
  const staying = new Map<string, StayingPath>();
  const named: string[] = [];
  for (const { stays, to, file, written, start, end } of outside) {
    const found = stays && sharedAt(joinPath(dir, to), folders);
    const place = `${start} ${file}`;
    if (found === undefined || staying.has(place)) continue;
    const { folder, path } = found;
    const files = copies.get(folder);
    const isNext = parentPath(folder.dir) === parentPath(dir);
    const copy = files && { name: baseName(folder.dir), isNext, files };
    staying.set(place, { file, written, start, end, isScript: stays === "script", dir: folder.dir, copy });
    // A path that is completed at run time leads anywhere below.
    named.push(folder.files.has(path) ? joinPath(folder.dir, path) : folder.dir);
  }
  return { staying: [...staying.values()], named };
}

/** The file, and what it links to, also through others. */
function closureOf({ folder, path: first }: FoundFile): readonly SharedFile[] {
  const { files, links, as, dir } = folder;
  const paths = new Set([first]);
  for (const path of paths) for (const next of links.get(path) ?? []) paths.add(next);
  return [...paths].flatMap((path) => {
    const facts = files.get(path);
    return facts === undefined ? [] : [{ ...facts, path: `${as}/${path}`, from: joinPath(dir, path) }];
  });
}

function rewriteOf({ file, start, end, isCode }: OutsideLink, path: string): LinkRewrite {
  const from = file.slice(0, Math.max(0, file.lastIndexOf("/")));
  const text = from === "" ? path : (relativePath(from, path) ?? path);
  return { file, start, end, text: isCode === true ? text : text.replaceAll(UNSAFE, percentEncode) };
}

/** What ends the target of a link, or is read as an escape. */
const UNSAFE = /[\s()<>"'`%?#\\]/g;

/** A file of the skill, or another shared one, has the place of a shared file, on some disks at least. */
function reportTaken(
  { files, twins }: FoundParts,
  { unit, place }: AdmittedSkill,
  { folders, config, findings }: SharedContext,
): void {
  const own = new Map(unit.facts.files.map(({ path }) => [path.toLowerCase(), joinPath(place.dir, path)]));
  const taken = [
    ...files.map(({ path, from }) => ({ from, path, other: own.get(path.toLowerCase()) })),
    ...[...twins].map(([from, { path, from: other }]) => ({ from, path, other })),
  ];
  for (const { from, path, other } of taken) {
    const folder = folders.find(({ dir }) => isInside(dir, from));
    if (other === undefined || folder === undefined) continue;
    const at = config.place?.(["shared", folder.index]) ?? { file: config.file ?? "." };
    const fault = `has the file "${from}" at "${path}" in a skill, where "${other}" is`;
    findings.of().add(linkRules["shared-root-invalid"], at, { dir: folder.dir, fault, as: `${folder.as}-files` });
    return;
  }
}
