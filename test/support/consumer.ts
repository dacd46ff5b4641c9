/** Projects that use a generated module: made in a temporary directory, built, and run with plain Node. */
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { build, type UserConfig } from "../../src/index.ts";

/** The root of this package. */
export const ROOT = join(import.meta.dirname, "../..");

/** Files by POSIX path. */
export type Files = Readonly<Record<string, string | Uint8Array>>;

export interface Project {
  /** Absolute path. */
  readonly dir: string;
  write(files: Files): void;
  read(path: string): string;
  /** Builds the skills of the project; throws when there is an error or a warning. */
  build(overrides?: UserConfig): Promise<void>;
  remove(): void;
}

interface RunResult {
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Makes a project in a directory of its own; whoever makes it removes it. */
export function createProject(files: Files, prefix = "skillc-harbour-"): Project {
  const dir = mkdtempSync(join(tmpdir(), prefix));
  const write = (more: Files): void => {
    for (const [path, contents] of Object.entries(more)) {
      mkdirSync(dirname(join(dir, path)), { recursive: true });
      writeFileSync(join(dir, path), contents);
    }
  };
  write(files);
  return {
    dir,
    write,
    read: (path) => readFileSync(join(dir, path), "utf8"),
    async build(overrides = {}) {
      const { diagnostics } = await build({ cwd: dir, overrides });
      const first = diagnostics.find(({ severity }) => severity !== "info");
      if (first !== undefined) throw new Error(`${first.file}: ${first.message}`);
    },
    remove: () => rmSync(dir, { recursive: true, force: true }),
  };
}

/** Makes `skillc` importable in a project, as an installation would. */
export function linkPackage({ dir }: Project): void {
  mkdirSync(join(dir, "node_modules"), { recursive: true });
  symlinkSync(ROOT, join(dir, "node_modules/skillc"), "dir");
}

/** Paths of all files below a directory, sorted, POSIX, relative to it. */
export function listFiles(dir: string): string[] {
  return readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(dir.length + 1)
        .replaceAll("\\", "/"),
    )
    .sort();
}

/** Runs a program to its end. Never throws for an exit code. */
export function run(
  command: string,
  args: readonly string[],
  options: { readonly cwd: string; readonly env?: Readonly<Record<string, string>> },
): Promise<RunResult> {
  const env = { ...withoutNpm(process.env), NO_COLOR: "1", ...options.env };
  const child = spawn(command, args, { cwd: options.cwd, env });
  let stdout = "";
  let stderr = "";
  child.stdout.setEncoding("utf8").on("data", (chunk: string) => (stdout += chunk));
  child.stderr.setEncoding("utf8").on("data", (chunk: string) => (stderr += chunk));
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (exitCode) => resolve({ exitCode, stdout, stderr }));
  });
}

/** What `npm test` tells its children about this package would lead another npm astray; how to reach a registry stays. */
function withoutNpm(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const isKept = (name: string): boolean => /^npm_config_(?:registry|cache|cafile|userconfig|.*proxy)$/i.test(name);
  return Object.fromEntries(Object.entries(env).filter(([name]) => !/^npm_/i.test(name) || isKept(name)));
}

/** Runs plain Node; throws with what it printed when it fails or complains. */
export async function runNode(args: readonly string[], cwd: string): Promise<string> {
  const { exitCode, stdout, stderr } = await run(process.execPath, args, { cwd });
  if (exitCode !== 0 || stderr !== "")
    throw new Error(`node ${args.join(" ")} ended with ${exitCode}:\n${stdout}${stderr}`);
  return stdout;
}
