/** What a further request costs an agent, in processor time. */
import { expect, test } from "vitest";
import type { AnySkills } from "../../src/runtime/access.ts";
import { agentSkills } from "../../src/runtime/agent/index.ts";
import { fixtureSkills } from "../support/fixture-skills.ts";

const manySkills = (count: number): AnySkills =>
  fixtureSkills(
    Array.from({ length: count }, (_, at) => ({
      id: `skill-${at}`,
      path: `skills/${["tax", "law", "art"][at % 3]}/skill-${at}`,
      description: `Does the work of team ${at}, explains what changed and why, and writes a report. Use it for files of team ${at}.`,
      requiredScope: at % 5 === 0 ? [`team:${at % 4}`] : [],
      ...(at % 7 === 0 && { disallowedTools: ["Bash"] }),
    })),
  );

test("costs at most a tenth of the first, and 2 ms of CPU, among 1,000 skills", async () => {
  const cpu = async (run: () => Promise<unknown>): Promise<number> => {
    const before = process.cpuUsage();
    await run();
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  };
  await agentSkills(manySkills(50));
  const firsts: number[] = [];
  const furthers: number[] = [];
  for (let round = 0; round < 5; round++) {
    const skills = manySkills(1000);
    firsts.push(await cpu(() => agentSkills(skills)));
    for (let request = 0; request < 10; request++) furthers.push(await cpu(() => agentSkills(skills)));
  }
  const median = (list: readonly number[]): number =>
    list.toSorted((one, two) => one - two)[list.length >> 1] as number;
  expect(median(furthers)).toBeLessThan(2);
  expect(median(furthers)).toBeLessThan(median(firsts) / 10);
});
