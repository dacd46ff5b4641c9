import { resolve } from "node:path";
import type { ParsedArguments } from "../arguments.ts";
import { positionalsOf, printJson, printLines, withInstaller } from "../installer-session.ts";
import { relativeToWorkingDirectory } from "../working-directory.ts";

export async function run(parsed: ParsedArguments): Promise<number> {
  const [text = ""] = positionalsOf(parsed, 1, "resolve @acme/skills");
  return withInstaller(
    parsed,
    ({ installer }) => installer.resolve(text),
    (found, { base }) => {
      if (parsed.has("json")) printJson({ ok: true, ...found });
      else printLines([relativeToWorkingDirectory(resolve(base, found.path))]);
      return 0;
    },
  );
}
