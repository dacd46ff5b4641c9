import type { LinkOptions } from "../../api/link-blocks.ts";
import type { ParsedArguments } from "../arguments.ts";
import { withBlocks } from "../blocks.ts";
import { buildOptions, printBuild } from "../build-report.ts";
import { withProgress } from "../progress.ts";
import { requestedReports } from "../reports.ts";
import { UsageError } from "../usage-error.ts";
import { setHeapGrowth } from "../v8-flags.ts";

/** Percent. Of 100,000 skills it took 650 MB with 60, and 570 to 589 MB with 30, in 1.1 times the processor time. */
const HEAP_GROWTH = 30;

export async function run(parsed: ParsedArguments): Promise<number> {
  const reports = await requestedReports(parsed);
  const options = linkOptions(parsed);
  setHeapGrowth(HEAP_GROWTH);
  const { linkBlocks, toShown } = await import("../../api/link-blocks.ts");
  const result = await withBlocks(async () =>
    toShown(await withProgress(parsed, (progress) => linkBlocks({ ...options, ...progress }))),
  );
  return printBuild(parsed, reports, result);
}

/** Shells expand `--blocks shards-*` to the flag and more words. */
function linkOptions(parsed: ParsedArguments): LinkOptions {
  const blocks = [...(parsed.get("blocks") ?? []), ...parsed.positionals];
  if (blocks.length === 0)
    throw new UsageError("link needs the directories of the blocks: skillc link --blocks <dir>…");
  return { ...buildOptions(parsed), sources: [], blocks, readsContents: parsed.has("contents") };
}
