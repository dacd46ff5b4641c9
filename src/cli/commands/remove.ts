import type { ParsedArguments } from "../arguments.ts";
import { configLines, positionalsOf, printJson, printLines, withInstaller } from "../installer-session.ts";

export async function run(parsed: ParsedArguments): Promise<number> {
  const [text = ""] = positionalsOf(parsed, 1, "remove acme/skills/pdf@v1");
  return withInstaller(
    parsed,
    ({ installer }) => installer.remove(text),
    (removed, opened) => {
      const config = opened.outcome();
      if (parsed.has("json")) printJson({ ok: true, ...removed, ...(config && { config }) });
      else
        printLines([
          `removed ${removed.ref ?? `${removed.org}/${removed.name}`} from ${removed.path}`,
          ...configLines(opened),
        ]);
      return 0;
    },
    { saves: true },
  );
}
