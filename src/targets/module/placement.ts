/**
 * Decides which content goes into which content module.
 *
 * Modules are the leaves of trees over the bits of hashes (`hash-tree.ts`), and a row states an address in them, which
 * depends on nothing but the skill:
 *
 * - `p` and digits of the SHA-256 of the id: packs of small skills. An edit changes one, an added or removed skill one, or
 *   two if a pack divides or two join.
 * - `s` and the same digits: the modules of one larger skill, by the keys of its contents.
 * - `c` and the key: contents of several skills, stored once. They move with none of their skills.
 * - `b-…`: a large binary file, which its row names.
 */
import type { ModuleOptions } from "../../model/config.ts";
import type { ContentHandle, LinkedSkill } from "../../model/linked.ts";
import type { RowTexts } from "../../model/piece.ts";
import { trimOf } from "../../model/trim.ts";
import { contentKey, homeOf, isApart, isLarge, ownModule, PACK_CAP } from "../../piece/index.ts";
import { firstOfEach, handleAt, joinContents, ownerAt, type JoinedContents } from "./content-columns.ts";
import { divideByHash, joinIdBits, type HashBranch } from "./hash-tree.ts";

/** Up to this total, all content is loaded at startup. */
const EAGER_LIMIT = 200 * 1024;

/** All that the bytes of a content depend on. */
export type ContentDigest = readonly [sha256: string, encoding: ContentHandle["encoding"]];

export interface ContentModulePlan {
  /** What `load` has it under, such as `p08`: an edit, or another pack, does not change it. */
  readonly name: string;
  /** File below the output directory, such as `content/p08.js`; the written one also has a hash in its name. */
  readonly path: string;
  /** A row names it. The path is the final one: it has a hash of the content already. */
  readonly isNamed?: true;
  /** Stands for the contents in their order, two numbers each. */
  readonly keys: readonly number[];
  /** Returns the digests and the forms of the contents, sorted by key. */
  readonly digests: () => readonly ContentDigest[];
  /** Returns the contents, sorted by key. */
  readonly items: () => readonly ContentHandle[];
}

export interface ContentPlacement {
  /** The content of the module that the index imports. */
  readonly eager: readonly ContentHandle[];
  /** By path. */
  readonly modules: readonly ContentModulePlan[];
  /** No skill needs another module, except for large binary files. */
  readonly isEager: boolean;
  /** Returns the address of the contents of a skill. */
  readonly homeAt: (skill: number) => string;
}

/** How contents are placed. */
export type PlacementOptions = Pick<ModuleOptions, "content" | "assets">;

/**
 * Places the contents of skills, without their assets.
 *
 * @param bits Those of the ids of the skills.
 */
export function placeContents(
  options: PlacementOptions,
  skills: readonly LinkedSkill[],
  bits: Uint32Array = joinIdBits(skills),
): ContentPlacement {
  const contents = joinContents(skills, options.assets);
  const stored = collect(skills, contents);
  const handles = handlesOf(skills, contents);
  const toModule = ({ members, file, ...rest }: PackPlan): ContentModulePlan => ({
    path: `content/${file ?? rest.name}.js`,
    keys: keysOf(members, contents),
    digests: () => digestsOf(members, contents),
    items: () => handles(members),
    ...rest,
  });
  const sizeAt = (skill: number): Pick<RowTexts, "homeSize"> => ({ homeSize: contents.homeSizes[skill] as number });
  const homeAt = (skill: number): string => homeOf((skills[skill] as LinkedSkill).piece, sizeAt(skill), options);
  const binaries = stored.binaries.map((at): ContentModulePlan => {
    const [sha256, encoding, bytes] = [contents.digestAt(at), "binary", contents.sizes[at] as number] as const;
    return toModule({ name: ownModule({ sha256, encoding, bytes }) as string, members: [at], isNamed: true });
  });
  const { preloaded, own, shared } = stored;
  const total = [preloaded, ...own, shared].reduce((sum, some) => sum + sizeOf(some, contents), 0);
  if (options.content === "eager" || (options.content === "auto" && total <= EAGER_LIMIT)) {
    const eager = handles([...preloaded, ...own.flat(), ...shared]);
    return { eager, modules: sortModules(binaries), isEager: true, homeAt };
  }
  const isAlone = (skill: number): boolean => isApart(sizeAt(skill), options);
  const modules = planPacks(skills, { contents, stored, homeAt, isAlone, bits }).map(toModule);
  return { eager: handles(preloaded), modules: sortModules([...modules, ...binaries]), isEager: false, homeAt };
}

/** Contents by where they are stored, each once, by position. */
interface StoredContents {
  /** Of each skill, what it stores alone. */
  readonly own: readonly (readonly number[])[];
  readonly preloaded: readonly number[];
  /** Contents of several skills. */
  readonly shared: readonly number[];
  readonly binaries: readonly number[];
}

function collect(skills: readonly LinkedSkill[], contents: JoinedContents): StoredContents {
  const { from, isLeft, binary, sizes } = contents;
  const { first, isRepeated, isShared } = findRepeated(contents);
  /** Of preloaded documents, and of contents that occur again. */
  const isPlaced = new Uint8Array(first.length);
  const [preloaded, shared, binaries]: [number[], number[], number[]] = [[], [], []];
  // Preloaded documents come first: a copy in another skill must not pull them into a pack.
  for (const [skill, { piece }] of skills.entries()) {
    const document = from[skill] as number;
    if (!piece.preload || isPlaced[first[document] as number] === 1) continue;
    isPlaced[first[document] as number] = 1;
    preloaded.push(document);
  }
  const own = skills.map((_, skill): readonly number[] => {
    const alone: number[] = [];
    for (let at = from[skill] as number; at < (from[skill + 1] as number); at++) {
      const one = first[at] as number;
      if (isLeft[at] === 1 || isPlaced[one] === 1) continue;
      if (isRepeated[one] === 1) isPlaced[one] = 1;
      if (isLarge(binary[at] === 1, sizes[at] as number)) binaries.push(at);
      else (isShared[one] === 1 ? shared : alone).push(at);
    }
    return alone;
  });
  return { own, preloaded, shared, binaries };
}

interface Repeated {
  readonly first: Uint32Array;
  /** Of first contents: 1 for those that occur again, and for those that more than one skill has. */
  readonly isRepeated: Uint8Array;
  readonly isShared: Uint8Array;
}

function findRepeated(contents: JoinedContents): Repeated {
  const { from, isLeft } = contents;
  const first = firstOfEach(contents);
  const [isRepeated, isShared] = [new Uint8Array(first.length), new Uint8Array(first.length)];
  for (let skill = 0; skill + 1 < from.length; skill++) {
    const start = from[skill] as number;
    for (let at = start; at < (from[skill + 1] as number); at++) {
      const one = first[at] as number;
      if (isLeft[at] === 1 || one === at) continue;
      isRepeated[one] = 1;
      if (one < start) isShared[one] = 1;
    }
  }
  return { first, isRepeated, isShared };
}

/** Returns a function that gives the handles of contents, sorted by key. */
function handlesOf(
  skills: readonly LinkedSkill[],
  { from }: JoinedContents,
): (positions: ArrayLike<number>) => readonly ContentHandle[] {
  const handleOf = (at: number): ContentHandle => {
    const owner = ownerAt(from, at);
    return handleAt(skills[owner] as LinkedSkill, at - (from[owner] as number));
  };
  return (positions) => Array.from(positions, handleOf).sort(byKey);
}

interface PackPlan {
  readonly name: string;
  readonly file?: string;
  readonly isNamed?: true;
  /** Positions of contents. */
  readonly members: ArrayLike<number>;
}

/** What the bytes of a module depend on, as numbers: the keys of its contents and their forms. */
function keysOf(members: ArrayLike<number>, { keys, binary }: JoinedContents): readonly number[] {
  const all: number[] = [];
  for (let index = 0; index < members.length; index++) {
    const at = members[index] as number;
    all.push(keys[2 * at] as number, 2 * (keys[2 * at + 1] as number) + (binary[at] as number));
  }
  return all;
}

function digestsOf(members: ArrayLike<number>, { digestAt, binary }: JoinedContents): readonly ContentDigest[] {
  return Array.from(members, (at) => {
    const sha256 = digestAt(at);
    const encoding = binary[at] === 1 ? "binary" : "text";
    return { key: contentKey({ sha256, encoding }), digest: [sha256, encoding] as const };
  })
    .sort(byKey)
    .map(({ digest }) => digest);
}

interface PackInput extends Pick<ContentPlacement, "homeAt"> {
  readonly contents: JoinedContents;
  readonly stored: StoredContents;
  /** Whether a skill has modules of its own. */
  readonly isAlone: (skill: number) => boolean;
  readonly bits: Uint32Array;
}

/** Divides what is not loaded at once. */
function planPacks(
  skills: readonly LinkedSkill[],
  { contents, stored, homeAt, isAlone, bits }: PackInput,
): readonly PackPlan[] {
  const { own, shared } = stored;
  const units = [...own.keys()].filter((skill) => (own[skill] as readonly number[]).length > 0);
  const byId = { bits, sizes: Float64Array.from(own, (some) => sizeOf(some, contents)) };
  const divide = (positions: readonly number[]): readonly HashBranch[] =>
    divideByHash({ bits: contents.keys, sizes: contents.sizes }, Uint32Array.from(positions), PACK_CAP);
  return [
    ...divideByHash(byId, Uint32Array.from(units.filter((skill) => !isAlone(skill))), PACK_CAP).map(
      ({ name, members }) => ({
        name: `p${name}`,
        members: joinOwn(members, own),
      }),
    ),
    ...units.filter(isAlone).flatMap((skill) => {
      const home = homeAt(skill);
      const file = skillFileName((skills[skill] as LinkedSkill).piece.id, home);
      return divide(own[skill] as readonly number[]).map(({ name, members }) => ({
        name: home + name,
        file: name === "" ? file : `${file}-${name}`,
        members,
      }));
    }),
    ...divide(shared).map(({ name, members }) => ({ name: `c${name}`, members })),
  ];
}

function joinOwn(skills: Uint32Array, own: StoredContents["own"]): readonly number[] {
  const all: number[] = [];
  for (const skill of skills) all.push(...(own[skill] as readonly number[]));
  return all;
}

function sizeOf(positions: readonly number[], { sizes }: JoinedContents): number {
  return positions.reduce((sum, at) => sum + (sizes[at] as number), 0);
}

function sortModules(modules: ContentModulePlan[]): readonly ContentModulePlan[] {
  return modules.sort((one, two) => (one.path < two.path ? -1 : 1));
}

/** Returns a readable name that is safe on every file system, and unique by its hash. */
function skillFileName(id: string, home: string): string {
  const readable = trimOf(id.toLowerCase().replace(/[^a-z0-9]+/g, "-"), "-").slice(0, 40);
  return `s-${readable === "" ? "" : `${readable}-`}${home.slice(1, 13)}`;
}

function byKey(one: Pick<ContentHandle, "key">, two: Pick<ContentHandle, "key">): number {
  return one.key < two.key ? -1 : one.key > two.key ? 1 : 0;
}
