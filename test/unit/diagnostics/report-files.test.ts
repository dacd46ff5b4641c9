/** Reports that go to files: whole, but for Markdown, which is written for comments that hold so much and no more. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { runCli } from "../../support/run-cli.ts";

const SKILLS = 300;

test("a Markdown report fits into a comment, and holds everything when that is asked for", async () => {
  const dir = mkdtempSync(join(tmpdir(), "skillc-reports-"));
  try {
    for (let number = 0; number < SKILLS; number++) {
      mkdirSync(join(dir, `skills/port-${number}`), { recursive: true });
      const text = `---\nname: Port-${number}\ndescription: Reads the tides of port ${number}.\n---\nRead.\n`;
      writeFileSync(join(dir, `skills/port-${number}/SKILL.md`), text);
    }
    const rowsOf = async (...flags: string[]): Promise<readonly [rows: number, length: number]> => {
      await runCli(["check", "-f", "pretty", "-f", "markdown=report.md", ...flags], dir);
      const report = readFileSync(join(dir, "report.md"), "utf8");
      return [report.match(/SKC209/g)?.length ?? 0, report.length];
    };
    const [rows, length] = await rowsOf();
    expect(rows).toBeLessThan(SKILLS);
    expect(length).toBeLessThan(65_536);
    expect((await rowsOf("--all"))[0]).toBe(SKILLS);
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
});

test.each(["SKILL.md", "skill.md", "package.json", "skillc.config.ts", "skillc.lock", "a/AGENT.md"])(
  "a report never replaces %s",
  async (file) => {
    const dir = mkdtempSync(join(tmpdir(), "skillc-reports-"));
    try {
      const path = join(dir, file);
      mkdirSync(dirname(path), { recursive: true });
      mkdirSync(join(dir, "skills"));
      writeFileSync(path, "mine");
      const { exitCode, stderr } = await runCli(["check", "skills", "-f", `sarif=${file}`], dir);
      expect([exitCode, stderr]).toEqual([
        2,
        expect.stringContaining(`"${file}" is not an older report and was not replaced`),
      ]);
      expect(readFileSync(path, "utf8")).toBe("mine");
    } finally {
      rmSync(dir, { recursive: true, force: true });
    }
  },
);
