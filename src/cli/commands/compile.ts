import type { CompileOptions } from "../../api/compile-blocks.ts";
import type { ShardNumber } from "../../api/shard.ts";
import { plural, thousands } from "../../diagnostics/rule.ts";
import { formatBytes } from "../../formats/bytes.ts";
import { escapeJsonText } from "../../formats/display-text.ts";
import { outcomeOf } from "../../api/outcome.ts";
import type { ParsedArguments } from "../arguments.ts";
import { withBlocks } from "../blocks.ts";
import { refuseUrl } from "../expand-arguments.ts";
import { withProgress } from "../progress.ts";
import { chosenFindings, printReports, requestedReports } from "../reports.ts";
import { sessionOptions } from "../session-options.ts";
import { printOut } from "../terminal.ts";
import { UsageError } from "../usage-error.ts";

export async function run(parsed: ParsedArguments): Promise<number> {
  const reports = await requestedReports(parsed);
  const options = compileOptions(parsed);
  const { compileBlocks } = await import("../../api/compile-blocks.ts");
  const { diagnostics, compiled } = await withBlocks(() =>
    withProgress(parsed, (progress) => compileBlocks({ ...options, ...progress })),
  );
  const { exitCode, summary } = outcomeOf(compiled?.skills ?? 0, diagnostics);
  if (parsed.has("json")) {
    const result = { exitCode, summary, blocks: options.blocks, ...compiled, diagnostics };
    printOut(escapeJsonText(JSON.stringify(result, null, 2)));
    return exitCode;
  }
  printReports(reports, { diagnostics, summary, ...chosenFindings(parsed) }, process.stderr);
  if (compiled === undefined || parsed.has("quiet")) return exitCode;
  const { skills, of, bytes } = compiled;
  const what = skills === of ? plural(of, "skill") : `${thousands(skills)} of ${plural(of, "skill")}`;
  printOut(`${what} compiled into ${options.blocks} (${formatBytes(bytes)})`);
  return exitCode;
}

function compileOptions(parsed: ParsedArguments): CompileOptions {
  for (const dir of parsed.positionals) refuseUrl(dir, process.cwd());
  const [blocks, other] = parsed.get("blocks") ?? [];
  if (blocks === undefined || other !== undefined)
    throw new UsageError("compile needs one directory for its blocks: skillc compile --blocks <dir>");
  const shard = parsed.get("shard");
  return {
    ...sessionOptions(parsed),
    blocks,
    shard: shard === undefined ? undefined : readShard(shard),
    storesContents: parsed.has("contents"),
  };
}

function readShard(text: string): ShardNumber {
  const [number, count] = /^(\d{1,6})\/(\d{1,6})$/.exec(text)?.slice(1).map(Number) ?? [];
  if (number === undefined || count === undefined || number < 1 || number > count)
    throw new UsageError(`--shard must be a number and a count, such as 3/8, not "${text}"`);
  return [number, count];
}
