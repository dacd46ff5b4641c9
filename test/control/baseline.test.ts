/** Accepted findings: recognised wherever their lines move, by nothing that another machine would not have. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { check, type CheckResult } from "../../src/api/check.ts";
import { withFiles } from "../support/fix-skill.ts";
import { runCli } from "../support/run-cli.ts";

const FILE = "skills/tide-tables/SKILL.md";
const BASELINE = "known.json";
const skill = (lines: string, body = "Read.\n"): string => `---\nname: tide-tables\n${lines}---\n${body}`;
const described = "description: Reads tide tables. Use when a landing is planned.\n";

/** The findings that count, by rule. */
const counted = ({ diagnostics }: CheckResult): string[] =>
  diagnostics.filter(({ suppressed }) => suppressed === undefined).map(({ rule }) => rule);

async function accept(cwd: string): Promise<CheckResult> {
  return check({ cwd, baseline: BASELINE, writeBaseline: "update" });
}
const again = (cwd: string): Promise<CheckResult> => check({ cwd, baseline: BASELINE });
const entries = (cwd: string): { fingerprint: string; code: string; file: string }[] =>
  (
    JSON.parse(readFileSync(join(cwd, BASELINE), "utf8")) as {
      findings: { fingerprint: string; code: string; file: string }[];
    }
  ).findings;

test("thousands of findings on one long line are distinguished, without reading the line for each", async () => {
  const links = Array.from({ length: 3000 }, (_, index) => `[low tide](tide-${index}.md)`).join(" ".repeat(40));
  await withFiles({ [FILE]: skill(described, `${links}\n`) }, async (cwd) => {
    const { diagnostics } = await check({ cwd });
    const found = diagnostics.filter(({ rule }) => rule === "ref-missing");
    expect(found).toHaveLength(3000);
    expect(new Set(diagnostics.map(({ fingerprint }) => fingerprint)).size).toBe(diagnostics.length);
  });
});

describe("an accepted finding", () => {
  test("no longer counts, and says why", async () => {
    await withFiles({ [FILE]: skill(`${described}license: ""\n`) }, async (cwd) => {
      const result = await accept(cwd);
      expect(result.exitCode).toBe(0);
      expect(result.summary).toMatchObject({ warnings: 0, suppressed: 1 });
      expect((await again(cwd)).diagnostics.map(({ rule, suppressed }) => [rule, suppressed])).toEqual([
        ["license-empty", { by: "baseline" }],
      ]);
    });
  });

  test("is found again when lines above it move, or its own is indented", async () => {
    const link = "See [gone](gone.md).\n";
    await withFiles({ [FILE]: skill(described, `# Steps\n\n${link}`) }, async (cwd) => {
      await accept(cwd);
      writeFileSync(
        join(cwd, FILE),
        skill(`license: MIT\n${described}`, `# Steps\n\nRead first.\n\n- one\n\n  ${link}`),
      );
      const result = await again(cwd);
      expect(counted(result)).toEqual([]);
      expect(result.staleBaseline).toEqual([]);
    });
  });

  test("may be one that leaves nothing to emit", async () => {
    await withFiles({ [FILE]: skill("") }, async (cwd) => {
      expect((await check({ cwd })).exitCode).toBe(1);
      await accept(cwd);
      writeFileSync(join(cwd, FILE), skill("license: MIT\n"));
      expect((await again(cwd)).exitCode).toBe(0);
    });
  });

  test("is one of several equal ones: a further one counts", async () => {
    const link = "See [gone](file:///gone.md).\n\n";
    await withFiles({ [FILE]: skill(described, link.repeat(2)) }, async (cwd) => {
      await accept(cwd);
      writeFileSync(join(cwd, FILE), skill(described, link.repeat(3)));
      expect(counted(await again(cwd))).toEqual(["ref-file-url"]);
      writeFileSync(join(cwd, FILE), skill(described, link));
      expect((await again(cwd)).staleBaseline.map(({ code }) => code)).toEqual(["SKC415"]);
    });
  });

  test("is accepted in its skill only", async () => {
    await withFiles({ [FILE]: skill(`${described}license: ""\n`) }, async (cwd) => {
      await accept(cwd);
      writeFileSync(join(cwd, FILE), skill(described));
      const other = skill(`description: Names the moons of each planet. Use for the night sky.\nlicense: ""\n`).replace(
        "tide-tables",
        "moons",
      );
      await withFiles(
        {
          [FILE]: skill(described),
          "skills/moons/SKILL.md": other,
          [BASELINE]: readFileSync(join(cwd, BASELINE), "utf8"),
        },
        async (there) => {
          expect(counted(await again(there))).toEqual(["license-empty"]);
        },
      );
    });
  });

  test("is never one about the configuration", async () => {
    await withFiles({ "readme.md": "No skills.\n" }, async (cwd) => {
      expect((await accept(cwd)).exitCode).toBe(2);
      expect(entries(cwd)).toEqual([]);
      expect((await again(cwd)).exitCode).toBe(2);
    });
  });

  test("has the same fingerprint in every directory", async () => {
    const project = { [FILE]: skill(`${described}license: ""\n`, "See [gone](gone.md).\n") };
    const prints = [
      await withFiles(project, async (cwd) => (await accept(cwd), entries(cwd))),
      await withFiles(project, async (cwd) => (await accept(cwd), entries(cwd))),
    ];
    expect(prints[0]).toEqual(prints[1]);
    expect(new Set(prints[0]?.map(({ fingerprint }) => fingerprint)).size).toBe(2);
  });
});

describe("the command line", () => {
  test("updates and prunes", async () => {
    await withFiles({ [FILE]: skill(`${described}license: ""\n`, "See [gone](gone.md).\n") }, async (cwd) => {
      const run = (...args: string[]) => runCli(["check", "--baseline", BASELINE, ...args], cwd);
      expect((await run("--update-baseline", "--fail-on", "warning")).exitCode).toBe(0);
      expect(entries(cwd)).toHaveLength(2);
      writeFileSync(join(cwd, FILE), skill(described, "See [gone](gone.md).\n"));
      const stale = await run("--fail-on", "info");
      expect([stale.exitCode, stale.stderr]).toEqual([
        0,
        "1 baseline entry no longer occurs; remove it with --prune-baseline\n",
      ]);
      expect(entries(cwd)).toHaveLength(2);
      expect((await run("--prune-baseline")).stderr).toBe(`${BASELINE} accepts 1 finding\n`);
      expect(entries(cwd).map(({ code }) => code)).toEqual(["SKC401"]);
      writeFileSync(join(cwd, FILE), skill(`${described}license: ""\n`));
      expect((await run("--fail-on", "warning")).exitCode).toBe(1);
    });
  });

  test("tells what is wrong with a baseline", async () => {
    await withFiles(
      {
        [FILE]: skill(described),
        "broken.json": "{",
        "other.json": '{ "findings": [null] }',
        "entries.json": '{ "formatVersion": 2, "findings": [null] }',
      },
      async (cwd) => {
        for (const file of ["none.json", "broken.json", "other.json", "entries.json"]) {
          const { exitCode, stdout } = await runCli(["check", "--baseline", file], cwd);
          expect([exitCode, stdout.split("\n")[0]]).toEqual([
            2,
            expect.stringContaining(`error[SKC651] baseline-unreadable: the baseline "${file}" cannot be read`),
          ]);
        }
        const unwritable = await runCli(["check", "--baseline", `${FILE}/known.json`, "--update-baseline"], cwd);
        expect([unwritable.exitCode, unwritable.stdout]).toEqual([2, expect.stringContaining("output-unwritable")]);
      },
    );
  });

  test.each(["tsconfig.json", FILE, "notes.txt"])("never replaces %s, which is another file", async (file) => {
    const files = {
      [FILE]: skill(`${described}license: ""\n`),
      "tsconfig.json": '{ "strict": true }',
      "notes.txt": "x",
    };
    await withFiles(files, async (cwd) => {
      const { exitCode, stdout } = await runCli(["check", "--baseline", file, "--update-baseline"], cwd);
      expect([exitCode, stdout]).toEqual([
        2,
        expect.stringContaining(`"${file}" cannot be read: it is not a baseline`),
      ]);
      expect(stdout).toContain("license-empty");
      expect(readFileSync(join(cwd, file), "utf8")).toBe(files[file as keyof typeof files]);
    });
  });

  test.each(["", "\n", '<<<<<<< ours\n{ "findings": [] }\n=======\n{ "findings": [] }\n>>>>>>> theirs\n'])(
    "replaces %j, which is empty or what a merge made of a baseline",
    async (text) => {
      await withFiles({ [FILE]: skill(`${described}license: ""\n`), [BASELINE]: text }, async (cwd) => {
        await accept(cwd);
        expect(entries(cwd).map(({ code }) => code)).not.toEqual([]);
      });
    },
  );

  test("rejects a baseline of an earlier version, names the fix, and leaves the file alone without the flag", async () => {
    await withFiles({ [FILE]: skill(`${described}license: ""\n`) }, async (cwd) => {
      await accept(cwd);
      const path = join(cwd, BASELINE);
      const current = readFileSync(path, "utf8");
      expect(JSON.parse(current)).toMatchObject({ formatVersion: 2 });
      const old = current.replace('"formatVersion": 2', '"formatVersion": 1');
      writeFileSync(path, old);
      for (const more of [[], ["--prune-baseline"]]) {
        const { exitCode, stdout } = await runCli(["check", "--baseline", BASELINE, ...more], cwd);
        expect(exitCode).toBe(2);
        expect(stdout).toContain(
          `error[SKC651] baseline-unreadable: the baseline "${BASELINE}" cannot be read: its format is version 1, not 2`,
        );
        expect(stdout).toContain("--update-baseline");
        expect(stdout).toContain("license-empty");
        expect(readFileSync(path, "utf8")).toBe(old);
      }
      const updated = await runCli(["check", "--baseline", BASELINE, "--update-baseline"], cwd);
      expect(updated.exitCode).toBe(0);
      expect(readFileSync(path, "utf8")).toBe(current);
    });
  });

  test.each([
    [["--update-baseline"]],
    [["--prune-baseline"]],
    [["--update-baseline", "--prune-baseline", "--baseline", BASELINE]],
  ])("%j is wrong usage", async (args) => {
    await withFiles({ [FILE]: skill(described) }, async (cwd) => {
      expect((await runCli(["check", ...args], cwd)).exitCode).toBe(2);
    });
  });
});
