/** What `skillc init` adds to .gitignore: the outputs, which every build writes again. */
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { createNodeHost } from "../../host/index.ts";
import { isFailure } from "../../model/host.ts";

export interface IgnorePlan {
  readonly lines: readonly string[];
  readonly bytes: Uint8Array;
  readonly isNew: boolean;
}

/** Plans the lines; undefined if git already ignores all directories, or if the project is not in a repository. */
export function planIgnoreFile(root: string, outDirs: readonly string[]): IgnorePlan | undefined {
  const linesOf = (dirs: readonly string[]): readonly string[] => dirs.map((dir) => `/${dir}/`);
  const before = createNodeHost(root).readFile(".gitignore");
  if (isFailure(before)) {
    if (before.failure !== "not-found" || !isInRepository(root)) return undefined;
    const lines = linesOf(outDirs);
    return lines.length === 0 ? undefined : { lines, bytes: Buffer.from(`${lines.join("\n")}\n`), isNew: true };
  }
  const text = new TextDecoder().decode(before);
  const lines = linesOf(outDirs.filter((dir) => !isIgnored(dir, text)));
  if (lines.length === 0) return undefined;
  const newline = text.includes("\r\n") ? "\r\n" : "\n";
  const addition = `${text === "" || text.endsWith("\n") ? "" : newline}${lines.join(newline)}${newline}`;
  // The bytes before it are not decoded: their encoding is unknown.
  return { lines, bytes: Buffer.concat([before, Buffer.from(addition)]), isNew: false };
}

/** Reports whether a line names the directory or one above it. Globs are not expanded: an extra line does no harm. */
function isIgnored(dir: string, text: string): boolean {
  const segments = dir.split("/");
  const names = new Set(segments);
  const paths = new Set(segments.map((_, index) => segments.slice(0, index + 1).join("/")));
  return text.split(/\r?\n/).some((written) => {
    const pattern = written.trim().replace(/(?:\/|\/\*{1,2})$/, "");
    // A pattern without a slash is a name at any depth; one with a slash is a path.
    return pattern.includes("/") ? paths.has(pattern.replace(/^\//, "")) : names.has(pattern);
  });
}

function isInRepository(dir: string): boolean {
  return existsSync(join(dir, ".git")) || (dirname(dir) !== dir && isInRepository(dirname(dir)));
}
