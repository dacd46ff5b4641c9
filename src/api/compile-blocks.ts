/** Compiles a share of the skills of a project into blocks, which `linkBlocks` puts together on any machine. */
import { hash } from "node:crypto";
import { statSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { createContents } from "../contents/index.ts";
import {
  readCodeDigest,
  recordFacts,
  removePartialFiles,
  startContents,
  startSegment,
  type BlockStore,
  type DiskFacts,
  type SegmentWriter,
} from "../engine/index.ts";
import { createNodeHost, readBuildId, toPosixPath } from "../host/index.ts";
import type { Config } from "../model/config.ts";
import type { Diagnostic } from "../model/diagnostic.ts";
import { isAbsolute, joinPath } from "../paths/index.ts";
import { withPieces, type Compilation } from "../phases/compilation.ts";
import { compileAll, type UnitCache } from "../phases/compile-all.ts";
import { askAsOneOfSeveral, discoverAll } from "../phases/discover-all.ts";
import { askForShared } from "../phases/read-shared.ts";
import type { RunSkill } from "../phases/run.ts";
import { chooseSources, withPositions, type ChosenSources } from "./choose-sources.ts";
import { toJson } from "./kept/kept-sections.ts";
import { diagnoseNotBuilt } from "./not-built.ts";
import { createSavedSkills } from "./kept/saved-skills.ts";
import { pathsOf, type ProjectPaths } from "./session.ts";
import { shareOf, type SkillShare } from "./share-of.ts";
import {
  BlocksError,
  digestConfig,
  ownDirs,
  writeShard,
  type ShardFile,
  type ShardNumber,
  type ShardShare,
} from "./shard.ts";
import { createUnitIndex } from "./kept/unit-index.ts";
import { findCache, openUnitCache, type CacheOptions } from "./kept/unit-cache.ts";
import { createUnitMemory, withSaved } from "./kept/unit-memory.ts";

/** What is compiled, and where the blocks go. */
export interface CompileOptions extends CacheOptions {
  /** Directory of the blocks, relative to `cwd`. */
  readonly blocks: string;
  /** Default: all. */
  readonly shard?: ShardNumber | undefined;
  /** Whether the blocks have the contents of files. */
  readonly storesContents?: boolean;
}

export interface CompileResult {
  /** Findings about the configuration; with an error, nothing is written. */
  readonly diagnostics: readonly Diagnostic[];
  /** Undefined if the configuration is wrong. */
  readonly compiled?: { readonly skills: number; readonly of: number; readonly bytes: number };
}

/**
 * Compiles and writes the blocks of one share.
 *
 * @throws BlocksError
 * @example
 * await compileBlocks({ blocks: "blocks", shard: [3, 8] });
 */
export async function compileBlocks(options: CompileOptions): Promise<CompileResult> {
  const build = readCodeDigest();
  if (build === undefined) throw new BlocksError("the code of skillc cannot be read: install it again");
  const paths = pathsOf(options);
  const { chosen, diagnostics } = await chooseSources(options, paths);
  if (chosen === undefined) return { diagnostics };
  refuseAbsolute(chosen.config);
  const { config, named, positions } = chosen;
  const blocks = resolve(paths.cwd, options.blocks);
  const dir = join(blocks, build);
  const shard = options.shard ?? [1, 1];
  for (const one of [blocks, dir]) removePartialFiles(one);
  const { share, files, facts, about } = await storeShare(chosen, { options, paths, blocks, dir, shard });
  const isNamed = positions === undefined && named.length > 0;
  const { skills, of } = share;
  const settings = digestConfig(config);
  writeShard(blocks, { settings, shard, sources: named, isNamed, skills, files, facts, share: about }, build);
  const bytes = Object.values(files).reduce((sum, name: string) => sum + statSync(join(dir, name)).size, 0);
  return { diagnostics, compiled: { skills, of, bytes } };
}

function refuseAbsolute({ sources }: Config): void {
  for (const source of sources)
    if (source.kind === "directory" && isAbsolute(source.dir))
      throw new BlocksError(
        `"${source.dir}" is an absolute path, which no other machine has: name it relative to the config`,
      );
}

interface Machine {
  readonly options: CompileOptions;
  readonly paths: ProjectPaths;
  /** Absolute path of the blocks, and of those of this build of skillc. */
  readonly blocks: string;
  readonly dir: string;
  readonly shard: ShardNumber;
}

/** Finds and compiles the skills of a share, and writes all of its blocks. */
async function storeShare(
  chosen: ChosenSources,
  { options, paths, blocks, dir, shard }: Machine,
): Promise<Written & { readonly share: SkillShare }> {
  const { config, named } = chosen;
  const disk = createNodeHost(paths.base);
  const writer = options.storesContents === true ? startContents(dir, disk) : undefined;
  const recorder = recordFacts(writer?.host ?? disk, [toPosixPath(blocks), ...ownDirs(config)]);
  const contents = createContents(recorder.host, "check", true);
  const found = discoverAll({ config, host: recorder.host, contents });
  askAsOneOfSeveral(config, recorder.host);
  const facts = recorder.take();
  const share = shareOf(withPositions(found, chosen), shard);
  const units = startSegment(dir);
  const { index, compiled } = await compileShare(share, {
    compilation: { config, host: recorder.host, contents, build: readBuildId(), onProgress: options.onProgress },
    units,
    earlier: cacheOf(options, paths, config),
  });
  recorder.resume();
  askAbove(compiled);
  const shared = writer === undefined ? [] : found.flatMap((run) => askForShared(run, recorder.host));
  const asked = recorder.take();
  // Their bytes are among the contents.
  for (const [path, real] of shared) contents.read(path, real);
  const stored = writer?.finish();
  const isFirst = shard[0] === 1 && named.length === 0;
  const about = {
    ...(isFirst && { around: diagnoseNotBuilt(found[0], config, disk) }),
    ...(stored && { contents: stored.rows }),
    facts: asked,
    unread: [...new Set(compiled.flatMap(({ unit, place }) => (unit === undefined ? [place.dir] : [])))],
  };
  const written = writeBlocks(dir, units, { facts, index, about });
  return { ...written, files: { ...written.files, ...(stored && { contents: stored.name }) }, share };
}

/** Asks whether there is something where links leave their skills: linking says so. */
function askAbove(skills: readonly RunSkill[]): void {
  for (const { unit, disk, place } of skills)
    for (const { leadsTo } of unit?.findings ?? [])
      if (leadsTo !== undefined) disk?.status(joinPath(place.dir, leadsTo));
}

/** The units of earlier runs on this machine. */
function cacheOf(options: CompileOptions, paths: ProjectPaths, config: Config): UnitCache | undefined {
  const saved = openUnitCache(findCache(options, paths, config));
  return saved && withSaved(createUnitMemory(), saved);
}

interface ShareTools {
  readonly compilation: Compilation;
  readonly units: SegmentWriter;
  readonly earlier: UnitCache | undefined;
}

/** Compiles the skills of a share and stores their units and pieces; returns what finds them. */
async function compileShare(
  { runs }: SkillShare,
  { compilation, units, earlier }: ShareTools,
): Promise<{ readonly index: Uint8Array; readonly compiled: readonly RunSkill[] }> {
  const index = createUnitIndex();
  const making = withPieces(compilation);
  const { onProgress } = compilation;
  const compiled = await compileAll(runs, { ...making, store: index.store, cache: earlier, onProgress });
  const store: BlockStore = {
    get: () => undefined,
    find: () => [],
    use: () => {},
    set: (key, sections) => units.add(key, sections),
    save: () => {},
  };
  createSavedSkills(store).keep(
    runs.map((run, at) => ({ run, skills: compiled[at] ?? [] })),
    true,
  );
  return { index: index.bytes(), compiled: compiled.flat() };
}

/** What was written: names of files, keys of blocks. */
interface Written extends Pick<ShardFile, "files" | "facts"> {
  readonly about: string;
}

/** All shards of one state of the sources have the same facts, in a file with the same name. */
function writeBlocks(
  dir: string,
  units: SegmentWriter,
  { facts, index, about }: { readonly facts: DiskFacts; readonly index: Uint8Array; readonly about: ShardShare },
): Written {
  const segment = startSegment(dir);
  const found = toJson(facts);
  const factsKey = `facts ${hash("sha256", found, "hex")}`;
  segment.add(factsKey, [found]);
  const text = toJson(about);
  const key = `share ${hash("sha256", Buffer.concat([text, index]), "hex")}`;
  units.add(key, [text, index]);
  const files = { facts: basename(segment.finish().path), units: basename(units.finish().path) };
  return { files, facts: factsKey, about: key };
}
