/** Prints how the eval files of directories rank by words: a row for each directory that has any. */
/** @param {number} count @param {number} of */
const share = (count, of) => (of === 0 ? "-" : `${((100 * count) / of).toFixed(1)}%`);

/**
 * @param {Pick<typeof import("../../src/index.ts"), "testTriggers">} api
 * @param {readonly string[]} dirs
 * @returns {Promise<string>}
 */
export async function triggerTable({ testTriggers }, dirs) {
  const rows = [];
  for (const dir of dirs) {
    const { report } = await testTriggers({ cwd: dir, cache: false, runConfig: false });
    const { skills, shouldTrigger, shouldNotTrigger, prompts, ...counts } = report?.summary ?? {};
    if (report === undefined || report.cases.length === 0) continue;
    const { rank1, rank3, negativesFirst, promptsRank1, promptsRank3 } = counts;
    rows.push(
      `| ${dir} | ${skills} | ${shouldTrigger} | ${share(rank1, shouldTrigger)} / ${share(rank3, shouldTrigger)} | ${negativesFirst} of ${shouldNotTrigger} | ${prompts} | ${share(promptsRank1, prompts)} / ${share(promptsRank3, prompts)} |`,
    );
  }
  return [
    "| directory | skills | queries | first / three | negatives first | prompts | first / three |",
    "| - | - | - | - | - | - | - |",
    ...rows,
    `${rows.length} of ${dirs.length} directories have eval files.`,
  ].join("\n");
}
