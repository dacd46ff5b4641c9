/**
 * The jobs of a new user, one script each: none takes more commands than it did when skillc was first tried, and those
 * that need no network run.
 */
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { createProject, linkPackage, ROOT, run, type Files } from "../support/consumer.ts";
import { createGitHost, skillDocument } from "../support/git-source.ts";

const BIN = join(ROOT, "dist/bin/skillc.js");

/** The programs of the package instead of those that npx would look for, so that a job costs no start of npm. */
const NPX = `set -u
npx() {
  name=$1; shift
  if test "$name" = skillc; then node "${BIN}" "$@"; else "${ROOT}/node_modules/.bin/$name" "$@"; fi
}
`;

const host = createGitHost();
afterAll(() => host.remove());

/** The most commands that each job may take. */
const most: Readonly<Record<string, number>> = {
  "ai-sdk": 3,
  "check-a-repository": 1,
  ci: 3,
  clone: 3,
  editor: 1,
  "existing-worker": 2,
  install: 3,
  mcp: 1,
  "new-worker": 4,
  "npm-workspace": 3,
  "pnpm-workspace": 3,
  report: 1,
  server: 2,
  vite: 2,
};

const scriptOf = (name: string): string => readFileSync(join(import.meta.dirname, `${name}.sh`), "utf8");
const needsNetwork = (name: string): boolean => /^# .*Needs the network\.$/m.test(scriptOf(name));

test("no job takes more commands than it did", () => {
  const names = readdirSync(import.meta.dirname).flatMap((file) => (file.endsWith(".sh") ? [file.slice(0, -3)] : []));
  expect(names.sort()).toEqual(Object.keys(most));
  const grown = names.filter((name) => {
    const commands = scriptOf(name)
      .split("\n")
      .filter((line) => line !== "" && !line.startsWith("#"));
    return commands.length > (most[name] ?? 0) || commands.some((line) => /&&|\|\||;|\\$/.test(line));
  });
  expect(grown).toEqual([]);
});

const SKILL = skillDocument("refunds");
const APP = 'import { skills } from "#skills";\nconsole.log(`names: ${skills.names.join(", ")}`);\n';

const message = (id: number | undefined, method: string, params: object = {}): string =>
  JSON.stringify({ jsonrpc: "2.0", ...(id !== undefined && { id }), method, params });
const MCP = { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "test", version: "1" } };

interface Job {
  readonly files: Files;
  /** What the job prints, or the file that it writes. */
  readonly result: RegExp | string;
}

const jobs: Readonly<Record<string, Job>> = {
  "check-a-repository": {
    files: { "skills/refunds/SKILL.md": SKILL, ".claude/skills/deploy/SKILL.md": skillDocument("deploy") },
    result: /2 skills/,
  },
  ci: { files: { "skills/refunds/SKILL.md": SKILL }, result: /ok 1 skill/ },
  "existing-worker": {
    files: {
      "package.json": '{ "name": "worker", "type": "module" }\n',
      "wrangler.jsonc": '{ "name": "worker", "main": "src/index.ts" }\n',
      "src/index.ts": "export default {};\n",
      "skills/refunds/SKILL.md": SKILL,
    },
    result: "generated/skills/index.js",
  },
  install: { files: {}, result: /1 updated/ },
  mcp: {
    files: {
      "skills/refunds/SKILL.md": SKILL,
      "requests.jsonl": `${[message(1, "initialize", MCP), message(undefined, "notifications/initialized"), message(2, "tools/list")].join("\n")}\n`,
    },
    result: /load_skill/,
  },
  "npm-workspace": {
    files: {
      "package.json": '{ "name": "root", "private": true, "workspaces": ["apps/*", "packages/*"] }\n',
      "package-lock.json": "{}\n",
      "apps/api/package.json": '{ "name": "api", "type": "module", "dependencies": { "@acme/skills": "*" } }\n',
      "apps/api/app.mjs": APP,
      "packages/skills/package.json": '{ "name": "@acme/skills" }\n',
      "packages/skills/skills/refunds/SKILL.md": SKILL,
    },
    result: /names: refunds/,
  },
  report: { files: { "skills/refunds/SKILL.md": SKILL }, result: "skillc-report.html" },
  server: {
    files: {
      "package.json": '{ "name": "server", "type": "module" }\n',
      "server.mjs": APP,
      "skills/refunds/SKILL.md": SKILL,
    },
    result: /names: refunds/,
  },
  vite: {
    files: {
      "package.json": '{ "name": "app", "type": "module", "devDependencies": { "vite": "^8.0.0" } }\n',
      "index.html": '<script type="module" src="/main.js"></script>\n',
      "main.js": 'import { skills } from "virtual:skillc";\ndocument.title = skills.names.join();\n',
      "skills/refunds/SKILL.md": SKILL,
    },
    result: "dist/index.html",
  },
};

test("each job that needs no network is run", () => {
  // test/lsp speaks to the server as an editor does.
  const here = Object.keys(most).filter((name) => name !== "editor" && !needsNetwork(name));
  expect(Object.keys(jobs)).toEqual(here);
});

/** What is there before a job starts, other than files. */
const before: Readonly<Record<string, (dir: string) => void>> = {
  ci(dir) {
    const git = (...args: string[]) => execFileSync("git", args, { cwd: dir, stdio: "ignore" });
    execFileSync(process.execPath, [BIN, "build", "--quiet"], { cwd: dir });
    git("init");
    git("add", ".");
  },
  install() {
    const source = host.repository("acme/skills");
    source.commit({ "refunds/SKILL.md": SKILL }, { tags: ["v1.0.0"] });
    source.commit({ "refunds/SKILL.md": skillDocument("refunds", "More steps.\n") }, { tags: ["v1.1.0"] });
  },
  vite(dir) {
    mkdirSync(join(dir, "node_modules"));
    symlinkSync(join(ROOT, "node_modules/vite"), join(dir, "node_modules/vite"), "dir");
  },
  "npm-workspace"(dir) {
    mkdirSync(join(dir, "node_modules/@acme"), { recursive: true });
    mkdirSync(join(dir, "node_modules/.bin"));
    symlinkSync(join(dir, "packages/skills"), join(dir, "node_modules/@acme/skills"), "dir");
    symlinkSync(BIN, join(dir, "node_modules/.bin/skillc"));
  },
};

describe("a job gives its result:", () => {
  test.each(Object.entries(jobs))("%s", async (name, { files, result }) => {
    const project = createProject({ ...files, "job.sh": NPX + scriptOf(name) });
    try {
      before[name]?.(project.dir);
      linkPackage(project);
      const { exitCode, stdout, stderr } = await run("sh", ["job.sh"], { cwd: project.dir, env: host.environment });
      expect({ exitCode, stderr }).toEqual({
        exitCode: 0,
        stderr: expect.not.stringContaining("error") as string,
      });
      if (typeof result === "string") expect(existsSync(join(project.dir, result))).toBe(true);
      else expect(stdout + stderr).toMatch(result);
    } finally {
      project.remove();
    }
  });
});
