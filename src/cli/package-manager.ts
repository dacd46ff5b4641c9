import { isFailure, readObject, type Host } from "../model/host.ts";
import { joinPath, parentPath } from "../paths/index.ts";

export type PackageManager = "npm" | "pnpm" | "yarn" | "bun";

interface Spelling {
  readonly install: string;
  readonly add: string;
  /** Comes before a program of a dependency. */
  readonly exec: string;
  /** Comes before a program that is not installed. */
  readonly fetch: string;
  /** Comes before the name of a script. */
  readonly run: string;
}

const spellings: Readonly<Record<PackageManager, Spelling>> = {
  npm: { install: "npm install", add: "npm install --save-dev", exec: "npx", fetch: "npx", run: "npm run" },
  pnpm: { install: "pnpm install", add: "pnpm add --save-dev", exec: "pnpm exec", fetch: "pnpm dlx", run: "pnpm run" },
  yarn: { install: "yarn install", add: "yarn add --dev", exec: "yarn", fetch: "yarn dlx", run: "yarn run" },
  bun: { install: "bun install", add: "bun add --dev", exec: "bunx", fetch: "bunx", run: "bun run" },
};

const LOCK_FILES: readonly (readonly [file: string, manager: PackageManager])[] = [
  ["pnpm-lock.yaml", "pnpm"],
  ["pnpm-workspace.yaml", "pnpm"],
  ["yarn.lock", "yarn"],
  ["bun.lock", "bun"],
  ["bun.lockb", "bun"],
  ["package-lock.json", "npm"],
  ["npm-shrinkwrap.json", "npm"],
];

export function spellingOf(manager: PackageManager): Spelling {
  return spellings[manager];
}

/**
 * Returns the package manager of the project: what the nearest package.json names (`packageManager`, `devEngines`),
 * else the one that wrote the nearest lock file, up to the root of the git repository or of the workspace; else the one
 * that runs this command; else npm.
 *
 * @param userAgent `npm_config_user_agent`, which every package manager sets: `pnpm/10.1.0 npm/? node/v20.19.0 …`.
 */
export function detectManager(host: Host, userAgent: string | undefined): PackageManager {
  for (const dir of projectDirectories(host)) {
    const named = managerNamed(readManifest(host, dir));
    if (named !== undefined) return named;
    const lock = LOCK_FILES.find(([file]) => exists(host, joinPath(dir, file)));
    if (lock !== undefined) return lock[1];
  }
  return asManager(userAgent?.split("/")[0]) ?? "npm";
}

/** Returns the directory of the host and those above it, up to the root of the git repository or of the workspace. */
export function projectDirectories(host: Host): readonly string[] {
  const dirs: string[] = [];
  let end = 1;
  for (let dir = host.absolutePath("."); ; dir = parentPath(dir)) {
    dirs.push(dir);
    if (exists(host, joinPath(dir, ".git"))) return dirs;
    // Without a repository, only a workspace marks the end of a project.
    if (isWorkspaceRoot(host, dir)) end = dirs.length;
    if (dir === parentPath(dir)) return dirs.slice(0, end);
  }
}

/** 0 without a workspace. */
export function workspaceDepth(host: Host): number {
  return Math.max(
    0,
    projectDirectories(host).findLastIndex((dir) => isWorkspaceRoot(host, dir)),
  );
}

function isWorkspaceRoot(host: Host, dir: string): boolean {
  return exists(host, joinPath(dir, "pnpm-workspace.yaml")) || readManifest(host, dir)?.["workspaces"] !== undefined;
}

/** `packageManager` is `pnpm@10.1.0+sha512.…`; `devEngines.packageManager` has a `name`, or is a list of such. */
function managerNamed(manifest: Readonly<Record<string, unknown>> | undefined): PackageManager | undefined {
  const written = manifest?.["packageManager"];
  if (typeof written === "string") return asManager(written.split("@")[0]);
  const engines = manifest?.["devEngines"] as { readonly packageManager?: unknown } | undefined;
  const [first] = [engines?.packageManager].flat() as readonly ({ readonly name?: unknown } | undefined)[];
  return asManager(first?.name);
}

function asManager(name: unknown): PackageManager | undefined {
  return typeof name === "string" && Object.hasOwn(spellings, name) ? (name as PackageManager) : undefined;
}

function readManifest(host: Host, dir: string): Readonly<Record<string, unknown>> | undefined {
  return readObject(host, joinPath(dir, "package.json"));
}

function exists(host: Host, path: string): boolean {
  return !isFailure(host.entryStatus(path));
}
