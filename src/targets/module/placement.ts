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
import type { PieceColumns, RowTexts } from "../../model/piece.ts";
import { trimOf } from "../../model/trim.ts";
import {
  columnsOf,
  contentKey,
  hashAt,
  homeOf,
  isApart,
  isLarge,
  ownerAt,
  ownModule,
  PACK_CAP,
} from "../../piece/index.ts";
import { firstOfEach, handleAt, joinContents, type JoinedContents } from "./content-columns.ts";
import { divideByHash, type HashBranch } from "./hash-tree.ts";

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
  /** Stands for the contents in their order, three numbers each. */
  readonly keys: Uint32Array;
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
  /** Whether the contents of a skill have modules of their own. */
  readonly isAlone: (skill: number) => boolean;
}

/** How contents are placed. */
export type PlacementOptions = Pick<ModuleOptions, "content" | "assets">;

/** Places the contents of skills, without their assets. */
export function placeContents(
  options: PlacementOptions,
  skills: readonly LinkedSkill[],
  columns: PieceColumns = columnsOf(skills, []),
): ContentPlacement {
  const contents = joinContents(columns, options.assets);
  const stored = collect(columns, contents);
  const handles = handlesOf(skills, contents);
  const toModule = ({ members, file, ...rest }: PackPlan): ContentModulePlan => ({
    path: `content/${file ?? rest.name}.js`,
    keys: keysOf(members, contents),
    digests: () => digestsOf(members, contents),
    items: () => handles(members),
    ...rest,
  });
  const sizeAt = (skill: number): Pick<RowTexts, "homeSize"> => ({ homeSize: contents.homeSizes[skill] as number });
  const homeAt = (skill: number): string => homeOf({ idHash: hashAt(columns, skill) }, sizeAt(skill), options);
  const isAlone = (skill: number): boolean => isApart(sizeAt(skill), options);
  const binaries = stored.binaries.map((at): ContentModulePlan => {
    const [sha256, encoding, bytes] = [contents.digestAt(at), "binary", contents.sizes[at] as number] as const;
    return toModule({ name: ownModule({ sha256, encoding, bytes }) as string, members: [at], isNamed: true });
  });
  const { preloaded, own, shared } = stored;
  const total = sizeOf(preloaded, contents) + own.sizes.reduce((sum, size) => sum + size, 0) + sizeOf(shared, contents);
  if (options.content === "eager" || (options.content === "auto" && total <= EAGER_LIMIT)) {
    const eager = handles([...preloaded, ...own.positions, ...shared]);
    return { eager, modules: sortModules(binaries), isEager: true, homeAt, isAlone };
  }
  const modules = planPacks(columns, { contents, stored, homeAt, isAlone }).map(toModule);
  return {
    eager: handles(preloaded),
    modules: sortModules([...modules, ...binaries]),
    isEager: false,
    homeAt,
    isAlone,
  };
}

/** Returns what says of each skill whether its contents have modules of their own. */
export function findAlone(options: PlacementOptions, columns: PieceColumns): (skill: number) => boolean {
  const { homeSizes } = joinContents(columns, options.assets);
  return (skill) => isApart({ homeSize: homeSizes[skill] as number }, options);
}

/** Contents by where they are stored, each once, by position. */
interface StoredContents {
  /** What each skill stores alone. */
  readonly own: OwnContents;
  readonly preloaded: readonly number[];
  /** Contents of several skills. */
  readonly shared: readonly number[];
  readonly binaries: readonly number[];
}

/** The contents of skills that no other one has, by position; those of a skill follow each other. */
interface OwnContents {
  readonly positions: Uint32Array;
  /** Where those of each skill start, and after the last one where they end. */
  readonly from: Uint32Array;
  /** Bytes of those of each skill. */
  readonly sizes: Float64Array;
}

function collect({ preload }: PieceColumns, contents: JoinedContents): StoredContents {
  const { from, isLeft, binary, sizes } = contents;
  const { first, isRepeated, isShared } = findRepeated(contents);
  /** Of preloaded documents, and of contents that occur again. */
  const isPlaced = new Uint8Array(first.length);
  const [preloaded, shared, binaries]: [number[], number[], number[]] = [[], [], []];
  // Preloaded documents come first: a copy in another skill must not pull them into a pack.
  for (let skill = preload.indexOf(1); skill !== -1; skill = preload.indexOf(1, skill + 1)) {
    const document = from[skill] as number;
    if (isPlaced[first[document] as number] === 1) continue;
    isPlaced[first[document] as number] = 1;
    preloaded.push(document);
  }
  const own = {
    positions: new Uint32Array(first.length),
    from: new Uint32Array(from.length),
    sizes: new Float64Array(preload.length),
  };
  let count = 0;
  for (let skill = 0; skill < preload.length; skill++) {
    own.from[skill] = count;
    for (let at = from[skill] as number; at < (from[skill + 1] as number); at++) {
      const one = first[at] as number;
      if (isLeft[at] === 1 || isPlaced[one] === 1) continue;
      if (isRepeated[one] === 1) isPlaced[one] = 1;
      if (isLarge(binary[at] === 1, sizes[at] as number)) binaries.push(at);
      else if (isShared[one] === 1) shared.push(at);
      else {
        own.positions[count++] = at;
        own.sizes[skill] = (own.sizes[skill] as number) + (sizes[at] as number);
      }
    }
  }
  own.from[preload.length] = count;
  return { own: { ...own, positions: own.positions.subarray(0, count) }, preloaded, shared, binaries };
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
function keysOf(members: ArrayLike<number>, { keys, binary }: JoinedContents): Uint32Array {
  const all = new Uint32Array(3 * members.length);
  for (let index = 0; index < members.length; index++) {
    const at = members[index] as number;
    all[3 * index] = keys[2 * at] as number;
    all[3 * index + 1] = keys[2 * at + 1] as number;
    all[3 * index + 2] = binary[at] as number;
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
}

/** Divides what is not loaded at once. */
function planPacks(
  { ids, idBits }: PieceColumns,
  { contents, stored: { own, shared }, homeAt, isAlone }: PackInput,
): readonly PackPlan[] {
  const [packed, alone]: [number[], number[]] = [[], []];
  for (let skill = 0; skill < own.sizes.length; skill++)
    if (own.from[skill] !== own.from[skill + 1]) (isAlone(skill) ? alone : packed).push(skill);
  const byId = { bits: idBits, sizes: own.sizes };
  const divide = (positions: Uint32Array): readonly HashBranch[] =>
    divideByHash({ bits: contents.keys, sizes: contents.sizes }, positions, PACK_CAP);
  return [
    ...divideByHash(byId, Uint32Array.from(packed), PACK_CAP).map(({ name, members }) => ({
      name: `p${name}`,
      members: joinOwn(members, own),
    })),
    ...alone.flatMap((skill) => {
      const home = homeAt(skill);
      const file = skillFileName(ids[skill] as string, home);
      return divide(ownOf(skill, own)).map(({ name, members }) => ({
        name: home + name,
        file: name === "" ? file : `${file}-${name}`,
        members,
      }));
    }),
    ...divide(Uint32Array.from(shared)).map(({ name, members }) => ({ name: `c${name}`, members })),
  ];
}

function joinOwn(skills: Uint32Array, own: OwnContents): readonly number[] {
  const all: number[] = [];
  for (const skill of skills) for (const at of ownOf(skill, own)) all.push(at);
  return all;
}

function ownOf(skill: number, { positions, from }: OwnContents): Uint32Array {
  return positions.subarray(from[skill], from[skill + 1]);
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
