/**
 * Prints how the eval files of directories rank by words: a row for each directory that has any, against the skills of the
 * directory, and in a pool with those of all others.
 */
/** @param {number} count @param {number} of */
const share = (count, of) => (of === 0 ? "-" : `${((100 * count) / of).toFixed(1)}%`);
/** @param {number} one @param {number} three @param {number} of */
const shares = (one, three, of) => (of === 0 ? "-" : `${share(one, of)} / ${share(three, of)}`);

/**
 * @param {Pick<typeof import("../../src/index.ts"), "testTriggers"> & Pick<typeof import("../../src/triggers/index.ts"), "rankTriggers">} api
 * @param {readonly string[]} dirs
 * @returns {Promise<string>}
 */
export async function triggerTable({ testTriggers, rankTriggers }, dirs) {
  const tested = [];
  for (const dir of dirs) {
    const { report, skills } = await testTriggers({ cwd: dir, cache: false, runConfig: false });
    tested.push({ dir, report, skills });
  }
  const rows = tested.flatMap(({ dir, report, skills }) => {
    if (report === undefined || report.cases.length === 0) return [];
    const others = tested.flatMap((other, at) =>
      other.dir === dir ? [] : other.skills.map((skill) => ({ ...skill, id: `${at} ${skill.id}` })),
    );
    const { summary } = report;
    const inPool = rankTriggers([...skills, ...others], report.cases).summary;
    const { shouldTrigger, shouldNotTrigger, prompts } = summary;
    return `| ${[
      dir,
      summary.skills,
      shouldTrigger,
      shares(summary.rank1, summary.rank3, shouldTrigger),
      inPool.skills,
      shares(inPool.rank1, inPool.rank3, shouldTrigger),
      `${summary.negativesFirst} of ${shouldNotTrigger}`,
      prompts,
      shares(summary.promptsRank1, summary.promptsRank3, prompts),
      shares(inPool.promptsRank1, inPool.promptsRank3, prompts),
    ].join(" | ")} |`;
  });
  return [
    "| directory | skills | queries | first / three | pool | first / three in it | negatives first | prompts | first / three | first / three in the pool |",
    "| - | - | - | - | - | - | - | - | - | - |",
    ...rows,
    `${rows.length} of ${dirs.length} directories have eval files.`,
  ].join("\n");
}
