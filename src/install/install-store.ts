/**
 * Changes installed directories, the lock file and the config together. Everything is staged next to its target; a
 * journal then lists the renames, so that the next command finishes what a killed one began, or removes what it staged.
 */
import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, renameSync, rmdirSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join, relative, resolve } from "node:path";
import { isFailure, type HostFailure } from "../model/host.ts";
import { makeDirectories } from "../host/make-directories.ts";
import { readRegular } from "../host/read-regular.ts";
import { onInterrupt, yieldToSignals } from "../host/interrupts.ts";
import { createLinkFinder, isPlain, lstatIfAny } from "../host/links-below.ts";
import { attempt, toFailure, toPosixPath } from "../host/node-host.ts";
import { createOutputLocks, type Blocked } from "../output/output-lock.ts";

export interface InstalledFile {
  readonly bytes: Uint8Array;
  readonly executable: boolean;
}

export interface DirectoryChange {
  /** In the system's own form. */
  readonly target: string;
  /** By relative POSIX path; undefined removes the directory. */
  readonly files?: ReadonlyMap<string, InstalledFile>;
  /** Otherwise an existing directory is an error. */
  readonly replaces: boolean;
}

/** The last file of a change is the lock. */
interface FileChange {
  readonly path: string;
  readonly text: string;
}

export interface InstallFailure {
  /** Absolute path. */
  readonly path: string;
  /** From the system; `exists` if a target exists. */
  readonly detail: string;
}

export interface InstallStore {
  /** Returns the absolute path of a new temporary directory; `close` removes it. */
  temporary(): string;
  /** Makes all changes, or none. */
  commit(changes: readonly DirectoryChange[], files: readonly FileChange[]): Promise<InstallFailure | undefined>;
  /** Removes temporary files and the lock. */
  close(): void;
}

interface Move {
  readonly target: string;
  /** Undefined for a removal. */
  readonly staged?: string;
  /** For the old directory until it is deleted. */
  readonly trash: string;
}

interface Journal {
  readonly state: "staging" | "ready";
  /** Relative to the state directory. */
  readonly moves: readonly Move[];
  readonly files: readonly StagedInstall[];
}

interface StagedInstall {
  readonly path: string;
  readonly staged: string;
}

const JOURNAL = "journal.json";
/** The lock, and a config that is data. */
const CHANGED_NAME = /^skillc\.(?:lock|config\.(?:json|ya?ml))$/;
const TOUCH_MS = 1000;
const YIELD_EVERY = 200;

/**
 * Waits for other commands that use the store, and finishes or removes what a killed one left. `root`: the directory in
 * which a journal may change something, because a repository can contain a forged journal.
 */
export async function openInstallStore(stateDir: string, root: string): Promise<InstallStore | Blocked> {
  const locks = createOutputLocks([stateDir]);
  const blocked = await locks.acquire();
  if (blocked !== undefined) return blocked;
  const timer = setInterval(() => locks.touch(), TOUCH_MS);
  const temporary = join(stateDir, "tmp");
  const close = (): void => {
    clearInterval(timer);
    attempt(() => rmSync(temporary, { recursive: true, force: true }));
    locks.release();
    forget();
  };
  const forget = onInterrupt(close);
  attempt(() => recover(stateDir, root));
  attempt(() => removeDrafts(stateDir));
  attempt(() => rmSync(temporary, { recursive: true, force: true }));
  return {
    temporary: () => {
      mkdirSync(temporary, { recursive: true });
      return join(temporary, randomName());
    },
    commit: (changes, files) => commit(stateDir, changes, files),
    close,
  };
}

/** Whether the next command must finish the work of a killed one. */
export function isInstallUnfinished(stateDir: string): boolean {
  return existsSync(join(stateDir, JOURNAL));
}

function randomName(): string {
  return `x${randomBytes(8).toString("hex")}`;
}

async function commit(
  stateDir: string,
  changes: readonly DirectoryChange[],
  files: readonly FileChange[],
): Promise<InstallFailure | undefined> {
  const fromState = (path: string): string => toPosixPath(relative(stateDir, path));
  const moves = changes.map(({ target, files }): Move => {
    const [staged, trash] = ["staging", "trash"].map((kind) =>
      join(dirname(target), `.skillc-${kind}-${randomName()}`),
    ) as [string, string];
    return { target: fromState(target), trash: fromState(trash), ...(files && { staged: fromState(staged) }) };
  });
  const stagedFiles = files.map(({ path }) => ({ path: fromState(path), staged: `file-${randomName()}` }));
  const journal: Journal = { state: "staging", moves, files: stagedFiles };
  const created: string[] = [];
  const discard = (): void => {
    discardStaged(stateDir, journal);
    for (const dir of created.toReversed()) attempt(() => rmdirSync(dir));
  };
  const forget = onInterrupt(discard);
  let at = stateDir;
  try {
    const taken = changes.find(({ target, replaces, files }) => files && !replaces && lstatIfAny(target) !== undefined);
    if (taken !== undefined) return { path: taken.target, detail: "exists" };
    // Absent where its lock could not be written: this says why.
    makeDirectories(stateDir);
    writeJournal(stateDir, journal);
    for (const [index, { files: contents }] of changes.entries()) {
      const staged = moves[index]?.staged;
      if (contents === undefined || staged === undefined) continue;
      at = resolve(stateDir, staged);
      created.push(...missingParents(dirname(at)));
      await stageFiles(at, contents, (path) => (at = path));
    }
    at = stateDir;
    for (const [index, { path, text }] of files.entries())
      writeFileSync(join(stateDir, (stagedFiles[index] as StagedInstall).staged), text, modeOf(path));
    writeJournal(stateDir, { ...journal, state: "ready" });
  } catch (error) {
    discard();
    return { path: at, detail: toFailure(error).detail };
  } finally {
    forget();
  }
  const failure = apply(stateDir, { ...journal, state: "ready" });
  if (failure !== undefined) for (const dir of created.toReversed()) attempt(() => rmdirSync(dir));
  return failure;
}

async function stageFiles(
  root: string,
  files: ReadonlyMap<string, InstalledFile>,
  at: (path: string) => void,
): Promise<void> {
  mkdirSync(root, { recursive: true });
  let count = 0;
  for (const [path, { bytes, executable }] of files) {
    const target = join(root, path);
    at(target);
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, bytes, { flag: "wx", mode: executable ? 0o755 : 0o644 });
    if (++count % YIELD_EVERY === 0) await yieldToSignals();
  }
}

/** Topmost first. */
function missingParents(path: string): string[] {
  const missing: string[] = [];
  // A drive of Windows may be missing, too.
  for (let dir = path; !existsSync(dir) && dir !== dirname(dir); dir = dirname(dir)) missing.unshift(dir);
  return missing;
}

/** A replaced file keeps its mode. */
function modeOf(path: string): { readonly mode?: number } {
  const mode = lstatIfAny(path)?.mode;
  return mode === undefined ? {} : { mode: mode & 0o777 };
}

function writeJournal(stateDir: string, journal: Journal): void {
  const staged = join(stateDir, `${JOURNAL}-${randomName()}`);
  writeFileSync(staged, JSON.stringify(journal));
  renameSync(staged, join(stateDir, JOURNAL));
}

/** On a failure, undoes all renames. */
function apply(stateDir: string, journal: Journal): InstallFailure | undefined {
  const undo: (() => void)[] = [];
  let at = stateDir;
  const rename = (from: string, to: string): void => {
    at = to;
    renameSync(from, to);
    undo.push(() => renameSync(to, from));
  };
  const replaceFile = (path: string, staged: string): void => {
    if (!existsSync(staged)) return;
    const before = attempt(() => readRegular(path));
    at = path;
    renameSync(staged, path);
    undo.push(() => {
      if (isFailure(before)) return rmSync(path, { force: true });
      // In one step, so that an old or a new file exists at every moment.
      writeFileSync(staged, before, modeOf(path));
      renameSync(staged, path);
    });
  };
  const failure = attempt(() => {
    for (const { target, staged, trash } of journal.moves) {
      const [to, old] = [resolve(stateDir, target), resolve(stateDir, trash)];
      const from = staged === undefined ? undefined : resolve(stateDir, staged);
      if (from !== undefined && !existsSync(from)) continue;
      if (lstatIfAny(to) !== undefined && !existsSync(old)) rename(to, old);
      if (from !== undefined) rename(from, to);
    }
    for (const { path, staged } of journal.files) replaceFile(resolve(stateDir, path), join(stateDir, staged));
  });
  if (isFailure(failure)) return undoAll(stateDir, undo, { journal, failure, at });
  finish(stateDir, journal);
  return undefined;
}

function undoAll(
  stateDir: string,
  undo: readonly (() => void)[],
  { journal, failure, at }: { readonly journal: Journal; readonly failure: HostFailure; readonly at: string },
): InstallFailure {
  const undone = attempt(() => {
    for (const step of undo.toReversed()) step();
  });
  if (!isFailure(undone)) discardStaged(stateDir, journal);
  return { path: at, detail: failure.detail };
}

/** Also deletes the journal. */
function finish(stateDir: string, journal: Journal): void {
  for (const { target, staged, trash } of journal.moves) {
    attempt(() => rmSync(resolve(stateDir, trash), { recursive: true, force: true }));
    // The directory of an organization, where its last skill is gone.
    if (staged === undefined) attempt(() => rmdirSync(dirname(resolve(stateDir, target))));
  }
  attempt(() => rmSync(join(stateDir, JOURNAL), { force: true }));
}

function discardStaged(stateDir: string, { moves, files }: Journal): void {
  for (const { staged } of moves)
    if (staged !== undefined) attempt(() => rmSync(resolve(stateDir, staged), { recursive: true, force: true }));
  for (const { staged } of files) attempt(() => rmSync(join(stateDir, staged), { force: true }));
  attempt(() => rmSync(join(stateDir, JOURNAL), { force: true }));
}

/** Finishes or discards the journal of a killed command. */
function recover(stateDir: string, root: string): void {
  const text = attempt(() => readRegular(join(stateDir, JOURNAL)).toString("utf8"));
  if (isFailure(text)) return;
  const journal = parseJournal(text);
  if (journal === undefined) return rmSync(join(stateDir, JOURNAL), { force: true });
  if (journal.state === "ready" && isTrusted(journal, stateDir, root)) return void apply(stateDir, journal);
  discardStaged(stateDir, journal);
  for (const { staged } of journal.moves)
    if (staged !== undefined) attempt(() => rmdirSync(dirname(resolve(stateDir, staged))));
}

/** Nothing outside the root, and nothing through a link, is renamed or deleted. */
function isTrusted({ moves, files }: Journal, stateDir: string, root: string): boolean {
  const links = createLinkFinder(root);
  const isBelow = (path: string): boolean => {
    const below = toPosixPath(relative(root, resolve(stateDir, path)));
    return isPlain(below) && !/^\.git(?:\/|$)/i.test(below) && links.find(below) === undefined;
  };
  const isBeside = (path: string, target: string): boolean =>
    dirname(resolve(stateDir, path)) === dirname(resolve(stateDir, target));
  return (
    moves.every(
      ({ target, staged, trash }) =>
        isBelow(target) && isBeside(trash, target) && (staged === undefined || isBeside(staged, target)),
    ) && files.every(({ path }) => isBelow(path) && CHANGED_NAME.test(basename(path)))
  );
}

/** Files that were written, but not renamed before the process was killed. */
function removeDrafts(stateDir: string): void {
  if (isInstallUnfinished(stateDir)) return;
  for (const name of readdirSync(stateDir))
    if (/^(?:journal\.json|file)-x[0-9a-f]{16}$/.test(name)) rmSync(join(stateDir, name), { force: true });
}

/** Undefined for a journal that skillc did not write: its paths would decide what is deleted. */
function parseJournal(text: string): Journal | undefined {
  const parsed = attempt(() => JSON.parse(text) as Journal);
  if (isFailure(parsed) || typeof parsed !== "object" || parsed === null || !Array.isArray(parsed.moves))
    return undefined;
  const isOwnName = (path: unknown, kind: string): boolean =>
    typeof path === "string" && /^\.skillc-(trash|staging)-x[0-9a-f]{16}$/.exec(basename(path))?.[1] === kind;
  const isOwnMove = (move: Partial<Move> | null): boolean =>
    typeof move?.target === "string" &&
    isOwnName(move.trash, "trash") &&
    (move.staged === undefined || isOwnName(move.staged, "staging"));
  const isOwnFile = (file: Partial<StagedInstall> | null): boolean =>
    typeof file?.path === "string" && typeof file.staged === "string" && /^file-x[0-9a-f]{16}$/.test(file.staged);
  return parsed.moves.every(isOwnMove) && Array.isArray(parsed.files) && parsed.files.every(isOwnFile)
    ? parsed
    : undefined;
}
