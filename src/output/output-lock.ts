/** Locks output directories, so that two builds do not write into one of them at the same time. */
import { randomBytes } from "node:crypto";
import { linkSync, readdirSync, readlinkSync, renameSync, rmdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { dirname, join } from "node:path";
import { isFailure } from "../model/host.ts";
import { onInterrupt } from "../host/interrupts.ts";
import { attempt, toFailure } from "../host/attempt.ts";
import { isAlive } from "../host/is-alive.ts";
import { lstatIfAny } from "../host/links-below.ts";
import { makeDirectories } from "../host/make-directories.ts";
import { readRegular } from "../host/read-regular.ts";

const LOCK_NAME = ".skillc-lock";
/** How long a build waits for another. */
const WAIT_MS = 30_000;
const POLL_MS = 50;
/** How long a directory that disappears again is created; in some, such as /proc, nothing can be. */
const VANISHED_MS = 1000;
/** How often a waiting build checks the age of a lock, for which it writes a file. */
const AGE_POLL_MS = 1000;
const TOUCH_MS = 2000;
/** A lock that was not touched for this long is abandoned, even if its process cannot be checked. */
const STALE_MS = 60_000;
/** A lock is written in an instant: its process was killed if only a part of it is there after this time. */
const UNFINISHED_MS = 2000;

interface LockHolder {
  readonly pid: number;
  readonly host: string;
  /** When the process started, to distinguish it from a later process with the same id. */
  readonly started?: string;
  /** Identifies the run of the system. */
  readonly boot?: string;
  /** Process ids of different namespaces cannot be compared. */
  readonly namespace?: string;
  readonly token: string;
}

/** A directory that stays locked by another build. */
export interface Blocked {
  /** Absolute path of the lock file. */
  readonly path: string;
  /** Undefined if the lock file is not readable. */
  readonly holder: LockHolder | undefined;
  /** Something other than a file has the name of the lock file, so that no build can ever lock the directory. */
  readonly isNoFile?: true;
}

export interface OutputLocks {
  /** Waits for all directories; returns the first that another build does not release in time. */
  acquire(): Promise<Blocked | undefined>;
  /** Shows waiting builds that this one is alive; call it repeatedly. */
  touch(): void;
  /** Returns whether the lock of a directory exists and is ours. */
  isHeld(outDir: string): boolean;
  /** Returns a directory whose lock another build has removed as abandoned: it must no longer be written. */
  findLost(): Blocked | undefined;
  /** Removes what builds left that were killed while they waited for the lock of a directory; only its holder may. */
  removeLeftovers(outDir: string): void;
  /** Removes the locks, and directories that were created for them and are empty. */
  release(): void;
}

interface Held {
  readonly path: string;
  readonly text: string;
  /** The topmost directory that was created for the lock. */
  readonly created: string | undefined;
}

/** Creates the locks. All builds lock directories in the same order, so that no two wait for each other. */
export function createOutputLocks(outDirs: readonly string[]): OutputLocks {
  const held = new Map<string, Held>();
  let touched = performance.now();
  let forget = (): void => {};
  const touch = (): void => {
    if (performance.now() - touched < TOUCH_MS) return;
    touched = performance.now();
    // Rewritten instead of utimes: the time must come from the file system's clock.
    for (const { path, text } of held.values())
      if (read(path) === text) attempt(() => writeFileSync(path, text, { flag: "r+" }));
  };
  const release = (): void => {
    for (const [outDir, lock] of [...held].reverse()) {
      if (read(lock.path) === lock.text) attempt(() => rmSync(lock.path, { force: true }));
      if (lock.created !== undefined) removeEmpty(outDir, lock.created);
    }
    held.clear();
    forget();
  };
  const acquire = async (): Promise<Blocked | undefined> => {
    forget = onInterrupt(release);
    for (const outDir of [...new Set(outDirs)].sort()) {
      const lock = await waitFor(outDir, touch);
      if (lock !== undefined && "holder" in lock) return lock;
      if (lock !== undefined) held.set(outDir, lock);
    }
    return undefined;
  };
  const isHeld = (outDir: string): boolean => {
    const lock = held.get(outDir);
    return lock !== undefined && read(lock.path) === lock.text;
  };
  const removeLeftovers = (outDir: string): void => {
    for (const name of readdirSync(outDir)) {
      const path = join(outDir, name);
      // Another build may have taken our lock for an abandoned one, and is about to put it back.
      const isLeftover = name.startsWith(`${LOCK_NAME}-`) && read(path) !== held.get(outDir)?.text;
      if (isLeftover) attempt(() => rmSync(path, { force: true }));
    }
  };
  const findLost = (): Blocked | undefined => {
    for (const { path, text } of held.values())
      if (read(path) !== text) return { path, holder: parseHolder(read(path)) };
    return undefined;
  };
  return { acquire, touch, isHeld, findLost, removeLeftovers, release };
}

/** Returns the lock; undefined if the directory cannot be written, which writing itself reports. */
async function waitFor(outDir: string, touch: () => void): Promise<Held | Blocked | undefined> {
  const path = join(outDir, LOCK_NAME);
  for (let waited = 0; ; waited += POLL_MS) {
    const lock = tryLock(outDir, path);
    if (!isFailure(lock)) return lock;
    if (lock.failure !== "exists" && lock.failure !== "not-found") return undefined;
    if (lock.failure === "not-found" && waited >= VANISHED_MS) return undefined;
    if (lstatIfAny(path)?.isFile() === false) return { path, holder: undefined, isNoFile: true };
    const text = read(path);
    const holder = parseHolder(text);
    const limit = isFailure(attempt(() => JSON.parse(text ?? "{}") as unknown)) ? UNFINISHED_MS : STALE_MS;
    const isAbandoned = isGone(holder) || (waited % AGE_POLL_MS === 0 && isOld(path, limit));
    if (text !== undefined && isAbandoned) breakLock(path, text);
    else if (waited >= WAIT_MS) return { path, holder };
    touch();
    await new Promise<void>((resolve) => {
      setTimeout(resolve, POLL_MS);
    });
  }
}

function tryLock(outDir: string, path: string): Held | ReturnType<typeof toFailure> {
  const text = `${JSON.stringify({ ...self(), token: randomBytes(16).toString("hex") })}\n`;
  let created: string | undefined;
  try {
    created = makeDirectories(outDir);
    writeFileSync(path, text, { flag: "wx" });
    return { path, text, created };
  } catch (error) {
    const failure = toFailure(error);
    // After a full disk the file is there, and empty.
    if (failure.failure !== "exists" && read(path) === "") attempt(() => rmSync(path));
    if (created !== undefined && failure.failure !== "exists") removeEmpty(outDir, created);
    return failure;
  }
}

/** Removes an abandoned lock, unless another build has replaced it meanwhile. */
function breakLock(path: string, text: string): void {
  const aside = `${path}-${randomBytes(8).toString("hex")}`;
  if (isFailure(attempt(() => renameSync(path, aside)))) return;
  if (read(aside) !== text) attempt(() => linkSync(aside, path));
  attempt(() => rmSync(aside, { force: true }));
}

/** Returns whether the process has ended; only processes of this system and namespace can be checked. */
function isGone(holder: LockHolder | undefined): boolean {
  if (holder === undefined) return false;
  const { host, boot, namespace } = self();
  if (holder.host !== host || holder.boot !== boot || holder.namespace !== namespace) return false;
  if (!isAlive(holder.pid)) return true;
  return holder.started !== undefined && holder.started !== startOf(holder.pid);
}

/** Compares times of the same file system: the clocks of two hosts may differ. */
function isOld(path: string, limit: number): boolean {
  const probe = `${path}-${randomBytes(8).toString("hex")}`;
  const age = attempt(() => {
    writeFileSync(probe, "", { flag: "wx" });
    return statSync(probe).mtimeMs - statSync(path).mtimeMs;
  });
  attempt(() => rmSync(probe, { force: true }));
  return !isFailure(age) && age > limit;
}

let known: Omit<LockHolder, "token"> | undefined;

/** Describes this process, as far as the system allows. */
function self(): Omit<LockHolder, "token"> {
  if (known !== undefined) return known;
  const started = startOf(process.pid);
  const boot = read("/proc/sys/kernel/random/boot_id")?.trim();
  const namespace = attempt(() => readlinkSync("/proc/self/ns/pid"));
  known = {
    pid: process.pid,
    host: hostname(),
    ...(started !== undefined && { started }),
    ...(boot !== undefined && { boot }),
    ...(!isFailure(namespace) && { namespace }),
  };
  return known;
}

/** The start of a process in ticks since the boot, where the system has /proc. */
function startOf(pid: number): string | undefined {
  // The name of the program, in parentheses, may contain anything; the start is field 22.
  return read(`/proc/${pid}/stat`)?.split(") ").at(-1)?.split(" ")[19];
}

function parseHolder(text: string | undefined): LockHolder | undefined {
  const parsed: unknown = attempt(() => JSON.parse(text ?? "") as unknown);
  if (typeof parsed !== "object" || parsed === null || !("pid" in parsed && "host" in parsed)) return undefined;
  const isComplete = Number.isSafeInteger(parsed.pid) && Number(parsed.pid) > 0 && typeof parsed.host === "string";
  return isComplete ? (parsed as LockHolder) : undefined;
}

function read(path: string): string | undefined {
  const bytes = attempt(() => readRegular(path));
  return isFailure(bytes) ? undefined : bytes.toString("utf8");
}

/** Removes directories from `dir` up to `top`, as far as they are empty. */
function removeEmpty(dir: string, top: string): void {
  for (let next = dir; next.length >= top.length; next = dirname(next))
    if (isFailure(attempt(() => rmdirSync(next)))) return;
}
