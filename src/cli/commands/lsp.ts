import { readVersion } from "../../host/package-files.ts";
import { serveEditor } from "../../lsp/index.ts";
import type { ParsedArguments } from "../arguments.ts";
import { sessionOptions } from "../session-options.ts";
import { UsageError } from "../usage-error.ts";

/** Speaks with an editor; the editor ends the process. */
export async function run(parsed: ParsedArguments): Promise<number> {
  if (parsed.positionals.length > 0)
    throw new UsageError("lsp takes no directories: the editor names those that it has opened");
  const { config, overrides = {} } = sessionOptions(parsed);
  const session = { ...(config !== undefined && { config }), overrides };
  serveEditor({ input: process.stdin, output: process.stdout, version: readVersion(), session });
  return await new Promise<never>(() => {});
}
