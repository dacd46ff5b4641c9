/**
 * `node:fs` as it behaves on Windows, over the disk of this machine: paths with backslashes, no symbolic links, no modes, no
 * names that Windows does not have, and files that are open can be neither renamed nor removed.
 */
import { toReal, toWindows } from "./paths.ts";

const fs = process.getBuiltinModule("node:fs");
const promises = process.getBuiltinModule("node:fs/promises");
type Stats = { mode: number | bigint };
type StatOptions = Parameters<typeof fs.fstatSync>[1];
type Call = (...args: unknown[]) => unknown;

/** The functions whose first arguments are paths, and how many they are. */
const PATHS: Readonly<Record<string, number>> = {
  accessSync: 1,
  appendFileSync: 1,
  chmodSync: 1,
  copyFileSync: 2,
  cpSync: 2,
  existsSync: 1,
  linkSync: 2,
  lstatSync: 1,
  mkdirSync: 1,
  mkdtempSync: 1,
  openSync: 1,
  opendirSync: 1,
  readFileSync: 1,
  readdirSync: 1,
  realpathSync: 1,
  renameSync: 2,
  rmSync: 1,
  rmdirSync: 1,
  statSync: 1,
  truncateSync: 1,
  unlinkSync: 1,
  utimesSync: 1,
  writeFileSync: 1,
};
/** Functions that make a name. */
const CREATES: ReadonlySet<string> = new Set([
  "appendFileSync",
  "copyFileSync",
  "cpSync",
  "linkSync",
  "mkdirSync",
  "openSync",
  "renameSync",
  "writeFileSync",
]);
const REMOVES: ReadonlySet<string> = new Set(["renameSync", "rmSync", "rmdirSync", "unlinkSync"]);
const IMPOSSIBLE = /[<>:"|?*\u0000-\u001f]|[ .]$|^(?:con|prn|aux|nul|com[1-9]|lpt[1-9])(?:\.|$)/i;

/** Paths on this machine, by the number of an open file. */
const open = new Map<number, string>();

/** How often a request failed because a file was open. */
export const counts = { busy: 0 };

export function errorOf(code: string, call: string, path: string): NodeJS.ErrnoException {
  return Object.assign(new Error(`${code}: simulated, ${call} '${path}'`), { code, syscall: call, path, errno: -1 });
}

function adapted(name: string): Call {
  const real = (fs as unknown as Record<string, Call>)[name] as Call;
  const paths = PATHS[name] ?? 0;
  return (...args) => {
    const given = args.map((arg, index) => (index < paths ? toPath(arg) : arg));
    const reals = given.map((arg, index) => (index < paths && typeof arg === "string" ? toReal(arg) : arg));
    const [target] = reals.slice(0, paths).toReversed();
    if (REMOVES.has(name)) refuseOpen(name, reals.slice(0, paths), given);
    if (CREATES.has(name) && typeof target === "string" && !fs.existsSync(target)) refuseName(name, target);
    const result = attempt(() => real(...reals));
    if (name === "openSync") open.set(result as number, String(reals[0]));
    return shown(name, result, given[1]);
  };
}

function toPath(arg: unknown): unknown {
  return arg instanceof URL ? toWindows(process.getBuiltinModule("node:url").fileURLToPath(arg)) : arg;
}

function refuseOpen(call: string, reals: readonly unknown[], given: readonly unknown[]): void {
  for (const path of open.values())
    if (reals.some((one) => path === one || path.startsWith(`${String(one)}/`))) {
      counts.busy += 1;
      throw errorOf(call === "renameSync" ? "EPERM" : "EBUSY", call, String(given[0]));
    }
}

function refuseName(call: string, path: string): void {
  if (isImpossible(path.slice(path.lastIndexOf("/") + 1))) throw errorOf("ENOENT", call, toWindows(path));
}

/** Returns whether Windows has no such name. */
export function isImpossible(name: string): boolean {
  return IMPOSSIBLE.test(name);
}

/** Runs it, with the paths of Windows in what it throws. */
function attempt<T>(run: () => T): T {
  try {
    return run();
  } catch (error) {
    const known = error as NodeJS.ErrnoException & { dest?: string };
    if (typeof known.path === "string") {
      known.message = known.message.replaceAll(known.path, toWindows(known.path));
      known.path = toWindows(known.path);
    }
    throw error;
  }
}

function shown(name: string, result: unknown, option: unknown): unknown {
  if (/^l?statSync$/.test(name)) return result && withoutMode(result as Stats);
  if (typeof result === "string" && /^(?:realpath|mkdtemp|mkdir)/.test(name)) return toWindows(result);
  if (name !== "readdirSync" || !Array.isArray(result)) return result;
  if ((option as { withFileTypes?: boolean } | undefined)?.withFileTypes === true)
    for (const entry of result as { parentPath: string; path?: string }[])
      entry.parentPath = toWindows(entry.parentPath);
  else return (result as string[]).map((one) => one.replaceAll("/", "\\"));
  return result;
}

function withoutMode<T extends { mode: number | bigint }>(stats: T): T {
  const { S_IFMT } = fs.constants;
  const mode = (Number(stats.mode) & S_IFMT) | 0o666;
  stats.mode = typeof stats.mode === "bigint" ? BigInt(mode) : mode;
  return stats;
}

const { O_NOFOLLOW: _1, O_NONBLOCK: _2, O_DIRECTORY: _3, O_NOCTTY: _4, O_SYNC: _5, ...constants } = fs.constants;
const calls = Object.fromEntries(Object.keys(PATHS).map((name) => [name, adapted(name)]));
const own = {
  ...calls,
  constants,
  closeSync(descriptor: number) {
    open.delete(descriptor);
    fs.closeSync(descriptor);
  },
  close(descriptor: number, done: () => void = () => {}) {
    open.delete(descriptor);
    fs.close(descriptor, done);
  },
  fstatSync: (descriptor: number, options?: StatOptions) => withoutMode(fs.fstatSync(descriptor, options)),
  fchmodSync() {},
  fchownSync() {},
  symlinkSync(_target: string, path: string) {
    throw errorOf("EPERM", "symlink", path);
  },
  readlinkSync(path: string) {
    throw errorOf("EINVAL", "readlink", path);
  },
  realpathSync: Object.assign(calls["realpathSync"] as Call, { native: calls["realpathSync"] }),
};

/** In place of `node:fs`. */
export const windowsFs: object = { ...fs, ...own, default: { ...fs, ...own } };

/** In place of `node:fs/promises`. */
export const windowsPromises = {
  ...promises,
  readFile: (path: string, ...rest: []) => promises.readFile(toReal(String(toPath(path))), ...rest),
  stat: async (path: string) => withoutMode(await promises.stat(toReal(path))),
};
