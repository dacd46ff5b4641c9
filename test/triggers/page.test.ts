/** docs/testing-skills.md: every block does what the page says. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test, vi } from "vitest";
import { readEvals } from "../../src/check/evals/read-evals.ts";
import * as skillc from "../../src/index.ts";
import { withFiles } from "../support/fix-skill.ts";
import { runCli } from "../support/run-cli.ts";

const PAGE = readFileSync(join(import.meta.dirname, "../../docs/testing-skills.md"), "utf8");
const blocks = (language: string): string[] =>
  Array.from(PAGE.matchAll(new RegExp(`^\`\`\`${language}\\n([^]*?)^\`\`\`$`, "gm")), ([, text = ""]) => text);

const [first = "", ...shapes] = blocks("json");
const skill = (name: string, description: string): string =>
  `---\nname: ${name}\ndescription: ${description}\n---\n\nRead it.\n`;
const FILES = {
  "skills/pdf-forms/SKILL.md": skill("pdf-forms", "Fills in PDF forms. Use when a form must be completed."),
  "skills/pdf-tools/SKILL.md": skill(
    "pdf-tools",
    "Merges and splits PDFs, and reads the fields of applications. Use for files.",
  ),
  "skills/pdf-forms/evals/triggers.json": first,
};

test("each shape is read", () => {
  const kinds = [first, ...shapes].map((text) => readEvals("evals/x.json", text).cases?.map(({ kind }) => kind));
  expect(kinds).toEqual([
    ["should", "should", "should-not"],
    ["should", "should-not"],
    ["should"],
    ["should", "should"],
    ["prompt"],
  ]);
  expect(blocks("csv").map((text) => readEvals("triggers.csv", text).cases?.map((one) => one.skill))).toEqual([
    ["pdf-forms"],
  ]);
});

test("the command prints what is shown", async () => {
  await withFiles(FILES, async (dir) => {
    const { stdout, stderr, exitCode } = await runCli(["test"], dir);
    expect([`$ skillc test\n${stdout}`, stderr, exitCode]).toEqual([blocks("console")[0], "", 0]);
  });
});

test("the commands run one after the other", async () => {
  await withFiles(FILES, async (dir) => {
    for (const line of blocks("sh").flatMap((text) => text.trim().split("\n"))) {
      const { exitCode, stderr } = await runCli(line.split(" ").slice(1), dir);
      expect([line, stderr, exitCode]).toEqual([line, "", 0]);
    }
    expect(JSON.parse(readFileSync(join(dir, "promptfooconfig.json"), "utf8"))).toMatchObject({ providers: [] });
    // The description of the other skill takes the query.
    writeFileSync(join(dir, "skills/pdf-tools/SKILL.md"), skill("pdf-tools", "Fills in a form, this form, for me."));
    const { exitCode, stdout } = await runCli(["test", "--baseline", "triggers.json"], dir);
    expect([exitCode, stdout.trim().split("\n").at(-1)]).toEqual([
      1,
      /`("fill in [^`]*)`/.exec(PAGE.replaceAll(/\n(?=pdf|now|\()/g, " "))?.[1],
    ]);
  });
});

test("the code prints the queries that another skill has", async () => {
  const [code = ""] = blocks("ts");
  const body = code.replace(/^import .*\n/, "").replace('cwd: "."', "cwd");
  const log = vi.spyOn(console, "log").mockImplementation(() => undefined);
  await withFiles(FILES, async (cwd) => {
    const file = join(cwd, "code.mjs");
    writeFileSync(file, `export default async (testTriggers, cwd) => {${body}};`);
    const { default: run } = (await import(pathToFileURL(file).href)) as {
      readonly default: (...args: readonly unknown[]) => Promise<void>;
    };
    await run(skillc.testTriggers, cwd);
  });
  const calls = log.mock.calls;
  log.mockRestore();
  expect(calls).toEqual([
    ["which fields does application.pdf have?", "pdf-tools"],
    ["merge these two PDFs", "pdf-tools"],
  ]);
});

test("the usual places are those of the page", async () => {
  const places = Array.from(
    PAGE.matchAll(/^\| ((?:`[^`]+`(?:, )?)+) \| (in a skill|next to a SKILL\.md|in a directory)/gm),
  );
  const paths = places.flatMap(([, cells = "", where = ""]) =>
    Array.from(cells.matchAll(/`([^`]+)`/g), ([, path = ""]) =>
      where === "in a directory" ? `skills/${path.replace("<skill>", "pdf-forms")}` : `skills/pdf-forms/${path}`,
    ),
  );
  expect(paths).toHaveLength(11);
  for (const path of paths)
    await withFiles(FILES, async (dir) => {
      const file = join(dir, path.replaceAll("*", "x"));
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(
        file,
        path.endsWith("csv")
          ? "prompt,expected_skill\nunique query,pdf-tools\n"
          : '{"should_trigger":["unique query"]}',
      );
      const { report } = await skillc.testTriggers({ cwd: dir });
      expect([path, report?.cases.filter(({ query }) => query === "unique query").length]).toEqual([path, 1]);
    });
});
