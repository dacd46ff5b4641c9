import type { ParsedArguments } from "../arguments.ts";
import { printJson, printLines, withInstaller } from "../installer-session.ts";
import { printOut } from "../terminal.ts";

export async function run(parsed: ParsedArguments): Promise<number> {
  return withInstaller(
    parsed,
    ({ installer, wanted }) => installer.verify(wanted),
    (drifts) => {
      if (parsed.has("json")) printJson({ ok: drifts.length === 0, drifts });
      else if (drifts.length === 0) printOut("lock, disk and config agree");
      else printLines([...drifts.map(({ message }) => message), "`skillc install` restores installed directories"]);
      return drifts.length > 0 ? 1 : 0;
    },
  );
}
