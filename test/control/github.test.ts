/** Inside of GitHub Actions findings become annotations, without an option. */
import { readFileSync } from "node:fs";
import { afterEach, expect, test, vi } from "vitest";
import { withFiles } from "../support/fix-skill.ts";
import { runCli } from "../support/run-cli.ts";

const FILES = { "packages/shop/skills/tide-tables/SKILL.md": "---\nname: tide-tables\n---\n# Steps\n" };

afterEach(() => vi.unstubAllEnvs());

test("paths start at the root of the checkout, whatever directory the step runs in", () =>
  withFiles(FILES, async (root) => {
    vi.stubEnv("GITHUB_ACTIONS", "true");
    vi.stubEnv("GITHUB_WORKSPACE", root);
    const { exitCode, stdout } = await runCli(["check"], `${root}/packages/shop`);
    expect(exitCode).toBe(1);
    expect(stdout).toMatch(
      /^::error file=packages\/shop\/skills\/tide-tables\/SKILL\.md,line=1,.*title=SKC211 description-missing::/,
    );
  }));

test("a requested format, and one outside GitHub, keeps paths as they are typed here", () =>
  withFiles(FILES, async (root) => {
    vi.stubEnv("GITHUB_WORKSPACE", root);
    const shop = `${root}/packages/shop`;
    expect((await runCli(["check", "-f", "concise"], shop)).stdout).toMatch(/^skills\/tide-tables\/SKILL\.md:1:1: /);
    vi.stubEnv("GITHUB_WORKSPACE", `${root}/elsewhere`);
    expect((await runCli(["check", "-f", "github"], shop)).stdout).toMatch(/^::error file=skills\//);
  }));

const broken = (count: number, link = "See [ports](ports.md)."): Record<string, string> =>
  Object.fromEntries(
    Array.from({ length: count }, (_, index) => [
      `skills/s${index}/SKILL.md`,
      `---\nname: s${index}\ndescription: Looks up the tides of a harbor. Use when asked for high water.\n---\n\n${link}\n`,
    ]),
  );

test("no more annotations than GitHub shows, the total, and all findings in the summary of the step", () =>
  withFiles(
    { ...broken(40), "skills/t/SKILL.md": "---\nname: t\n---\n# Steps\n", "summary.md": "before\n" },
    async (root) => {
      vi.stubEnv("GITHUB_ACTIONS", "true");
      vi.stubEnv("GITHUB_WORKSPACE", root);
      vi.stubEnv("GITHUB_STEP_SUMMARY", `${root}/summary.md`);
      const { stdout } = await runCli(["check"], root);
      expect(stdout.match(/^::warning /gm)).toHaveLength(10);
      expect(stdout.match(/^::error /gm)).toHaveLength(1);
      expect(stdout).toMatch(/^1 error, 40 warnings, 1 info in 41 skills; 11 of 41 are annotated$/m);
      const summary = readFileSync(`${root}/summary.md`, "utf8");
      expect(summary).toMatch(/^before\n### skillc: 1 error, 40 warnings, 1 info in 41 skills\n/);
      expect(summary).toContain("| ref-missing | 40 warnings | 40 |  |");
      expect(summary.match(/^\| warning \| /gm)).toHaveLength(40);
      expect((await runCli(["check", "--all"], root)).stdout.match(/^::warning /gm)).toHaveLength(40);
    },
  ));

test("a success has a total as well", () =>
  withFiles(broken(1, "Read the table."), async (root) => {
    vi.stubEnv("GITHUB_ACTIONS", "true");
    const { exitCode, stdout } = await runCli(["check"], root);
    expect([exitCode, stdout]).toEqual([0, "ok 1 skill, nothing to report\n"]);
  }));

test(
  "the summary of a step is as long as GitHub accepts",
  () =>
    withFiles({ ...broken(2000), "summary.md": "" }, async (root) => {
      vi.stubEnv("GITHUB_ACTIONS", "true");
      vi.stubEnv("GITHUB_STEP_SUMMARY", `${root}/summary.md`);
      await runCli(["check"], root);
      const summary = readFileSync(`${root}/summary.md`);
      expect(summary.length).toBeLessThan(1024 * 1024);
      expect(summary.toString("utf8")).toContain("| ref-missing | 2,000 warnings | 2,000 |");
    }),
  60_000,
);
