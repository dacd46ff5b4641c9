/** Gives skills the shared files that they link to. */
import type { AdmittedSkill } from "../model/admitted.ts";
import type { Config } from "../model/config.ts";
import type { LinkRewrite, SharedFile, SharedFolder, SharedParts } from "../model/shared.ts";
import type { OutsideLink } from "../model/unit.ts";
import { compareCodeUnits, isInside, joinPath, relativePath } from "../paths/index.ts";
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
  const parts = skills.map((skill) => {
    const own = partsOf(skill, folders);
    for (const { from } of own?.files ?? []) used.add(from);
    if (own !== undefined) reportTaken(own, skill, { folders, config, findings });
    return own;
  });
  if (!isPart(config, skills))
    for (const { dir, files } of folders)
      for (const path of files.keys()) {
        const file = joinPath(dir, path);
        if (!used.has(file)) findings.of().add(linkRules["shared-file-unused"], { file }, { file });
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

function partsOf(
  { place, unit: { link } }: AdmittedSkill,
  folders: readonly SharedFolder[],
): SharedParts | undefined {
  const files = new Map<string, SharedFile>();
  const links = new Map<string, string>();
  const rewrites: LinkRewrite[] = [];
  for (const outside of link.outside ?? []) {
    const found = sharedAt(joinPath(place.dir, outside.to), folders);
    if (found === undefined || !found.folder.files.has(found.path)) continue;
    const path = `${found.folder.as}/${found.path}`;
    for (const file of closureOf(found)) files.set(file.path, file);
    for (const written of [outside.written, outside.to]) if (!links.has(written)) links.set(written, path);
    rewrites.push(rewriteOf(outside, path));
  }
  if (files.size === 0) return undefined;
  return {
    files: [...files.values()].toSorted((one, two) => compareCodeUnits(one.path, two.path)),
    links: Object.fromEntries([...links].toSorted(([one], [two]) => compareCodeUnits(one, two))),
    rewrites,
  };
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

function rewriteOf({ file, start, end }: OutsideLink, path: string): LinkRewrite {
  const from = file.slice(0, Math.max(0, file.lastIndexOf("/")));
  return { file, start, end, text: from === "" ? path : (relativePath(from, path) ?? path) };
}

/** A file of the skill has the place of a shared one, on some disks at least. */
function reportTaken(
  { files }: SharedParts,
  { unit, place }: AdmittedSkill,
  { folders, config, findings }: SharedContext,
): void {
  const own = new Map(unit.facts.files.map(({ path }) => [path.toLowerCase(), path]));
  for (const { path, from } of files) {
    const taken = own.get(path.toLowerCase());
    const folder = folders.find(({ dir }) => isInside(dir, from));
    if (taken === undefined || folder === undefined) continue;
    const at = config.place?.(["shared", folder.index]) ?? { file: config.file ?? "." };
    const fault = `has the file "${from}" at "${path}" in a skill, where "${joinPath(place.dir, taken)}" is`;
    findings.of().add(linkRules["shared-root-invalid"], at, { dir: folder.dir, fault, as: `${folder.as}-files` });
    return;
  }
}
