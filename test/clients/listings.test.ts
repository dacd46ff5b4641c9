/** The simulated listings are what the clients send, byte for byte. */
import { beforeAll, describe, expect, test } from "vitest";
import { simulateListing } from "../../src/listings/index.ts";
import { displayWidth } from "../../src/model/display-width.ts";
import { drivers } from "./drivers.mjs";
import { installedBinary, listedBy, type Listed } from "./run-client.ts";
import { sampleSkills, type SampleSkill } from "./skill-sets.ts";

const filesOf = (skills: readonly SampleSkill[]): Record<string, string> =>
  Object.fromEntries(skills.map(({ file, text }) => [file, text]));

/** A run by hand fails without a client. */
const isSkipped = (one: { readonly binary: string | undefined } | undefined): boolean =>
  one?.binary === undefined && process.env["EVERY_CLIENT"] === undefined;

const [claudeCode, codex] = drivers.map((driver) => ({ driver, binary: installedBinary(driver) }));

for (const { driver, binary } of [claudeCode, codex].flatMap((one) => one ?? []))
  if (binary === undefined)
    console.warn(
      `skipped: ${driver.packages.join(" ")} is not installed (npm run clients): its listing is not compared`,
    );

describe.skipIf(isSkipped(claudeCode))("claude-code", () => {
  const list = (skills: readonly SampleSkill[], budget?: number): Promise<Listed> =>
    listedBy(claudeCode!.driver, claudeCode!.binary!, filesOf(skills), { budget, bundled: true });

  /** The names of bundled skills; most stay whole, the descriptions of two commands are dropped as any other. */
  let bundled: ReadonlySet<string> = new Set();
  const nameOf = (line: string): string => line.slice(2).split(":")[0] ?? "";
  const sizeOf = (lines: readonly string[]): number =>
    lines.reduce((sum, line) => sum + displayWidth(line.replaceAll("\n", "")) + 1, 0);
  beforeAll(async () => {
    const { lines } = await list([]);
    bundled = new Set(lines.map(nameOf));
    console.info(`bundled with claude-code: ${lines.length} skills, ${sizeOf(lines)} characters`);
  });

  test.each([
    [5, undefined],
    [30, undefined],
    [60, undefined],
    [150, undefined],
    [30, 9000],
    [60, 12_000],
    [60, 1],
    [150, 20_000],
    [150, 100_000],
  ])("%i skills, %s characters", async (count, budget) => {
    const skills = sampleSkills(count);
    const { lines } = await list(skills, budget);
    const own = lines.filter((line) => !bundled.has(nameOf(line)));
    const others = lines.filter((line) => bundled.has(nameOf(line)));
    expect(others.length).toBe(bundled.size);
    const spec = `claude-code@${budget === undefined ? "200k" : `chars:${budget}`},reserve=${sizeOf(others)}`;
    expect(own).toEqual(simulateListing(skills, spec).lines);
  });
});

describe.skipIf(isSkipped(codex))("codex", () => {
  const list = (skills: readonly SampleSkill[], budget: number | undefined, isBundled = false): Promise<Listed> =>
    listedBy(codex!.driver, codex!.binary!, filesOf(skills), { budget, bundled: isBundled });

  test.each([
    [5, undefined],
    [30, undefined],
    [60, undefined],
    [150, undefined],
    [30, 700],
    [60, 1200],
    [60, 300],
    [150, 2500],
    [150, 1],
    [150, 10_000],
  ])("%i skills, %s tokens", async (count, budget) => {
    const skills = sampleSkills(count);
    const { lines, root } = await list(skills, budget);
    const spec = `codex@${budget === undefined ? "272k" : `tokens:${budget}`},root=${root}`;
    expect(lines).toEqual(simulateListing(skills, spec).lines);
  });

  test("with the skills that come with it, those of a project are of another root", async () => {
    const bundled = await list([], undefined, true);
    const cost = bundled.lines.slice(1).reduce((sum, line) => sum + Math.ceil((Buffer.byteLength(line) + 1) / 4), 0);
    console.info(`bundled with codex: ${bundled.lines.length - 1} skills, ${cost} tokens`);
    const skills = sampleSkills(30);
    const { lines, root } = await list(skills, undefined, true);
    const own = lines.filter((line) => !line.includes("(file: r0/") && !line.startsWith("- `r0`"));
    expect(own).toEqual(simulateListing(skills, `codex@272k,root=${root},reserve=${cost}`).lines);
  });
});
