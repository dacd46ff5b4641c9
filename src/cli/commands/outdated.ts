import { escapeText } from "../../formats/display-text.ts";
import type { ParsedArguments } from "../arguments.ts";
import { printJson, shortId, withInstaller } from "../installer-session.ts";
import { alignColumns, printOut } from "../terminal.ts";

export async function run(parsed: ParsedArguments): Promise<number> {
  return withInstaller(
    parsed,
    ({ installer }) => installer.outdated(),
    (rows) => {
      const outdated = rows.filter(({ locked, current }) => locked !== current);
      if (parsed.has("json")) printJson(rows);
      else {
        const lines = outdated.map(({ ref, locked, current, latest, movedTag }) => [
          escapeText(ref),
          `${shortId(locked)} -> ${shortId(current)}`,
          movedTag ? "the tag was moved" : latest === undefined || latest === current ? "" : `latest ${latest}`,
        ]);
        if (lines.length > 0) printOut(alignColumns(lines).join("\n"));
      }
      return outdated.length > 0 ? 1 : 0;
    },
  );
}
