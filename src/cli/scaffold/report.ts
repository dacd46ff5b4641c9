/** What `new` and `init` say: the files, what stood in the way, what to do next. */
import { escapeText } from "../../formats/display-text.ts";
import { alignColumns, painter, plural, printError, printOut } from "../terminal.ts";

export interface TouchedFile {
  /** As the user would type it. */
  readonly path: string;
  readonly what: "created" | "changed" | "kept";
  /** What was changed, or why it was left as it is. */
  readonly note?: string;
}

export function showFiles(files: readonly TouchedFile[]): void {
  const paint = painter(process.stdout);
  const rows = files.map(({ path, what, note = "" }) => [
    paint(what === "kept" ? "dim" : "green", what),
    escapeText(path),
    note === "" ? "" : paint("dim", escapeText(note)),
  ]);
  printOut(alignColumns(rows).join("\n"));
}

/** A command or a file, and what it is for. */
export type Step = readonly [what: string, why: string];

export function showNextSteps(steps: readonly Step[]): void {
  const paint = painter(process.stdout);
  const rows = steps.map(([what, why]) => [paint("bold", escapeText(what)), why]);
  printOut(["", "Next:", ...alignColumns(rows).map((line) => `  ${line}`)].join("\n"));
}

/** Files in the way that are shown; the rest is counted. */
const SHOWN = 10;

/** Says what stands in the way, and gives the exit code. */
export function reportObstacles(paths: readonly string[], wayOut: string): number {
  const lines = paths.slice(0, SHOWN).map((path) => `  ${escapeText(path)}`);
  const more = paths.length - lines.length;
  const are = paths.length === 1 ? "this is" : "these are";
  printError(
    [
      `skillc: ${are} there already, and nothing is overwritten, so nothing was changed:`,
      ...lines,
      ...(more > 0 ? [`  and ${plural(more, "other")}`] : []),
      `Way out: ${wayOut}.`,
    ].join("\n"),
  );
  return 2;
}

export function reportFailure({ path, detail }: { readonly path: string; readonly detail: string }): number {
  printError(`skillc: "${escapeText(path)}" cannot be written (${detail}); nothing was changed`);
  return 2;
}
