/** One machine's share of a build, as files: which skills it has, what they were compiled with, and what was found on the disk. */
import { hash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { partialName, readCodeDigest, type ContentRow, type DiskFacts } from "../engine/index.ts";
import { isFailure, LARGEST_TEXT } from "../model/host.ts";
import { attempt } from "../host/attempt.ts";
import { readVersion } from "../host/index.ts";
import { readRegular } from "../host/read-regular.ts";
import { outputDirs, type Config } from "../model/config.ts";
import type { Diagnostic } from "../model/diagnostic.ts";
import { isAtOrBelow } from "../paths/index.ts";
import type { SourceArgument } from "./session.ts";

/** Blocks that cannot be used; the message says what to do. */
export class BlocksError extends Error {}

/** Which of how many shares, from 1. */
export type ShardNumber = readonly [number: number, count: number];

/** A file of a shard, next to its blocks. */
export interface ShardFile {
  readonly format: 1;
  readonly version: string;
  /** Digest of everything besides the sources that decides about a unit. */
  readonly build: string;
  /** Digest of what the config says about compiling. */
  readonly settings: string;
  readonly shard: ShardNumber;
  /** The directories that were named, relative to the base directory; empty for the sources of the config. */
  readonly sources: readonly SourceArgument[];
  /** Whether they are sources that the config does not name. */
  readonly isNamed: boolean;
  readonly skills: number;
  /** Names of files in the directory of the build. */
  readonly files: { readonly facts: string; readonly units: string; readonly contents?: string };
  /** Keys of blocks. */
  readonly facts: string;
  readonly share: string;
}

/** What is stored with the units of a shard. */
export interface ShardShare {
  /** What looks like a skill and is not compiled; undefined if another shard says it. */
  readonly around?: readonly Diagnostic[] | undefined;
  readonly contents?: readonly ContentRow[];
  /** What there is where links leave the skills. */
  readonly facts: DiskFacts;
  /** Directories of skills that have no unit, because they cannot be read. */
  readonly unread: readonly string[];
}

/** Returns what decides, of a config, about units and about how skills are found in their directories. */
export function digestConfig(config: Config): string {
  const { profile, alsoCheck = [], compat, tools, evals, symlinks, skillFileCase, files, shared = [] } = config;
  const { exclude, maxBytes } = files;
  const decisive = [profile, alsoCheck, compat, tools, evals, symlinks, skillFileCase, exclude, maxBytes, shared];
  return hash("sha256", JSON.stringify(decisive), "hex");
}

/** Returns the directories in which each machine has something else: outputs, and what is installed and no source. */
export function ownDirs({ outputs, installed, sources }: Config): readonly string[] {
  const isSource = (root: string): boolean =>
    sources.some((source) => source.kind === "directory" && isAtOrBelow(source.dir, root));
  return [...outputDirs(outputs), ...installed.roots.filter((root) => !isSource(root))];
}

const SHARD_FILE = /^skillc-\d+-of-\d+\.[0-9a-f]{16}\.shard$/;

/** Returns the name of the file of a shard: the same for the same share of the same directories. */
function nameOfShard({ shard: [number, count], sources }: Pick<ShardFile, "shard" | "sources">): string {
  return `skillc-${number}-of-${count}.${hash("sha256", JSON.stringify(sources), "hex").slice(0, 16)}.shard`;
}

/** Writes the file of a shard, and removes what an earlier one of the same share left. */
export function writeShard(dir: string, shard: Omit<ShardFile, "format" | "version" | "build">, build: string): void {
  const name = nameOfShard(shard);
  const before = readShards(dir).flatMap((one) => ("fault" in one ? [] : [one]));
  const file: ShardFile = { format: 1, version: readVersion(), build, ...shard };
  mkdirSync(dir, { recursive: true });
  const partial = join(dir, partialName(name));
  writeFileSync(partial, withDigest(file));
  renameSync(partial, join(dir, name));
  const others = before.filter((one) => one.name !== name).map(({ shard: other }) => other);
  const needed = new Set([file, ...others].flatMap((one) => pathsOfShard(one)));
  const old = before.filter((one) => one.name === name).flatMap((one) => pathsOfShard(one.shard));
  for (const path of old) if (!needed.has(path)) rmSync(join(dir, path), { force: true });
}

function pathsOfShard({ build, files }: ShardFile): readonly string[] {
  return Object.values(files).map((file: string) => `${build}/${file}`);
}

/** The digest is the last line. */
function withDigest(file: ShardFile): string {
  const text = `${JSON.stringify(file, null, 2)}\n`;
  return `${text}${hash("sha256", text, "hex")}\n`;
}

/** A shard as found in a directory. */
export interface FoundShard {
  /** Absolute path of the directory. */
  readonly dir: string;
  readonly name: string;
  readonly shard: ShardFile;
}

interface DamagedShard extends Pick<FoundShard, "dir" | "name"> {
  readonly fault: "damaged";
}

function readShards(dir: string): readonly (FoundShard | DamagedShard)[] {
  const names = attempt(() => readdirSync(dir));
  if (isFailure(names)) return [];
  return names
    .filter((name) => SHARD_FILE.test(name))
    .sort()
    .map((name) => {
      const text = attempt(() => readRegular(join(dir, name), { most: LARGEST_TEXT }).toString("utf8"));
      const end = isFailure(text) ? -1 : text.lastIndexOf("}\n") + 2;
      const isWhole = !isFailure(text) && text.slice(end) === `${hash("sha256", text.slice(0, end), "hex")}\n`;
      return isWhole
        ? { dir, name, shard: JSON.parse(text.slice(0, end)) as ShardFile }
        : { dir, name, fault: "damaged" };
    });
}

/**
 * Returns the shards of some directories, once each, if they are all that is needed.
 *
 * @throws BlocksError
 */
export function findShards(dirs: readonly string[], show: (dir: string) => string): readonly FoundShard[] {
  const all = dirs.flatMap((dir) => {
    const found = readShards(dir);
    if (found.length === 0)
      throw new BlocksError(`${show(dir)} contains no blocks: run skillc compile --blocks ${show(dir)}`);
    return found;
  });
  const shards = all.map((one) => {
    if ("fault" in one) throw new BlocksError(`${show(join(one.dir, one.name))} is damaged: ${AGAIN}`);
    checkVersion(one, show);
    return one;
  });
  checkCount(shards, show);
  for (const { dir, name, shard } of shards)
    for (const path of pathsOfShard(shard))
      if (!existsSync(join(dir, path)))
        throw new BlocksError(`${show(join(dir, path))} does not exist, which ${name} names: ${AGAIN}`);
  return shards;
}

/** What helps where blocks are not what was written. */
export const AGAIN = "remove the directory and run skillc compile again";

type Show = (path: string) => string;

function checkVersion({ dir, name, shard }: FoundShard, show: Show): void {
  if (shard.format === 1 && shard.build === readCodeDigest()) return;
  const [theirs, ours] = [shard.version, readVersion()];
  const what = theirs === ours ? `${ours}, but with other code or another Node.js than here` : `${theirs}, not ${ours}`;
  throw new BlocksError(
    `${show(join(dir, name))} was compiled by skillc ${what}: run skillc compile and skillc link with the same version of both`,
  );
}

/** Every share is there once. */
function checkCount(shards: readonly FoundShard[], show: Show): void {
  const byName = new Map<string, FoundShard>();
  for (const one of shards) {
    const other = byName.get(one.name);
    const [first, second] = [other, one].map((each) => each && show(join(each.dir, each.name)));
    if (first !== undefined)
      throw new BlocksError(`${first} and ${second ?? ""} are the same share of the skills: remove one of them`);
    byName.set(one.name, one);
  }
  for (const { shard } of shards)
    for (let number = 1; number <= shard.shard[1]; number++) {
      const { sources, shard: own } = shard;
      const [, count] = own;
      if (byName.has(nameOfShard({ shard: [number, count], sources }))) continue;
      const dirs = sources.map(({ dir }) => ` ${dir}`).join("");
      throw new BlocksError(
        `shard ${number} of ${count} is missing: run skillc compile${dirs} --shard ${number}/${count} and name its blocks`,
      );
    }
}
