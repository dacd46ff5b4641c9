import { readVersion } from "../../host/package-files.ts";
import { serveEditor } from "../../lsp/index.ts";
import type { ParsedArguments } from "../arguments.ts";
import { configChoice, settingsOf } from "../session-options.ts";
import { UsageError } from "../usage-error.ts";

export async function run(parsed: ParsedArguments): Promise<number> {
  if (parsed.positionals.length > 0)
    throw new UsageError("lsp takes no directories: the editor names those that it has opened");
  const session = { ...configChoice(parsed), ...settingsOf(parsed) };
  serveEditor({ input: process.stdin, output: process.stdout, version: readVersion(), session });
  return await new Promise<never>(() => {});
}
