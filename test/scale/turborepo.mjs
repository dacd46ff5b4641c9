/** Runs the recipe for Turborepo: a workspace of 40 packages, a cache server on loopback, a second clone, one edit. */
import { spawn, spawnSync } from "node:child_process";
import {
  appendFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const ENGINE = join(ROOT, ".engines/scale/turborepo/node_modules/.bin");
const PACKAGES = 40;
const SKILLS = 5;

/** Returns the files of the recipe, by the comment or key in their first lines. */
export function recipeFiles() {
  const page = readFileSync(join(ROOT, "docs/scale.md"), "utf8");
  const section = page.slice(page.indexOf("## Turborepo"));
  const blocks = Array.from(section.matchAll(/^`([\w./]+)`:\n\n```json\n([^]*?)^```/gm), ([, path, text]) => [
    path,
    text,
  ]);
  return Object.fromEntries(blocks.slice(0, 4));
}

/** Returns what each step cost and did; throws if a step fails. */
export async function runTurborepo() {
  const home = mkdtempSync(join(tmpdir(), "skillc-turborepo-"));
  const port = await freePort();
  const server = spawn(process.execPath, [join(ENGINE, "turborepo-remote-cache")], {
    stdio: "ignore",
    env: {
      ...process.env,
      NODE_ENV: "production",
      PORT: String(port),
      TURBO_TOKEN: "token",
      STORAGE_PROVIDER: "local",
      STORAGE_PATH: join(home, "cache"),
    },
  });
  try {
    await answers(port);
    writeWorkspace(join(home, "one"));
    cpSync(join(home, "one"), join(home, "two"), { recursive: true });
    const first = runSkills(join(home, "one"), port);
    const second = runSkills(join(home, "two"), port);
    appendFileSync(join(home, "two/packages/p7/skills/s0/SKILL.md"), "\nEdited.\n");
    const edited = runSkills(join(home, "two"), port);
    const linked = readOutput(join(home, "two"));
    skillc(join(home, "two"), ["build", "--no-cache", "--out", "generated/whole"]);
    const isSame = linked === readOutput(join(home, "two"), "generated/whole");
    return { packages: PACKAGES, skills: PACKAGES * SKILLS, first, second, edited, isSame };
  } finally {
    server.kill();
    rmSync(home, { recursive: true, force: true });
  }
}

function writeWorkspace(dir) {
  const {
    "package.json": root,
    "turbo.json": turbo,
    "skillc.config.json": config,
    "packages/tides/package.json": member,
  } = recipeFiles();
  const write = (path, text) => {
    mkdirSync(dirname(join(dir, path)), { recursive: true });
    writeFileSync(join(dir, path), text);
  };
  write("package.json", root);
  write("turbo.json", turbo);
  write("skillc.config.json", config);
  write(".gitignore", "node_modules\n.turbo\nblocks\ngenerated\n");
  for (let number = 0; number < PACKAGES; number++) {
    write(`packages/p${number}/package.json`, member.replace('"tides"', `"p${number}"`));
    for (let skill = 0; skill < SKILLS; skill++)
      write(
        `packages/p${number}/skills/s${skill}/SKILL.md`,
        `---\nname: p${number}-s${skill}\ndescription: Reads table ${skill} of harbor ${number}. Use when asked for it.\n---\n\n${"Read the table.\n".repeat(20)}`,
      );
  }
  mkdirSync(join(dir, "node_modules/.bin"), { recursive: true });
  symlinkSync(join(ROOT, "dist/bin/skillc.js"), join(dir, "node_modules/.bin/skillc"));
  symlinkSync(join(ENGINE, "turbo"), join(dir, "node_modules/.bin/turbo"));
  must(spawnSync("npm", ["install", "--package-lock-only", "--offline", "--silent"], { cwd: dir, encoding: "utf8" }));
  for (const args of [
    ["init", "--quiet"],
    ["add", "--all"],
    ["-c", "user.name=a", "-c", "user.email=a@b.c", "commit", "--quiet", "-m", "skills"],
  ])
    must(spawnSync("git", args, { cwd: dir, encoding: "utf8" }));
}

/** Runs the script of the recipe, the tasks and the linking. */
function runSkills(cwd, port) {
  const env = {
    ...process.env,
    PATH: [join(cwd, "node_modules/.bin"), dirname(process.execPath), process.env.PATH].join(delimiter),
    TURBO_API: `http://127.0.0.1:${port}`,
    TURBO_TOKEN: "token",
    TURBO_TEAM: "team_skills",
    TURBO_TELEMETRY_DISABLED: "1",
    DO_NOT_TRACK: "1",
    NO_COLOR: "1",
  };
  const run = must(spawnSync("npm", ["run", "--silent", "skills"], { cwd, env, encoding: "utf8" }));
  const output = run.stdout + run.stderr;
  const [, cached, total] = /Cached:\s+(\d+) cached, (\d+) total/.exec(output) ?? [];
  if (total === undefined) throw new Error(output);
  return { compiled: Number(total) - Number(cached), restored: Number(cached) };
}

function skillc(cwd, args) {
  return must(spawnSync(process.execPath, [join(ROOT, "dist/bin/skillc.js"), ...args], { cwd, encoding: "utf8" }));
}

function must(result) {
  if (result.status !== 0) throw new Error(`${result.stdout}\n${result.stderr}`);
  return result;
}

function readOutput(dir, out = "generated/skills") {
  const place = join(dir, out);
  const files = readdirSync(place, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return JSON.stringify(
    files
      .map((entry) => join(entry.parentPath, entry.name))
      .sort()
      .map((path) => [path.slice(place.length), readFileSync(path, "base64")]),
  );
}

function freePort() {
  return new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}

async function answers(port) {
  for (let attempt = 0; attempt < 300; attempt++) {
    const status = await fetch(`http://127.0.0.1:${port}/v8/artifacts/status`, {
      headers: { authorization: "Bearer token" },
    }).then(
      (response) => response.status,
      () => undefined,
    );
    if (status !== undefined) return;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error("the cache server does not answer");
}
