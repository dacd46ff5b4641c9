import type { ParsedArguments } from "../arguments.ts";
import { noteNotCompared, printJson, printLines, withInstaller } from "../installer-session.ts";
import { printOut } from "../terminal.ts";

export async function run(parsed: ParsedArguments): Promise<number> {
  return withInstaller(
    parsed,
    ({ installer, wanted }) => installer.verify(wanted),
    (drifts, opened) => {
      noteNotCompared(opened);
      if (parsed.has("json")) printJson({ ok: drifts.length === 0, drifts });
      else if (drifts.length === 0)
        printOut(opened.notRun.length === 0 ? "lock, disk and config agree" : "lock and disk agree");
      else printLines([...drifts.map(({ message }) => message), "`skillc install` restores installed directories"]);
      return drifts.length > 0 ? 1 : 0;
    },
  );
}
