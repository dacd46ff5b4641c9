/** How much a command prints: infos are counted, long reports are cut, a build is one line. */
import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { withFiles } from "../support/fix-skill.ts";
import { runCli } from "../support/run-cli.ts";

const skill = (name: string, body: string): string =>
  `---\nname: ${name}\ndescription: Looks up the tides of a harbor. Use when asked for high water.\n---\n\n${body}\n`;
const LINK = "See [ports](ports.md).";
/** `-k` is an info. */
const INFO = "Run `curl -k https://tides.example/table`.";

describe("infos", () => {
  const files = { "skills/tides/SKILL.md": skill("tides", INFO), "skills/ports/SKILL.md": skill("ports", LINK) };
  const check = (...args: string[]) => withFiles(files, (cwd) => runCli(["check", ...args], cwd));

  test("are counted, and shown with --level info, --all or --fail-on info", async () => {
    const { stdout } = await check();
    expect(stdout).not.toContain("info[");
    expect(stdout).toMatch(/^1 warning, 2 infos in 2 skills; --level info shows the infos$/m);
    for (const args of [["--level", "info"], ["--all"], ["--fail-on", "info"]])
      expect((await check(...args)).stdout).toContain("info[SKC723]");
  });

  test("are counted if there is nothing else", async () => {
    const { stdout, exitCode } = await withFiles({ "skills/tides/SKILL.md": files["skills/tides/SKILL.md"] }, (cwd) =>
      runCli(["check"], cwd),
    );
    expect([exitCode, stdout]).toEqual([0, "ok 1 skill, 1 info; --level info shows the infos\n"]);
  });

  test("are in every report for machines, unless a level is given", async () => {
    expect((await check("--format", "json")).stdout).toContain("SKC723");
    expect((await check("--format", "json", "--level", "warning")).stdout).not.toContain("SKC723");
    expect((await check("--format", "json", "--level", "error")).stdout).not.toContain("SKC401");
  });
});

test("check prints at most 60 lines, however many skills there are", async () => {
  const names = Array.from({ length: 400 }, (_, index) => `s${index}`);
  const files = Object.fromEntries(names.map((name) => [`skills/${name}/SKILL.md`, skill(name, `${LINK} ${INFO}`)]));
  await withFiles(files, async (cwd) => {
    for (const args of [[], ["--level", "info"]]) {
      const { stdout, stderr } = await runCli(["check", ...args], cwd);
      expect((stdout + stderr).split("\n").length).toBeLessThanOrEqual(60);
      expect(stdout).toMatch(/^400 warnings +400 +SKC401 ref-missing/m);
    }
    expect((await runCli(["check", "--all"], cwd)).stdout.match(/^warning\[SKC401\]/gm)).toHaveLength(400);
  });
}, 60_000);

test("a build is one line per output; --verbose and a size over a limit show the table", async () => {
  // Digests cannot be compressed to less than half.
  const digest = (_: unknown, index: number) => createHash("sha256").update(`${index}`).digest("hex");
  const big = { "skills/tides/references/table.txt": Array.from({ length: 40_000 }, digest).join("\n") };
  await withFiles({ "skills/tides/SKILL.md": skill("tides", "Read the table.") }, async (cwd) => {
    const { stdout } = await runCli(["build", "--platform", "cloudflare-workers"], cwd);
    expect(stdout.trimEnd().split("\n")).toEqual([
      expect.stringMatching(/^1 skill in generated\/skills \(.*\): \d+ files written/),
    ]);
    expect((await runCli(["build", "--verbose"], cwd)).stdout).toContain("tokens on every turn");
  });
  const tides = skill("tides", "See [the table](references/table.txt).");
  await withFiles({ "skills/tides/SKILL.md": tides, ...big }, async (cwd) => {
    const { stdout } = await runCli(["build", "--platform", "lambda-edge"], cwd);
    expect(stdout).toMatch(/^ +over +gzip .*viewer events/m);
  });
}, 60_000);

test("a long value is shown with the quotes that it needs", async () => {
  const text = `---\nname: tides\ndescription: Looks up the tides of a harbor: high water, low water, currents and the times of the moon for sailors\n---\n\nRead.\n`;
  const { stdout } = await withFiles({ "skills/tides/SKILL.md": text }, (cwd) => runCli(["check"], cwd));
  expect(stdout).toContain(
    '= help: write description: "Looks up the tides of a harbor: high water, low…of the moon for sailors"',
  );
});
