/** The rest of a simulated Windows: directories, addresses of files, child processes. */
import { toReal, toWindows } from "./paths.ts";

const os = process.getBuiltinModule("node:os");
const url = process.getBuiltinModule("node:url");
const children = process.getBuiltinModule("node:child_process");

const ownOs = { homedir: () => toWindows(os.homedir()), tmpdir: () => toWindows(process.env["TMPDIR"] ?? "/tmp") };
/** In place of `node:os`. */
export const windowsOs = { ...os, ...ownOs, default: { ...os, ...ownOs } };

const ownUrl = {
  /** A module is imported from where it really is. */
  pathToFileURL: (path: string) => url.pathToFileURL(toReal(path)),
  fileURLToPath: (address: string | URL) => toWindows(url.fileURLToPath(address)),
};
/** In place of `node:url`. */
export const windowsUrl = { ...url, ...ownUrl, default: { ...url, ...ownUrl } };

type Options = { cwd?: string } | undefined;
const inReal = (options: Options): Options =>
  options?.cwd === undefined ? options : { ...options, cwd: toReal(options.cwd) };
const ownChildren = {
  spawn: (file: string, args: string[], options: Options) => children.spawn(file, args, inReal(options) ?? {}),
  execFileSync: (file: string, args: string[], options: Options) => children.execFileSync(file, args, inReal(options)),
};
/** In place of `node:child_process`. */
export const windowsChildren = { ...children, ...ownChildren, default: { ...children, ...ownChildren } };

/**
 * Makes this process look like one on Windows, while something runs.
 *
 * @example
 * await onWindows("C:\\tmp\\project", () => main(["check"]));
 */
export async function onWindows<T>(run: () => Promise<T>): Promise<T> {
  const { cwd, chdir } = process;
  let current = toWindows(process.cwd());
  process.cwd = () => current;
  process.chdir = (path) => void (current = toWindows(toReal(path)));
  try {
    return await run();
  } finally {
    Object.assign(process, { cwd, chdir });
  }
}
