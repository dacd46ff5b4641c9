/** The questions of `skillc init`, in a pseudo-terminal: someone who answers, declines, breaks off. */
import { spawn, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createProject, listFiles, ROOT, type Project } from "../support/consumer.ts";
import { listTemplates } from "../../src/cli/scaffold/template.ts";

const BIN = join(ROOT, "dist/cli/bin.js");
const SKILL = "---\nname: refunds\ndescription: Decides refunds. Use when asked.\n---\nBe fair.\n";
const CTRL_C = "\x03";
const DOWN = "\x1B[B";

const isThere = spawnSync("script", ["-qec", "true", "/dev/null"]).status === 0;
if (!isThere) console.warn("Skipped: the program script of util-linux makes the terminal.");

let project: Project;
beforeEach(() => void (project = createProject({})));
afterEach(() => project.remove());

/** Runs a command in a terminal; types each answer once its question is on the screen. */
async function answer(
  args: readonly string[],
  answers: readonly (readonly [question: string, keys: string])[],
  env: Readonly<Record<string, string>> = {},
): Promise<{ readonly exitCode: number | null; readonly screen: string }> {
  const command = [process.execPath, BIN, ...args].map((word) => `'${word}'`).join(" ");
  // The terminal of a pipe has no size.
  const sized = `stty columns 100 rows 40 && exec ${command}`;
  const child = spawn("script", ["-qec", sized, "/dev/null"], {
    cwd: project.dir,
    env: { ...process.env, CI: "", npm_config_user_agent: "", NO_COLOR: "1", TERM: "xterm", ...env },
    stdio: ["pipe", "pipe", "inherit"],
  });
  const waiting = [...answers];
  let screen = "";
  let seen = 0;
  child.stdout.on("data", (data: Buffer) => {
    screen += stripVTControlCharacters(data.toString());
    const [next] = waiting;
    const at = next === undefined ? -1 : screen.indexOf(next[0], seen);
    if (next === undefined || at === -1) return;
    waiting.shift();
    seen = at + next[0].length;
    child.stdin.write(next[1]);
  });
  const timer = setTimeout(() => child.kill("SIGKILL"), 30_000);
  const exitCode = await new Promise<number | null>((done) => child.once("close", done));
  clearTimeout(timer);
  expect(waiting, screen).toEqual([]);
  return { exitCode, screen };
}

describe.skipIf(!isThere)("in a terminal", () => {
  test.each<readonly [keys: readonly string[], shown: string]>([
    [["\r"], "skillc is set up here; nothing is missing."],
    [["y", CTRL_C], "2 skills; coding assistants read .claude/skills too"],
  ])("skills of coding assistants are asked about, and left out by default: %j", async (keys, shown) => {
    const deploy = SKILL.replace("refunds", "deploy");
    project.write({ "skills/refunds/SKILL.md": SKILL, ".claude/skills/deploy/SKILL.md": deploy });
    const questions = ["Is the app also to use them?", "Apply this plan?"];
    const { screen } = await answer(
      ["init"],
      keys.map((key, index) => [questions[index] ?? "", key] as const),
    );
    expect(screen).toContain(shown);
  });

  test("shows the plan, asks, and applies it after a yes", async () => {
    project.write({ "package.json": '{ "name": "shop" }\n', "skills/refunds/SKILL.md": SKILL });
    const { exitCode, screen } = await answer(["init"], [["Apply this plan?", "\r"]]);
    expect([exitCode, screen]).toEqual([0, expect.stringContaining("generated/skills has 1 skill")]);
    expect(screen.indexOf("Plan:")).toBeLessThan(screen.indexOf("Apply this plan?"));
    expect(existsSync(join(project.dir, "generated/skills/index.js"))).toBe(true);
    expect((await answer(["init"], [])).screen).toContain("skillc is set up here; nothing is missing.");
  });

  test.each([
    ["n", 0, "Nothing was changed."],
    [CTRL_C, 130, "Canceled"],
  ])("changes nothing after %j", async (keys, expected, said) => {
    project.write({ "package.json": '{ "name": "shop" }\n', "skills/refunds/SKILL.md": SKILL });
    const before = listFiles(project.dir);
    const { exitCode, screen } = await answer(["init"], [["Apply this plan?", keys]]);
    expect([exitCode, listFiles(project.dir)]).toEqual([expected, before]);
    if (keys === "n") expect(screen).toContain(said);
    expect(project.read("package.json")).toBe('{ "name": "shop" }\n');
  });

  test.each(["--yes", "--check"])("%s asks nothing", async (flag) => {
    project.write({ "package.json": '{ "name": "shop" }\n', "skills/refunds/SKILL.md": SKILL });
    const { exitCode, screen } = await answer(["init", flag], []);
    expect([exitCode, screen.includes("?")]).toEqual([flag === "--yes" ? 0 : 1, false]);
  });

  test("CI asks nothing, even with a terminal", async () => {
    project.write({ "package.json": '{ "name": "shop" }\n', "skills/refunds/SKILL.md": SKILL });
    const { exitCode, screen } = await answer(["init"], [], { CI: "true" });
    expect([exitCode, screen]).toEqual([2, expect.stringContaining("--yes")]);
  });

  test("messages name commands in the words of the package manager", async () => {
    project.write({ "pnpm-lock.yaml": "", "skills/refunds/SKILL.md": SKILL.replace("name: refunds\n", "") });
    const env = { npm_config_user_agent: "pnpm/10.1.0 npm/? node/v20.19.0" };
    expect((await answer(["check"], [], env)).screen).toContain("= docs: pnpm dlx skillc explain SKC");
    expect((await answer(["chekc"], [], env)).screen).toContain("See: pnpm dlx skillc --help");
    project.write({ "node_modules/skillc/package.json": "{}" });
    expect((await answer(["check", "nowhere"], [], env)).screen).toContain("= docs: pnpm exec skillc explain SKC");
    expect((await answer(["resolve", "@acme/skills"], [], env)).screen).toContain("`pnpm exec skillc add");
  });

  test("offers the templates by name", async () => {
    const { exitCode, screen } = await answer(["init", "my-agent", "--template"], [["Which template?", `${DOWN}\r`]]);
    expect(exitCode).toBe(0);
    for (const { name, title } of listTemplates()) expect(screen).toMatch(new RegExp(`[●○] ${name} +${title}`));
    const [, second] = listTemplates();
    expect(screen).toContain(`● ${second?.name}`);
    expect(project.read("my-agent/package.json")).toContain('"name": "my-agent"');
  });

  test("asks what an empty directory becomes: a template, or skills only", async () => {
    const up = "\x1B[A";
    // From the first choice up is the last.
    const { exitCode } = await answer(
      ["init"],
      [
        ["What will it be?", `${up}\r`],
        ["Apply this plan?", "y"],
      ],
    );
    expect([exitCode, listFiles(project.dir)]).toEqual([
      0,
      ["skills/first-skill/SKILL.md", "skills/first-skill/references/details.md"],
    ]);
  });

  test("asks for a package at the root of a workspace", async () => {
    project.write({
      "package.json": '{ "private": true, "workspaces": ["apps/*"] }\n',
      "apps/desk/package.json": "{}\n",
      "apps/shop/package.json": "{}\n",
      "apps/shop/skills/refunds/SKILL.md": SKILL,
    });
    const { exitCode, screen } = await answer(
      ["init"],
      [
        ["Which package", `${DOWN}\r`],
        ["Apply this plan?", "\r"],
      ],
    );
    expect([exitCode, screen]).toEqual([0, expect.stringContaining("apps/shop/generated/skills has 1 skill")]);
    expect(project.read("apps/desk/package.json")).toBe("{}\n");
  });
});

test("without a terminal it never waits for an answer", () => {
  project.write({ "package.json": "{}\n", "skills/refunds/SKILL.md": SKILL });
  const commands = [
    [["init"], 2],
    [["init", "new-one"], 2],
    // Lists the templates.
    [["init", "x", "--template"], 0],
  ] as const;
  for (const [args, expected] of commands) {
    const { status, signal } = spawnSync(process.execPath, [BIN, ...args], {
      cwd: project.dir,
      stdio: ["ignore", "pipe", "pipe"],
      timeout: 20_000,
    });
    expect([args, status, signal]).toEqual([args, expected, null]);
  }
});
