/** `skillc test`: ranks, exit codes, baselines, suites. */
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, test } from "vitest";
import { buildSearchIndex, searchSkills } from "../../src/runtime/select/search-index.ts";
import { promptfooSuite, rankTriggers, vitestSuite, type TriggerCase } from "../../src/triggers/index.ts";
import { processorTime } from "../support/processor-time.ts";
import fc from "../support/fast-check.ts";
import { withFiles } from "../support/fix-skill.ts";
import { runCli } from "../support/run-cli.ts";
import { readXml } from "../support/xml-reader.ts";

const skill = (name: string, description: string, more = ""): string =>
  `---\nname: ${name}\ndescription: ${description}\n${more}---\n\nRead it.\n`;
const TRIGGERS = JSON.stringify({
  should_trigger: { train: ["when can the boat land?"], val: ["log the boats of today"] },
  should_not_trigger: ["paint the boat"],
});
const FILES = {
  "skills/tides/SKILL.md": skill("tides", "Says when a boat can land. Use when a landing is planned."),
  "skills/log/SKILL.md": skill("log", "Writes the log of a harbour and its boats. Use when a boat has come in."),
  "skills/reef/SKILL.md": skill(
    "reef",
    "Draws a reef, a boat. Use when a reef is found.",
    "disable-model-invocation: true\n",
  ),
  "skills/tides/evals/triggers.json": TRIGGERS,
  "skillc.config.json": '{ "sources": ["skills"], "views": { "sea": "skills/tides" } }',
};

const one = (query: string, name: string, more: Partial<TriggerCase> = {}): TriggerCase => ({
  file: "f",
  line: 1,
  skill: name,
  query,
  kind: "should",
  ...more,
});

describe("rankTriggers", () => {
  test("a rank is the place among the results of searchSkills", () => {
    const word = fc.constantFrom("boat", "boats", "land", "landing", "log", "the", "sea", "海図", "reef");
    const text = fc.array(word, { minLength: 1, maxLength: 6 }).map((words) => words.join(" "));
    fc.assert(
      fc.property(
        fc.array(text, { minLength: 1, maxLength: 8 }),
        fc.array(text, { maxLength: 5 }),
        (descriptions, queries) => {
          const skills = descriptions.map((description, at) => ({ id: `s${at}`, description }));
          const index = buildSearchIndex(skills);
          const cases = queries.flatMap((query) => skills.map(({ id }) => one(query, id)));
          for (const { query, skill: id, rank, best, words } of rankTriggers(skills, cases).cases) {
            const hits = searchSkills(index, query, skills.length);
            const at = hits.findIndex((hit) => hit.id === id);
            expect([rank, best]).toEqual([at === -1 ? null : at + 1, hits[0]?.id ?? null]);
            expect(words.length > 0).toBe(rank !== null);
          }
        },
      ),
    );
  });

  test("equal descriptions are ranked by id", () => {
    const skills = ["b", "a"].map((id) => ({ id, description: "Lands boats." }));
    const { cases, confusions } = rankTriggers(skills, [one("land boats", "b"), one("land boats", "a")]);
    expect(cases.map(({ skill: id, rank }) => [id, rank])).toEqual([
      ["a", 1],
      ["b", 2],
    ]);
    expect(confusions).toEqual([{ expected: "b", got: "a", count: 1 }]);
  });

  test("a skill that is not ranked has no rank", () => {
    const { cases, summary } = rankTriggers([{ id: "a", description: "Lands boats." }], [one("land boats", "gone")]);
    expect(cases).toMatchObject([{ rank: null, best: "a", words: [] }]);
    expect(summary).toMatchObject({ shouldTrigger: 1, rank1: 0, unranked: 1 });
  });

  test("1,000 queries against 10,000 skills take at most a second of processor time", () => {
    const words = Array.from({ length: 20_000 }, (_, at) => `${at.toString(36)}word`);
    let seed = 1;
    // Few words are frequent, as in any language.
    const pick = (): string => {
      seed = (seed * 48_271) % 2_147_483_647;
      return words[Math.floor(20_000 * (seed / 2_147_483_647) ** 3)] as string;
    };
    const text = (length: number): string => Array.from({ length }, pick).join(" ");
    const skills = Array.from({ length: 10_000 }, (_, at) => ({ id: `s${at}`, description: text(20) }));
    const cases = skills.slice(0, 1000).map(({ id }, line) => one(text(10), id, { line }));
    expect(processorTime(() => rankTriggers(skills, cases))).toBeLessThan(1000);
  });
});

describe("skillc test", () => {
  const run = (dir: string, ...args: readonly string[]) => runCli(["test", ...args], dir);

  test.each<readonly [args: readonly string[], exitCode: number, says: string]>([
    [[], 0, "expected skill first   1 of 2  (50%)"],
    [["--min-rank1", "0.5", "--min-rank3", "1"], 0, "among the first three  2 of 2  (100%)"],
    [["--min-rank1", "0.7"], 1, "--min-rank1 0.7 is missed: 1 of 2  (50%) rank their skill first"],
    [["--split", "train"], 0, "expected skill first   1 of 1  (100%)"],
    [["--split", "vla"], 2, 'unknown split "vla" (did you mean "val"?)'],
    [["--skill", "log"], 0, "no trigger test"],
    [["--skill", "log", "--require-evals"], 1, "no trigger test"],
    [["--skill", "reefs"], 2, 'unknown skill "reefs" (did you mean "reef"?)'],
    [["--view", "sea"], 0, "1 skill, 1 with trigger tests"],
    [["--view", "see"], 2, 'unknown view "see" (did you mean "sea"?)'],
    [["--min-rank1", "70%"], 2, '--min-rank1 needs a number from 0 to 1, and "70%" is not one'],
    [["--emit", "jest=x"], 2, '--emit needs promptfoo=file or vitest=file, and "jest=x" is neither'],
    [["-f", "sarif"], 2, '--format needs junit or junit=file, and "sarif" is neither'],
    [["-f", "junit", "--json"], 2, "--json cannot be combined with --format junit"],
    [["--baseline", "none.json"], 2, "write it with --update-baseline"],
    [["--baseline", "skillc.config.json"], 2, "is not a baseline of skillc test"],
    [["--baseline", "skillc.config.json", "--update-baseline"], 2, "is not a baseline of skillc test"],
  ])("%j exits %i", async (args, exitCode, says) => {
    await withFiles(FILES, async (dir) => {
      const result = await run(dir, ...args);
      expect(result.stdout + result.stderr).toContain(says);
      expect(result.exitCode).toBe(exitCode);
    });
  });

  test("a hidden skill is not ranked, and a query that expects it has no rank", async () => {
    await withFiles(
      { ...FILES, "skills/reef/evals/triggers.json": '{"should_trigger":["draw a reef"]}' },
      async (dir) => {
        const { cases, summary, confusions } = JSON.parse((await run(dir, "--json")).stdout) as ReturnType<
          typeof rankTriggers
        >;
        expect(summary).toMatchObject({ skills: 2, tested: 1, shouldTrigger: 3, unranked: 1 });
        expect(confusions.map(({ expected }) => expected)).toEqual(["tides"]);
        const { stdout } = await run(dir);
        expect(stdout).toContain("no word in common      0\nskill is not ranked    1  (reef)\n");
        expect(cases.find(({ query }) => query === "draw a reef")).toMatchObject({ skill: "reef", rank: null });
      },
    );
  });

  test("a baseline names the description that took a query; new queries never fail", async () => {
    await withFiles(FILES, async (dir) => {
      const base = ["--baseline", "b.json"];
      expect((await run(dir, ...base, "--update-baseline")).exitCode).toBe(0);
      const first = readFileSync(join(dir, "b.json"), "utf8");
      expect((await run(dir, ...base)).exitCode).toBe(0);
      writeFileSync(join(dir, "skills/log/SKILL.md"), skill("log", "Can land a boat when it can land."));
      writeFileSync(
        join(dir, "skills/tides/evals/triggers.json"),
        TRIGGERS.replace('"log the boats', '"a new one about nothing", "log the boats'),
      );
      const worse = await run(dir, ...base);
      expect(worse.exitCode).toBe(1);
      expect(worse.stdout).toContain(
        '"when can the boat land?": first was tides, now log (its description changed since the baseline was written)',
      );
      // Accepting it makes it right.
      expect((await run(dir, ...base, "--update-baseline")).exitCode).toBe(0);
      expect((await run(dir, ...base)).exitCode).toBe(0);
      expect(readFileSync(join(dir, "b.json"), "utf8")).not.toBe(first);
    });
  });

  test("a part of the queries keeps the rest of the baseline", async () => {
    await withFiles(FILES, async (dir) => {
      await run(dir, "--baseline", "b.json", "--update-baseline");
      const whole = readFileSync(join(dir, "b.json"), "utf8");
      await run(dir, "--baseline", "b.json", "--update-baseline", "--split", "val");
      expect(readFileSync(join(dir, "b.json"), "utf8")).toBe(whole);
    });
  });

  test("a part of the skills keeps the digests of the others", async () => {
    await withFiles(FILES, async (dir) => {
      const descriptions = (): unknown =>
        (JSON.parse(readFileSync(join(dir, "b.json"), "utf8")) as Readonly<Record<string, unknown>>)["descriptions"];
      await run(dir, "--baseline", "b.json", "--update-baseline");
      const all = descriptions();
      expect(Object.keys(all as object)).toEqual(["log", "tides"]);
      await run(dir, "--baseline", "b.json", "--update-baseline", "--view", "sea");
      expect(descriptions()).toEqual(all);
    });
  });

  test("a baseline is not written while skills with errors are missing", async () => {
    const broken = { ...FILES, "skills/log/SKILL.md": "---\nname: log\n---\n\nNo description.\n" };
    await withFiles(broken, async (dir) => {
      const { exitCode, stderr } = await run(dir, "--baseline", "b.json", "--update-baseline");
      expect([exitCode, existsSync(join(dir, "b.json"))]).toEqual([1, false]);
      expect(stderr).toContain("the baseline is not written: skills with errors are not ranked");
    });
  });

  test.each([
    ["{", "it is not JSON"],
    ["null", "it has no version"],
    ["[]", "it has no version"],
    ['{"version":2,"cases":{},"descriptions":{}}', "its version is 2, and this skillc reads 1"],
    ['{"version":1,"cases":[],"descriptions":{}}', "its cases are not ranks"],
    ['{"version":1,"cases":{"a":"1"},"descriptions":{}}', "its cases are not ranks"],
    ['{"version":1,"cases":{"a":2},"descriptions":{}}', "its cases are not ranks"],
    ['{"version":1,"cases":{"a":1},"descriptions":{"a":1}}', "its descriptions are not digests"],
    ['{"version":1,"cases":{}}', "its descriptions are not digests"],
  ])("the baseline %s stays as it is", async (text, why) => {
    await withFiles({ ...FILES, "b.json": text }, async (dir) => {
      for (const more of [[], ["--update-baseline"]]) {
        const { exitCode, stderr } = await run(dir, "--baseline", "b.json", ...more);
        expect([exitCode, stderr]).toEqual([2, expect.stringContaining(why)]);
      }
      expect(readFileSync(join(dir, "b.json"), "utf8")).toBe(text);
    });
  });

  test("a share that is reached exactly is not missed", async () => {
    // The product 0.55 × 100 is 55.00000000000001.
    const right = Array.from({ length: 55 }, (_, at) => `can the boat land at ${at}`);
    const wrong = Array.from({ length: 45 }, (_, at) => `write the log of ${at}`);
    const text = JSON.stringify({ should_trigger: [...right, ...wrong] });
    await withFiles({ ...FILES, "skills/tides/evals/triggers.json": text }, async (dir) => {
      const { exitCode, stdout } = await run(dir, "--min-rank1", "0.55");
      expect(stdout).toContain("expected skill first   55 of 100");
      expect(exitCode).toBe(0);
      expect((await run(dir, "--min-rank1", "0.56")).exitCode).toBe(1);
    });
  });

  test("a suite is written again with what its user has added, and no other file is replaced", async () => {
    await withFiles({ ...FILES, "other.ts": "export {};", "other.json": "{}" }, async (dir) => {
      const emit = ["--emit", "promptfoo=p.json", "--emit", "vitest=v.test.ts"];
      const textOf = (file: string): string => readFileSync(join(dir, file), "utf8");
      await run(dir, ...emit);
      const first = [textOf("p.json"), textOf("v.test.ts")];
      await run(dir, ...emit);
      expect([textOf("p.json"), textOf("v.test.ts")]).toEqual(first);
      writeFileSync(join(dir, "p.json"), textOf("p.json").replace('"providers": []', '"providers": ["echo"]'));
      writeFileSync(join(dir, "v.test.ts"), textOf("v.test.ts").replace(/throw new [^]*?;/, 'return "log";'));
      writeFileSync(join(dir, "skills/tides/evals/triggers.json"), '{"should_trigger":["a new query"]}');
      await run(dir, ...emit);
      expect(JSON.parse(textOf("p.json"))).toMatchObject({
        providers: ["echo"],
        tests: [{ vars: { query: "a new query" } }],
      });
      expect(textOf("v.test.ts")).toContain('["a new query","should","tides"]');
      expect(textOf("v.test.ts")).toContain('return "log";');
      for (const suite of ["vitest=other.ts", "promptfoo=other.json", "vitest=p.json", "promptfoo=v.test.ts"]) {
        const { exitCode, stderr } = await run(dir, "--emit", suite);
        expect([exitCode, stderr]).toEqual([2, expect.stringContaining("that skillc wrote: name another file")]);
      }
      expect([textOf("other.ts"), textOf("other.json")]).toEqual(["export {};", "{}"]);
    });
  });

  test("--since ranks the queries of changed skills, against all", async () => {
    await withFiles(
      { ...FILES, "skills/log/evals/triggers.json": '{"should_trigger":["write the log"]}' },
      async (dir) => {
        const git = (...args: readonly string[]): void =>
          void execFileSync("git", ["-C", dir, "-c", "user.name=a", "-c", "user.email=a@b.c", ...args], {
            stdio: "ignore",
          });
        git("init");
        git("add", ".");
        git("commit", "-m", "first");
        writeFileSync(join(dir, "skills/log/SKILL.md"), skill("log", "Writes the log."));
        const { cases, summary } = JSON.parse((await run(dir, "--since", "HEAD", "--json")).stdout) as ReturnType<
          typeof rankTriggers
        >;
        expect([cases.map(({ query }) => query), summary.skills]).toEqual([["write the log"], 2]);
        expect((await run(dir, "--since", "gone")).exitCode).toBe(2);
      },
    );
  });

  test("eval files next to skills that cannot be read are named, and the others are ranked", async () => {
    const files = {
      ...FILES,
      "skills/evals/tides/faulty.json": '{"should_trigger":[1,"when can it land?"]}',
      "skills/evals/tides/large.json": JSON.stringify({ should_trigger: ["x".repeat(1_048_576)] }),
      "skills/evals/all.csv": 'prompt,expected_skill\n"land,tides\n',
    };
    await withFiles(files, async (dir) => {
      const { stdout, exitCode } = await run(dir);
      expect(stdout.split("\n").filter((line) => line.startsWith("cannot be read: "))).toEqual([
        "cannot be read: skills/evals/all.csv:2: a quoted field is never closed",
        "cannot be read: skills/evals/tides/faulty.json:1: a query must be a string, but is a number",
        "cannot be read: skills/evals/tides/large.json:1: 1,048,599 bytes, max 1,048,576",
      ]);
      expect(stdout).toContain("among the first three  3 of 3");
      expect(exitCode).toBe(0);
    });
  });

  test("a file in an unknown form is named, even without a test", async () => {
    const files = {
      "skills/tides/SKILL.md": FILES["skills/tides/SKILL.md"],
      "skills/tides/evals/evals.json": '{"tests":["when can it land?"]}',
      "skills/evals/tides/more.json": "[]",
    };
    await withFiles(files, async (dir) => {
      const { stdout, stderr, exitCode } = await run(dir, "skills");
      expect(stdout).toContain("not read: 2 files in an unknown form, such as skills/evals/tides/more.json\n");
      expect([stderr, exitCode]).toEqual([expect.stringContaining("no trigger test: write evals/triggers.json"), 0]);
      expect(JSON.parse((await run(dir, "skills", "--json")).stdout)).toMatchObject({
        others: ["skills/evals/tides/more.json", "skills/tides/evals/evals.json"],
      });
    });
  });

  test("JUnit fails what the command fails", async () => {
    await withFiles(FILES, async (dir) => {
      const { stdout, exitCode } = await run(dir, "-f", "junit", "-f", "junit=report.xml", "--min-rank1", "1");
      expect([exitCode, readFileSync(join(dir, "report.xml"), "utf8")]).toEqual([1, stdout]);
      const [suite] = readXml(stdout).children;
      expect(suite?.attributes).toMatchObject({
        name: "trigger tests: ranks by words; no model",
        tests: "3",
        failures: "1",
      });
      expect(suite?.children.map(({ attributes, children }) => [attributes["name"], children[0]?.tag])).toEqual([
        ["log the boats of today", "system-out"],
        ["when can the boat land?", "system-out"],
        ["--min-rank1", "failure"],
      ]);
    });
  });

  test("the JSON is the same in every locale, with and without a cache, for sources in any order", async () => {
    const twice = (sources: readonly string[]): Record<string, string> => ({
      ...Object.fromEntries(
        Object.entries(FILES).map(([path, text]) => [path.replace("skills/log", "more/log"), text]),
      ),
      "more/log/evals/triggers.json": '{"should_trigger":["write the log","ä","z","log the boats of today"]}',
      "more/evals/all.csv": "prompt,expected_skill,should_trigger\nland,tides,maybe\n",
      "skills/evals/all.csv": "prompt,expected_skill,should_trigger\nlog it,log,maybe\n",
      "package.json": "{}",
      "node_modules/.keep": "",
      "skillc.config.json": JSON.stringify({ sources }),
    });
    const outputs: string[] = [];
    for (const sources of [
      ["skills", "more"],
      ["more", "skills"],
    ])
      await withFiles(twice(sources), async (dir) => {
        const { LC_ALL } = process.env;
        for (const locale of ["C", "tr_TR.UTF-8"]) {
          process.env["LC_ALL"] = locale;
          for (const args of [[], [], ["--no-cache"]]) outputs.push((await run(dir, "--json", ...args)).stdout);
        }
        if (LC_ALL === undefined) delete process.env["LC_ALL"];
        else process.env["LC_ALL"] = LC_ALL;
      });
    expect(new Set(outputs).size).toBe(1);
  });
});

describe("suites", () => {
  const skills = [{ id: "a", description: "Prints {{name}} and\n{% endraw %}." }];
  const cases = [one("p {{x}}", "a"), one("q", "a", { kind: "should-not" }), one("r", "a", { kind: "prompt" })];

  test("promptfoo gets every labelled query, and neither fills in nor loads anything", () => {
    const loads = one("file://x.js", "package:x:y");
    const listed = [...skills, { id: "package:x:y", description: "Y." }];
    const suite = JSON.parse(promptfooSuite({ skills: listed, cases: [...cases, loads] }) ?? "") as Readonly<
      Record<string, unknown>
    >;
    const check = (type: string, query: string, value: string): unknown => ({
      vars: { query },
      assert: [{ type, value, transform: "output.trim()" }],
    });
    expect(suite).toMatchObject({
      prompts: [
        expect.stringMatching(/^- a: Prints \{ \{name\}\} and \{ % endraw %\}\.\n- package:[^{}]+\{\{query\}\}$/),
      ],
      providers: [],
      tests: [
        check("equals", "p { {x}}", "a"),
        check("not-equals", "q", "a"),
        check("equals", '"file://x.js"', '"package:x:y"'),
      ],
    });
  });

  test("a query about a skill that no model sees is in none", () => {
    const input = { skills, cases: [...cases, one("draw a reef", "hidden")] };
    expect(promptfooSuite(input)).not.toContain("reef");
    expect(vitestSuite(input)).not.toContain("reef");
  });

  test("the module for vitest asks choose, and fails until it is written", async () => {
    const { transform } = await import("esbuild");
    const { code } = await transform(vitestSuite({ skills, cases }) ?? "", { loader: "ts" });
    const body = code
      .replace(/^import .*\n/, "")
      .replace(/throw new Error\([^]*?\);/, "return query === 'q' ? 'none' : 'a';");
    const results: unknown[] = [];
    const each =
      (rows: readonly (readonly unknown[])[]) =>
      (_name: string, check: (...row: readonly unknown[]) => Promise<void>) => {
        for (const row of rows) results.push(check(...row));
      };
    await withFiles({ "suite.mjs": `export default (expect, test) => {${body}};` }, async (dir) => {
      const { default: run } = (await import(pathToFileURL(join(dir, "suite.mjs")).href)) as {
        readonly default: (...args: readonly unknown[]) => void;
      };
      run(expect, { each });
    });
    expect(await Promise.all(results)).toEqual([undefined, undefined]);
    expect(code).toContain("throw new Error(");
  });
});
