/** Links the skills that were compiled into blocks, on this machine or on others, and writes the outputs of the config. */
import { relative, resolve } from "node:path";
import {
  DifferentFacts,
  createOpenFiles,
  openBlocks,
  openContents,
  openKnownDisk,
  type Block,
  type BlockStore,
  type DiskFacts,
  type KnownDisk,
  type OpenFiles,
} from "../engine/index.ts";
import { asBuffer } from "../host/as-buffer.ts";
import { createNodeHost } from "../host/index.ts";
import type { Diagnostic } from "../model/diagnostic.ts";
import { discoverAll } from "../phases/discover-all.ts";
import { concludeBuild, withProject, type BuildResult, type KeptBuild, type ShownBuild } from "./build.ts";
import { createCachingCompiler } from "./compiler.ts";
import type { RunTrail } from "./kept/run-trail.ts";
import { createSavedSkills } from "./kept/saved-skills.ts";
import { diagnoseNotBuilt } from "./not-built.ts";
import { pathsOf, type ProjectPaths } from "./session.ts";
import { AGAIN, BlocksError, digestConfig, findShards, ownDirs, type FoundShard, type ShardShare } from "./shard.ts";
import { openUnitIndex } from "./kept/unit-index.ts";

/** What is linked. */
export interface LinkOptions extends ShownBuild {
  /** Directories of blocks, relative to `cwd`. */
  readonly blocks: readonly string[];
  /** Whether the contents of files come from the blocks, and not from the sources. */
  readonly readsContents?: boolean;
}

/** Blocks that are complete, of this version, and as they were written. */
interface OpenedBlocks {
  readonly shards: readonly FoundShard[];
  readonly store: BlockStore;
  /** Reads what the machines found. */
  readonly facts: () => readonly DiskFacts[];
  readonly shares: readonly (ShardShare & { readonly index: Uint8Array; readonly file: string })[];
}

/**
 * Links and writes. The result is that of a build of the same sources.
 *
 * @throws BlocksError
 * @example
 * const { ok, diagnostics } = await linkBlocks({ blocks: ["blocks/1", "blocks/2"] });
 */
export async function linkBlocks(options: LinkOptions): Promise<BuildResult> {
  const files = createOpenFiles();
  try {
    return await linkFrom(files, options);
  } finally {
    files.close();
  }
}

async function linkFrom(files: OpenFiles, options: LinkOptions): Promise<BuildResult> {
  const paths = pathsOf(options);
  const blocks = open(options, paths, files);
  const damaged: string[] = [];
  const disk = openDisk(options, paths, { blocks, files, damaged });
  const sources = namedSources(blocks, paths);
  const own = { ...options, sources };
  const trail = trailOf(blocks, disk);
  const compiler = createCachingCompiler({
    ...own,
    cache: false,
    buildsOnce: true,
    outputsOnly: true,
    host: disk.host,
    trail,
  });
  const snapshot = await compiler.build({ prepare: true });
  const built = await concludeBuild(snapshot, own);
  const [file] = damaged;
  if (file !== undefined) throw new BlocksError(`${shown(file, paths)} is damaged: ${AGAIN}`);
  const isNarrow = options.verify === true || sources.length > 0;
  return isNarrow ? built : withProject(built, paths, disk.host);
}

/** Returns what is shown of a build. It lets the skills go: they take more memory than thousands of findings that are printed. */
export function toShown({ ok, exitCode, summary, outputs, diagnostics }: KeptBuild): KeptBuild {
  const shown = outputs.map(({ catalog: { hash, dropped }, ...output }) => ({ ...output, catalog: { hash, dropped } }));
  return { ok, exitCode, summary, outputs: shown, diagnostics };
}

function open(options: LinkOptions, paths: ProjectPaths, files: OpenFiles): OpenedBlocks {
  const show = (path: string): string => shown(path, paths);
  const shards = findShards(
    options.blocks.map((dir) => resolve(paths.cwd, dir)),
    show,
  );
  const stores = new Map(shards.map(({ dir, shard: { build } }) => [dir, openBlocks(dir, build, files)]));
  const read = ({ dir, shard: { build, files: names } }: FoundShard, key: string, from: "facts" | "units"): Block => {
    const block = stores.get(dir)?.get(key);
    if (block === undefined) throw new BlocksError(`${show(`${dir}/${build}/${names[from]}`)} is damaged: ${AGAIN}`);
    return block;
  };
  const byFacts = new Map(shards.map((found) => [found.shard.facts, found]));
  const facts = (): readonly DiskFacts[] =>
    Array.from(byFacts.values(), (found) => {
      const [text] = sectionsOf(read(found, found.shard.facts, "facts"), 1, found, show);
      return JSON.parse(asBuffer(text as Uint8Array).toString("utf8")) as DiskFacts;
    });
  const shares = shards.map((found) => {
    const [text, index] = sectionsOf(read(found, found.shard.share, "units"), 2, found, show);
    const share = JSON.parse(asBuffer(text as Uint8Array).toString("utf8")) as ShardShare;
    const { build, files: names } = found.shard;
    return { ...share, index: index as Uint8Array, file: `${found.dir}/${build}/${names.contents ?? names.units}` };
  });
  return { shards, store: joinStores([...stores.values()]), facts, shares };
}

function sectionsOf(
  block: Block,
  count: number,
  { dir, shard: { build } }: FoundShard,
  show: (path: string) => string,
): readonly Uint8Array[] {
  return Array.from({ length: count }, (_, at) => {
    const section = block.section(at);
    if (section === undefined) throw new BlocksError(`${show(`${dir}/${build}`)} is damaged: ${AGAIN}`);
    return section;
  });
}

/** Several stores, of which each is asked in turn. Nothing is written to them. */
function joinStores(stores: readonly BlockStore[]): BlockStore {
  return {
    get(key) {
      for (const store of stores) {
        const block = store.get(key);
        if (block !== undefined) return readAgain(block);
      }
      return undefined;
    },
    *find(start) {
      for (const store of stores) yield* store.find(start);
    },
    use: () => {},
    set: () => {},
    save: () => {},
  };
}

/** What was read whole once is still there. */
function readAgain({ section, part }: Block): Block {
  return {
    section,
    part(at, start, end) {
      const bytes = part?.(at, start, end);
      if (bytes === undefined) throw new BlocksError(`the blocks have changed while they were linked: ${AGAIN}`);
      return bytes;
    },
  };
}

function openDisk(
  options: LinkOptions,
  paths: ProjectPaths,
  {
    blocks: { facts, shares },
    files: open,
    damaged,
  }: { readonly blocks: OpenedBlocks; readonly files: OpenFiles; readonly damaged: string[] },
): KnownDisk {
  const files = shares.flatMap(({ contents, file }) =>
    contents === undefined ? [] : [{ path: file, rows: contents }],
  );
  if (options.readsContents === true && files.length < shares.length)
    throw new BlocksError(
      "not all blocks have contents: run skillc compile with --contents blocks, or link without it",
    );
  const tools = { open, damaged: (path: string) => void damaged.push(path) };
  const bytes = options.readsContents === true ? openContents(files, tools) : undefined;
  try {
    return openKnownDisk(() => [...facts(), ...shares.map((share) => share.facts)], {
      host: createNodeHost(paths.base),
      bytes,
    });
  } catch (error) {
    if (!(error instanceof DifferentFacts)) throw error;
    throw new BlocksError(
      `the blocks are of different sources: not all machines found the same at "${error.path}"; compile all of them from one commit`,
    );
  }
}

/** The directories that the machines named and no config does, in order; relative to the working directory. */
function namedSources({ shards }: OpenedBlocks, { base, cwd }: ProjectPaths): ShownBuild["sources"] & {} {
  const named = shards.flatMap(({ shard }) => (shard.isNamed ? shard.sources : []));
  const byDir = new Map(named.map((source) => [source.dir, source]));
  return [...byDir.values()]
    .sort((one, two) => (one.dir < two.dir ? -1 : 1))
    .map((source) => ({ ...source, dir: relative(cwd, resolve(base, source.dir)) || "." }));
}

function trailOf(blocks: OpenedBlocks, disk: KnownDisk): RunTrail {
  const saved = createSavedSkills(blocks.store);
  const unread = new Set(blocks.shares.flatMap((share) => share.unread));
  let around = blocks.shares.find((share) => share.around !== undefined)?.around;
  return {
    edit: () => Promise.resolve(undefined),
    edited: () => undefined,
    follow({ config, host, contents }) {
      if (config === undefined) return undefined;
      const settings = digestConfig(config);
      const other = blocks.shards.find(({ shard }) => shard.settings !== settings);
      if (other !== undefined)
        throw new BlocksError(
          `${other.name} was compiled with other settings: run skillc compile with the same config and flags`,
        );
      const dirs = config.sources.flatMap((source) => (source.kind === "directory" ? [source.dir] : []));
      disk.restrict(dirs, ownDirs(config));
      const runs = discoverAll({ config, host, contents });
      const [path] = disk.release();
      if (path !== undefined) throw new BlocksError(`no block says what is at "${path}": run skillc compile for it`);
      // No share says it if each is of one directory. It is asked for while the listings are there.
      around ??= diagnoseNotBuilt(runs[0], config, host);
      disk.forgetListings();
      return runs;
    },
    store: openUnitIndex(
      blocks.shares.map(({ index }) => index),
      {
        find: (key) => saved.get(key),
        isUnread: (dir) => unread.has(dir),
        missing(dir, key) {
          if (key !== undefined) throw new BlocksError(`the block of the skill in "${dir}" is damaged: ${AGAIN}`);
          throw new BlocksError(
            `no block has the skill in "${dir}" as it is found: run skillc compile with the same config`,
          );
        },
      },
    ),
    linked: saved,
    note: () => {},
    around: (find): readonly Diagnostic[] => around ?? find(),
    leave: () => undefined,
  };
}

function shown(path: string, { cwd }: ProjectPaths): string {
  return relative(cwd, path) || ".";
}
