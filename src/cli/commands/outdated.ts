import { escapeText } from "../../formats/display-text.ts";
import { quoteRef, type OutdatedRow } from "../../install/index.ts";
import { formatRef, isRefFault, parseSkillRef, pinOf, withPin } from "../../refs/index.ts";
import type { ParsedArguments } from "../arguments.ts";
import { plural } from "../../diagnostics/rule.ts";
import { printJson, shortId, withInstaller } from "../installer-session.ts";
import { alignColumns, painter, printError, printOut } from "../terminal.ts";

export async function run(parsed: ParsedArguments): Promise<number> {
  return withInstaller(
    parsed,
    ({ installer }) => installer.outdated(),
    (rows) => {
      const outdated = rows.filter(({ isOutdated }) => isOutdated);
      if (parsed.has("json")) printJson(rows);
      else if (rows.length === 0) printOut("nothing is installed that has versions");
      else if (outdated.length === 0) printOut(`everything is current (${plural(rows.length, "source")})`);
      else printTable(outdated);
      return outdated.length > 0 ? 1 : 0;
    },
  );
}

const COLUMNS = ["source", "installed", "in range", "newest"];

function printTable(rows: readonly OutdatedRow[]): void {
  const paint = painter(process.stdout);
  const lines = rows.map(({ ref, locked, current, latest = "", movedTag }) => {
    const [before, now] = [shown(ref, locked), shown(ref, current)];
    // A tag that was moved has the same name.
    const inRange = movedTag ? `${now} (the tag was moved)` : now;
    return [ref, before, inRange, latest].map((text) => escapeText(text));
  });
  printOut(alignColumns([COLUMNS.map((title) => paint("dim", title)), ...lines]).join("\n"));
  if (rows.some(({ locked, current }) => locked !== current)) printError("`skillc update` installs what is in range");
  for (const { ref, latest } of rows.filter(({ locked, current }) => locked === current)) {
    const moved = latest === undefined ? undefined : movedTo(ref, latest);
    if (moved !== undefined) printError(escapeText(`\`skillc update ${quoteRef(moved)}\` moves to the newest`));
  }
}

function shown(key: string, version: string): string {
  const ref = parseSkillRef(key);
  const pin = isRefFault(ref) || ref.kind === "npm" ? undefined : pinOf(ref);
  const commit = shortId(version);
  return pin === undefined || pin === version ? commit : `${pin} (${commit})`;
}

function movedTo(key: string, latest: string): string | undefined {
  const ref = parseSkillRef(key);
  if (isRefFault(ref)) return undefined;
  // A range stays a range of the same kind.
  const sign = ref.kind === "npm" ? (/^[~^]/.exec(pinOf(ref) ?? "")?.[0] ?? "") : "";
  return formatRef(withPin(ref, sign + latest));
}
