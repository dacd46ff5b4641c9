/** The files of the starters: what the command line reads, clean skills, pinned packages, a README that is true. */
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { check } from "../../src/index.ts";
import { profileNames } from "../../src/profiles/index.ts";
import { frameworks, starterPackages } from "../frameworks/pins.mjs";
import { listFiles, ROOT } from "../support/consumer.ts";
import { exchanges } from "./questions.ts";
import { createStarter, starterNames, starterPath, type StarterInfo } from "./starter.ts";

const RUNTIMES = ["workerd", "node", "deno", "bun", "lambda", "mcp", "next"];
const pinned = new Set([...frameworks.flatMap(({ packages }) => packages), ...starterPackages]);

test("there are nine, each with two questions", () => {
  expect(starterNames).toEqual(Object.keys(exchanges).toSorted());
  expect(starterNames).toHaveLength(9);
});

describe.each(starterNames)("%s", (name) => {
  const home = mkdtempSync(join(tmpdir(), "skillc-starter-files-"));
  const dir = join(home, "harbor");
  const read = (path: string): string => readFileSync(join(dir, path), "utf8");
  beforeAll(() => createStarter(name, dir));
  afterAll(() => rmSync(home, { recursive: true }));

  test("template.json has what the command line shows", () => {
    const info = JSON.parse(readFileSync(starterPath(name, "template.json"), "utf8")) as StarterInfo;
    expect(Object.keys(info)).toEqual(["title", "node", "runtime", "next"]);
    expect(info.title).toMatch(/^an? .{20,70}[^.]$/);
    expect(RUNTIMES).toContain(info.runtime);
    expect(info.next).toHaveLength(2);
    const { engines } = JSON.parse(read("package.json")) as { engines?: { node: string } };
    expect(engines?.node ?? info.node).toBe(info.node);
  });

  test("no placeholder is left, and nothing is stored that npm or git would drop", () => {
    const paths = listFiles(dir);
    expect(paths).toEqual(expect.arrayContaining([".gitignore", ".github/workflows/skills.yml", "README.md"]));
    for (const path of paths.filter((each) => !each.endsWith(".png")))
      expect(read(path), path).not.toMatch(/\{\{ ?\w+ ?\}\}/);
    expect(read(".gitignore").split("\n")).toEqual(expect.arrayContaining(["node_modules/", "/generated/", ".env*"]));
  });

  test("the packages are those of the pins", () => {
    const manifest = JSON.parse(read("package.json")) as Record<string, Record<string, string>>;
    const all = Object.entries({ ...manifest["dependencies"], ...manifest["devDependencies"] });
    const others = all.filter(([each]) => each !== "skillc" && each !== "@types/node");
    expect(
      others.map(([each, range]) => `${each}@${range.replace("^", "")}`).filter((one) => !pinned.has(one)),
    ).toEqual([]);
  });

  test("no rule reports anything about the skills, with a text, an argument and a file that is no Markdown", async () => {
    const { diagnostics } = await check({ cwd: dir });
    expect(diagnostics).toEqual([]);
    const everywhere = await check({ cwd: dir, overrides: { profile: profileNames } });
    // Arguments are not part of the standard, and infos are about what some client ignores.
    const severe = everywhere.diagnostics.filter(
      ({ rule, severity }) => rule !== "unknown-field" && severity !== "info",
    );
    expect(severe.map(({ rule, message, profiles }) => [rule, message, profiles])).toEqual([]);
    expect(everywhere.diagnostics).not.toEqual([]);
    const files = listFiles(join(dir, "skills"));
    const documents = files.filter((path) => path.endsWith("/SKILL.md"));
    expect(documents).toHaveLength(2);
    expect(documents.filter((path) => /^argument-hint: /m.test(read(`skills/${path}`)))).toHaveLength(1);
    expect(files.some((path) => path.includes("/references/"))).toBe(true);
    expect(files.some((path) => /\/assets\/[^/]+\.(?:csv|png)$/.test(path))).toBe(true);
  });

  test("the README says how cmd.exe, which has no single quotes, sends a question", () => {
    const sent = [...read("README.md").matchAll(/--json '(\{[^']*\})'/g)].map(([, json = ""]) => json);
    const inCmd = sent.map((json) => `"${json.replaceAll('"', '\\"')}"`);
    expect(inCmd.filter((text) => read("README.md").includes(text))).toHaveLength(Math.min(sent.length, 1));
  });

  test("the README fits on a screen, asks both questions and says how to get a real model", () => {
    const lines = read("README.md").split("\n");
    expect(lines.length).toBeLessThanOrEqual(50);
    expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(128);
    for (const [question] of exchanges[name] ?? []) expect(read("README.md")).toContain(question);
    expect(read("README.md")).toMatch(/^## A real (?:model|client)$/m);
    const scripts = `${read("package.json")}${existsSync(join(dir, "deno.json")) ? read("deno.json") : ""}`;
    const named = [...read("README.md").matchAll(/(?:npm run|bun run|deno task) (\w+)/g)].map(
      ([, script = ""]) => script,
    );
    expect(named).toEqual(expect.arrayContaining(["dev", "build", "check"]));
    for (const script of named) expect(scripts).toContain(`"${script}": `);
  });

  test("the code has at most five lines for the skills", () => {
    const file = name === "mcp-server" ? "src/index.ts" : "src/agent.ts";
    const glue = read(file)
      .split("\n")
      .filter(
        (line) =>
          !/^import |^ *(?:\/\*|\*|\/\/)/.test(line) &&
          /agentSkills\(|agent\.\w+|Tools\(agent|Skills\(server/.test(line),
      );
    expect(glue.length).toBeGreaterThan(1);
    expect(glue.length).toBeLessThanOrEqual(5);
  });
});

test("the scripted models follow the same rules, and those of one framework are the same", () => {
  const models = starterNames.map((name) => {
    const file = name === "mcp-server" ? "src/scripted-client.ts" : "src/scripted-model.ts";
    const code = readFileSync(starterPath(name, file), "utf8");
    return { code, rules: code.slice(code.indexOf("/** The rules")) };
  });
  expect(new Set(models.map(({ rules }) => rules)).size).toBe(1);
  expect(new Set(models.map(({ code }) => code).filter((code) => code.includes('from "ai"'))).size).toBe(1);
});

test("the models are chosen in the same way, and the README names each variable", () => {
  const models = new Map<string, string[]>();
  for (const name of starterNames.filter((each) => !["mcp-server", "node-cli"].includes(each))) {
    const code = readFileSync(starterPath(name, "src/model.ts"), "utf8");
    models.set(code, [...(models.get(code) ?? []), name]);
    const readme = readFileSync(starterPath(name, "README.md"), "utf8");
    for (const key of ["ANTHROPIC_API_KEY", "OPENAI_API_KEY", "AI_GATEWAY_API_KEY", "MODEL"])
      expect([name, code.includes(key), readme.includes(`\`${key}\``)]).toEqual([name, true, true]);
  }
  const others = ["aws-lambda", "bun", "deno", "hono", "vercel-ai"];
  // In the order of the names.
  expect([...models.values()]).toEqual([others, ["cloudflare-agents", "cloudflare-worker"]]);
});

test("nothing of skillc is installed where they run, and without a bundler the code is copied beside the skills", () => {
  const copying = starterNames.filter((name) => {
    const { dependencies, devDependencies } = JSON.parse(
      readFileSync(starterPath(name, "package.json"), "utf8"),
    ) as Readonly<Record<string, Readonly<Record<string, string>>>>;
    expect([name, dependencies?.["skillc"], devDependencies?.["skillc"]]).toEqual([name, undefined, "^{{skillc}}"]);
    return readFileSync(starterPath(name, "skillc.config.ts"), "utf8").includes('runtime: "full"');
  });
  expect(copying).toEqual(["deno", "hono", "mcp-server", "node-cli"]);
});

test("docs/starters.md has a row for each, with its title and its Node", () => {
  const page = readFileSync(join(ROOT, "docs/starters.md"), "utf8");
  const rows = [...page.matchAll(/^\| \[`(\S+)`\]\((\S+)\) \| (.+?) \| ([\d.]*) ?\|/gm)].map(([, ...cells]) => cells);
  const expected = starterNames.map((name) => {
    const { title, node, runtime } = JSON.parse(
      readFileSync(starterPath(name, "template.json"), "utf8"),
    ) as StarterInfo;
    const needed = ["deno", "bun"].includes(runtime) ? "" : node.replace(">=", "");
    return [name, `../templates/starters/${name}/README.md`, title, needed];
  });
  expect(rows).toEqual(expected);
});
