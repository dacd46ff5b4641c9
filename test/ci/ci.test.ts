/** The action, the hooks and the recipes of docs/ci.md, run step by step in a repository with the local package. */
import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { withFiles } from "../support/fix-skill.ts";

const ROOT = join(import.meta.dirname, "../..");
const read = (path: string): string => readFileSync(join(ROOT, path), "utf8");
const blocks = (language: string): string[] =>
  Array.from(
    read("docs/ci.md").matchAll(new RegExp(`^\`\`\`${language}\\n([^]*?)^\`\`\``, "gm")),
    ([, text = ""]) => text,
  );

const GOOD =
  "---\nname: tides\ndescription: Looks up the tides of a harbor. Use when asked for high water.\n---\n\nRead the table.\n";
const BAD = GOOD.replace("a harbor.", "a harbor: all of them.");
const WARNING = GOOD.replace("the table", "[the table](table.md)");

interface Step {
  readonly name?: string;
  readonly if?: string;
  readonly uses?: string;
  readonly run?: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** A git repository with one skill and the local package, as an install leaves it. */
async function inRepository(text: string, run: (dir: string) => void): Promise<void> {
  await withFiles({ "skills/tides/SKILL.md": text }, (dir) => {
    mkdirSync(join(dir, "node_modules/.bin"), { recursive: true });
    symlinkSync(ROOT, join(dir, "node_modules/skillc"));
    symlinkSync("../skillc/dist/cli/bin.js", join(dir, "node_modules/.bin/skillc"));
    chmodSync(join(ROOT, "dist/cli/bin.js"), 0o755);
    writeFileSync(join(dir, "package.json"), '{"private":true,"type":"module"}\n');
    writeFileSync(join(dir, ".gitignore"), "node_modules\n");
    execFileSync("git", ["init", "--quiet"], { cwd: dir });
    run(dir);
    return Promise.resolve();
  });
}

const environment = (dir: string, env: Readonly<Record<string, string>> = {}): NodeJS.ProcessEnv => ({
  ...process.env,
  PATH: [join(dir, "node_modules/.bin"), dirname(process.execPath), process.env["PATH"] ?? ""].join(delimiter),
  NO_COLOR: "1",
  ...env,
});

function shell(dir: string, script: string, env: Readonly<Record<string, string>> = {}) {
  const { status, stdout, stderr } = spawnSync("bash", ["-e", "-o", "pipefail", "-c", script], {
    cwd: dir,
    env: environment(dir, env),
    encoding: "utf8",
  });
  return { status, output: stdout + stderr };
}

/** Commands that a recipe needs and that a test cannot run: the package is there already. */
const isInstall = (command: string): boolean => command === "npm ci";

const action = parse(read("action.yml")) as {
  readonly inputs: Readonly<Record<string, { readonly default: string }>>;
  readonly runs: { readonly steps: readonly Step[] };
};

/** Runs the steps of the action as the runner does; a step whose condition is not met, or that uses an action, is skipped. */
function runAction(dir: string, given: Readonly<Record<string, string>>) {
  const inputs = {
    ...Object.fromEntries(Object.entries(action.inputs).map(([name, one]) => [name, one.default])),
    ...given,
  };
  const results: { readonly name: string; readonly status: number | null; readonly output: string }[] = [];
  for (const { name = "", if: condition, run, env = {} } of action.runs.steps) {
    if (run === undefined || (condition === "inputs.build == 'true'" && inputs["build"] !== "true")) continue;
    const values = Object.entries(env).map(([key, text]) => {
      const input = /^\$\{\{ inputs\.([\w-]+) \}\}$/.exec(text)?.[1] ?? "";
      expect([text, Object.hasOwn(inputs, input)]).toEqual([text, true]);
      return [key, inputs[input] ?? ""];
    });
    results.push({ name, ...shell(dir, run, Object.fromEntries(values) as Record<string, string>) });
    if (results.at(-1)?.status !== 0) break;
  }
  return results;
}

test(
  "the action checks, builds on request, and writes a SARIF report",
  () =>
    inRepository(WARNING, (dir) => {
      expect(runAction(dir, {}).map(({ name, status }) => [name, status])).toEqual([["check", 0]]);
      const [check, build] = runAction(dir, { directories: "skills", build: "true", sarif: "out/skillc.sarif" });
      expect(check?.output).toMatch(/^::warning file=skills\/tides\/SKILL\.md[^]*\n1 warning in 1 skill/);
      expect(JSON.parse(readFileSync(join(dir, "out/skillc.sarif"), "utf8"))).toMatchObject({ version: "2.1.0" });
      expect([build?.status, existsSync(join(dir, "generated/skills/index.js"))]).toEqual([0, true]);
      expect(runAction(dir, { "fail-on": "warning", build: "true" }).map(({ status }) => status)).toEqual([1]);
      // An input is data: it is never a part of the script.
      expect(runAction(dir, { directories: "skills; touch stolen" })[0]?.status).toBe(2);
      expect(existsSync(join(dir, "stolen"))).toBe(false);
    }),
  60_000,
);

test("no script of the action contains an expression, and its inputs are documented", () => {
  for (const { run = "" } of action.runs.steps) expect(run).not.toContain("${{");
  for (const [name, one] of Object.entries(action.inputs)) {
    expect(read("docs/ci.md")).toContain(`| \`${name}\` |`);
    expect([name, typeof one.default]).toEqual([name, "string"]);
  }
  const { version } = JSON.parse(read("package.json")) as { readonly version: string };
  expect(action.inputs["version"]?.default).toBe(version);
  expect(read("docs/ci.md")).toContain(`skillc@v${version}`);
});

interface Workflow {
  readonly jobs?: Readonly<
    Record<string, { readonly steps: readonly (Step & { readonly with?: Readonly<Record<string, string>> })[] }>
  >;
  readonly skills?: { readonly script: readonly string[] };
  readonly repos?: readonly { readonly hooks: readonly { readonly id: string }[] }[];
}
const recipes = blocks("yaml").map((text) => parse(text) as Workflow);

test.each([
  ["a good skill", GOOD, 0],
  ["a broken skill", BAD, 1],
])(
  "the workflows, the GitLab job and the plain commands pass or fail: %s",
  (_, text, expected) =>
    inRepository(text, (dir) => {
      const workflows = recipes.flatMap(({ jobs = {} }) => Object.values(jobs));
      expect(workflows).toHaveLength(2);
      for (const { steps } of workflows)
        for (const { uses = "", run, with: given = {} } of steps) {
          if (uses.startsWith("OWNER/skillc@")) expect(runAction(dir, given).at(-1)?.status).toBe(expected);
          if (run?.startsWith("npx skillc check")) expect(shell(dir, run).status).toBe(expected);
        }
      const gitlab = recipes.find(({ skills }) => skills !== undefined)?.skills?.script ?? [];
      const [plain = ""] = blocks("sh");
      for (const commands of [gitlab, plain.trim().split("\n")]) {
        const script = commands.filter((command) => !isInstall(command)).join("\n");
        expect(script).toContain("skillc build");
        expect([script, shell(dir, script).status]).toEqual([script, expected]);
      }
      expect(existsSync(join(dir, "gl-code-quality-report.json"))).toBe(true);
      expect(existsSync(join(dir, "skillc.xml"))).toBe(true);
      expect(existsSync(join(dir, "generated/skills/index.js"))).toBe(expected === 0);
    }),
  60_000,
);

const hooks = parse(read(".pre-commit-hooks.yaml")) as readonly { readonly id: string; readonly entry: string }[];
const wanted = recipes.flatMap(({ repos = [] }) => repos.flatMap((repo) => repo.hooks.map(({ id }) => id)));
const entry = hooks.find(({ id }) => id === wanted[0])?.entry ?? "";
const [, gitHook = ""] = blocks("sh");

test.each([
  ["pre-commit", () => `#!/bin/sh\nexec ${entry}\n`],
  ["the git hook", () => /<< 'EOF'\n([^]*)^EOF$/m.exec(gitHook)?.[1] ?? ""],
  [
    "lint-staged",
    () => {
      const config = blocks("js").join("");
      const command = /=> "([^"]+)"/.exec(config)?.[1] ?? "";
      return `#!/bin/sh\nexec ${command}\n`;
    },
  ],
] as const)(
  "a commit with a broken skill is stopped by %s, and a good one is not",
  (_, hook) =>
    inRepository(BAD, (dir) => {
      writeFileSync(join(dir, ".git/hooks/pre-commit"), hook(), { mode: 0o755 });
      const commit = (): number | null =>
        shell(dir, "git add . && git -c user.name=Nord -c user.email=nord@example.org commit --quiet --message all")
          .status;
      expect(commit()).not.toBe(0);
      expect(shell(dir, "git rev-parse --verify --quiet HEAD").status).not.toBe(0);
      writeFileSync(join(dir, "skills/tides/SKILL.md"), GOOD);
      expect(commit()).toBe(0);
    }),
  60_000,
);
