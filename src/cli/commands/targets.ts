import { describeTargets } from "../../targets/options.ts";
import { escapeJsonText, escapeText } from "../../formats/display-text.ts";
import type { ParsedArguments } from "../arguments.ts";
import { alignColumns, printOut } from "../terminal.ts";
import { UsageError } from "../usage-error.ts";

const HEADS = ["target", "version", "status", "writes", "format"] as const;

export async function run(parsed: ParsedArguments): Promise<number> {
  if (parsed.positionals.length > 0) throw new UsageError("targets does not take an argument");
  const targets = describeTargets();
  if (parsed.has("json")) {
    printOut(escapeJsonText(JSON.stringify({ formatVersion: 1, targets }, null, 2)));
    return 0;
  }
  const rows = targets.map(({ name, version, status, writes, source }) => [
    name,
    String(version),
    status,
    writes,
    source,
  ]);
  printOut(alignColumns([[...HEADS], ...rows.map((row) => row.map(escapeText))]).join("\n"));
  return 0;
}
