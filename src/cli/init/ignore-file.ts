/** What `skillc init` adds to .gitignore: the outputs, which every build writes again, and the report. */
import { REPORT_FILE } from "../report-file.ts";
import type { ProjectFacts } from "./facts.ts";
import type { Step } from "./step.ts";

const PATH = ".gitignore";

/** Plans the lines; nothing if git already ignores all directories, or if the project is not in a repository. */
export function planIgnoreFile(
  { ignoreFiles, isRepository }: Pick<ProjectFacts, "ignoreFiles" | "isRepository">,
  outDirs: readonly string[],
): readonly Step[] {
  const own = ignoreFiles.find(({ below }) => below === "");
  if (own === undefined && !isRepository) return [];
  const isIgnoredAlready = (dir: string): boolean =>
    ignoreFiles.some(({ text, below }) => isIgnored(`${below}${dir}`, text));
  const outputs = outDirs.filter((dir) => !isIgnoredAlready(dir)).map((dir) => `/${dir}/`);
  // A project may never write a report: nothing is missing without its line.
  if (outputs.length === 0) return [];
  const lines = [...outputs, ...(isIgnoredAlready(REPORT_FILE) ? [] : [`/${REPORT_FILE}`])];
  const why = "git does not keep what every build writes again";
  // In another encoding, the bytes that are there would not stay the same.
  return [{ kind: own?.text.includes("\uFFFD") === true ? "paste" : "lines", path: PATH, lines, why }];
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
