import { escapeText } from "../../formats/display-text.ts";
import type { ParsedArguments } from "../arguments.ts";
import { printJson, shortId, withInstaller } from "../installer-session.ts";
import { alignColumns, printOut } from "../terminal.ts";

export async function run(parsed: ParsedArguments): Promise<number> {
  return withInstaller(
    parsed,
    ({ installer }) => installer.list(),
    (installed) => {
      if (parsed.has("json")) printJson(installed);
      else {
        const rows = installed.map(({ org, name, location, path, ref, entry, skills = [] }) => [
          escapeText(ref ?? `@${org}/${name}`),
          escapeText(entry?.version ?? shortId(entry?.commit ?? "")),
          location,
          escapeText(path),
          escapeText(skills.join(", ")),
        ]);
        printOut(rows.length === 0 ? "nothing is installed" : alignColumns(rows).join("\n"));
      }
      return 0;
    },
  );
}
