/** The result of `skillc test` as JUnit XML. */
import { element, escapeXml, XML_HEAD } from "../formats/xml.ts";
import type { RankedCase, TriggerReport } from "../triggers/index.ts";
import { limitText, RANKS_BY_WORDS, regressionText, type TestVerdict } from "./trigger-report.ts";

/**
 * Returns a case for each query that should trigger a skill, and one for each limit. Only what fails the command fails: a
 * query that ranks worse than in the baseline, and a limit that is missed.
 */
export function junitOfTriggers({ cases, summary }: TriggerReport, { missed, regressions }: TestVerdict): string {
  const worse = new Map(regressions.map((one) => [one.case, regressionText(one)]));
  const used = new Map<string, number>();
  const tests = cases
    .filter(({ kind }) => kind === "should")
    .map((one) => {
      const { skill, query, file, line } = one;
      const key = `${skill}\0${query}`;
      const number = (used.get(key) ?? 0) + 1;
      used.set(key, number);
      const name = number === 1 ? query : `${query} (${number})`;
      const fault = worse.get(one);
      const result =
        fault === undefined
          ? element("system-out", {}, escapeXml(rankText(one)))
          : element("failure", { message: fault, type: "rank" }, escapeXml(rankText(one)));
      return element("testcase", { classname: skill.replaceAll(".", "_"), name, file, line }, [result]);
    });
  const limits = missed.map((limit) => {
    const message = limitText(limit, summary.shouldTrigger);
    return element("testcase", { classname: "limits", name: limit.flag }, [
      element("failure", { message, type: "limit" }, escapeXml(message)),
    ]);
  });
  const counts = { tests: tests.length + limits.length, failures: worse.size + limits.length, errors: 0 };
  const suite = element("testsuite", { name: `trigger tests: ${RANKS_BY_WORDS}`, ...counts }, [...tests, ...limits]);
  return `${XML_HEAD}${element("testsuites", { name: "skillc", ...counts }, [suite])}\n`;
}

function rankText({ rank, best, words }: RankedCase): string {
  if (rank === null) return `no rank: no word in common, or the skill is not ranked; first: ${best ?? "none"}`;
  return `rank ${rank}${rank === 1 ? "" : `, first: ${best}`}; words: ${words.join(", ")}`;
}
