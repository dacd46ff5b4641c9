import { escapeText } from "../../formats/display-text.ts";
import { plural } from "../../diagnostics/rule.ts";
import { alignColumns, painter, printError, printOut } from "../terminal.ts";

interface TouchedFile {
  /** As the user would type it. */
  readonly path: string;
  readonly what: "created" | "changed" | "kept";
  /** What changed, or why the file was kept. */
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

/** A command or a file, and its purpose. */
export type NextStep = readonly [what: string, why: string];

export function showNextSteps(steps: readonly NextStep[]): void {
  const paint = painter(process.stdout);
  const rows = steps.map(([what, why]) => [paint("bold", escapeText(what)), why]);
  printOut(["", "Next:", ...alignColumns(rows).map((line) => `  ${line}`)].join("\n"));
}

const SHOWN = 10;

/** Returns the exit code. */
export function reportObstacles(paths: readonly string[], help: string): number {
  const lines = paths.slice(0, SHOWN).map((path) => `  ${escapeText(path)}`);
  const more = paths.length - lines.length;
  const which = paths.length === 1 ? "this path already exists" : "these paths already exist";
  printError(
    [
      `skillc: nothing was changed, because ${which}:`,
      ...lines,
      ...(more > 0 ? [`  and ${plural(more, "other")}`] : []),
      `Help: ${help}.`,
    ].join("\n"),
  );
  return 2;
}

export function reportFailure({ path, detail }: { readonly path: string; readonly detail: string }): number {
  printError(`skillc: "${escapeText(path)}" cannot be written (${detail}); nothing was changed`);
  return 2;
}

/** No step for the current directory. */
export function enter(place: string): readonly NextStep[] {
  return place === "." ? [] : [[`cd ${place.includes(" ") ? `"${place}"` : place}`, ""]];
}
