/** Takes out of a source what the skills of one part require of its other skills. */
import {
  formatRef,
  identityOf,
  isRefFault,
  parseSkillRef,
  pathInOf,
  withoutPath,
  type SkillRef,
} from "../refs/index.ts";
import type { SkillInTree } from "./choose-skill.ts";
import type { FetchedTree, PartNeed, SourcePart } from "./fetched.ts";
import { installFault, isInstallFault, type InstallFault } from "./install-fault.ts";
import { needySkillsIn, type Need } from "./needs.ts";

type Maybe<T> = T | InstallFault | Promise<T | InstallFault>;

/** Stays open, so that more of it can be taken. */
interface OpenSource {
  /** All of the source. */
  readonly root: SkillRef;
  /** With their directories in the source. */
  readonly skills: () => Maybe<readonly SkillInTree[]>;
  readonly take: (dir: string) => Maybe<FetchedTree>;
}

interface OpenPart {
  readonly tree: FetchedTree;
  readonly dir: string;
}

/** What its skills require cannot always be taken: then the tree says why. */
export async function withPartsOf(tree: FetchedTree, source: OpenSource): Promise<FetchedTree> {
  const parts = await takeParts(tree, source);
  return isInstallFault(parts) ? { ...tree, partsFault: parts } : { ...tree, parts };
}

/** The requested part comes first, then what it requires, also through others. */
async function takeParts(tree: FetchedTree, source: OpenSource): Promise<readonly SourcePart[] | InstallFault> {
  const open: OpenPart[] = [{ tree, dir: dirIn(source.root, tree.ref) }];
  const parts: SourcePart[] = [];
  let skills: readonly SkillInTree[] | undefined;
  for (const part of open) {
    const needs: PartNeed[] = [];
    for (const { name, dir, needs: written } of needySkillsIn(part.tree.files))
      for (const need of written) {
        const found = skills ?? (await source.skills());
        if (isInstallFault(found)) return found;
        skills = found;
        const target = locate(need, { own: join(part.dir, dir), skills, root: source.root });
        if (isInstallFault(target)) return target;
        const taken = target === undefined ? undefined : await partAt(target, open, source);
        if (isInstallFault(taken)) return taken;
        // What the part itself contains comes with it.
        if (taken === part) continue;
        needs.push({ ...need, skill: name, ...(taken && { part: formatRef(taken.tree.ref) }) });
      }
    parts.push({ tree: part.tree, needs });
  }
  return parts;
}

/** Takes the directory if no part has it; undefined for a directory around a part. */
async function partAt(dir: string, open: OpenPart[], source: OpenSource): Promise<OpenPart | InstallFault | undefined> {
  const there = open.find((part) => isAtOrBelow(dir, part.dir));
  if (there !== undefined) return there;
  if (open.some((part) => isAtOrBelow(part.dir, dir))) return undefined;
  const tree = await source.take(dir);
  if (isInstallFault(tree)) return tree;
  const part = { tree, dir };
  open.push(part);
  return part;
}

/** Undefined if the source does not contain the skill. */
function locate(
  { to, strength }: Need,
  { own, skills, root }: { readonly own: string; readonly skills: readonly SkillInTree[]; readonly root: SkillRef },
): string | InstallFault | undefined {
  const ref = to.includes("/") ? parseSkillRef(to) : undefined;
  if (ref !== undefined && (isRefFault(ref) || !isSameSource(ref, root))) return undefined;
  const exact = ref && skills.find(({ dir }) => dir === pathInOf(ref));
  if (exact !== undefined) return exact.dir;
  const name = to.slice(Math.max(to.lastIndexOf("/"), to.lastIndexOf(":")) + 1);
  const found = skills.filter((skill) => skill.name === name && skill.dir !== own);
  const near = found.filter(({ dir }) => parentOf(dir) === parentOf(own));
  const [chosen, another] = near.length > 0 ? near : found;
  if (another === undefined || strength !== undefined) return chosen?.dir;
  return installFault(
    "ambiguous",
    `the source has ${found.length} skills "${name}", which "${lastOf(own)}" requires`,
    ["leave out what is required with --no-deps, and add the right one"],
    found.map(({ dir }) => dir),
  );
}

/** Whatever their revision. */
function isSameSource(one: SkillRef, two: SkillRef): boolean {
  return identityOf(withoutPath(one)) === identityOf(withoutPath(two));
}

/** Empty for the whole source. */
export function dirIn(root: SkillRef, ref: SkillRef): string {
  if (ref.kind === "site") return ref.skill ?? "";
  if (ref.kind !== "path" || root.kind !== "path") return pathInOf(ref) ?? "";
  return ref.path.startsWith(`${root.path}/`) ? ref.path.slice(root.path.length + 1) : "";
}

function join(dir: string, below: string): string {
  return dir === "" ? below : below === "" ? dir : `${dir}/${below}`;
}

export function isAtOrBelow(path: string, dir: string): boolean {
  return dir === "" || path === dir || path.startsWith(`${dir}/`);
}

function parentOf(dir: string): string {
  return dir.slice(0, Math.max(0, dir.lastIndexOf("/")));
}

function lastOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}
