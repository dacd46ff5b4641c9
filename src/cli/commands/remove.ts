import type { ParsedArguments } from "../arguments.ts";
import { positionalsOf, printJson, printLines, withInstaller } from "../installer-session.ts";

export async function run(parsed: ParsedArguments): Promise<number> {
  const [text = ""] = positionalsOf(parsed, 1, "remove acme/skills/pdf@v1");
  return withInstaller(
    parsed,
    ({ installer }) => installer.remove(text),
    (removed) => {
      if (parsed.has("json")) printJson({ ok: true, ...removed });
      else printLines([`removed ${removed.ref ?? `${removed.org}/${removed.name}`} from ${removed.path}`]);
      return 0;
    },
  );
}
