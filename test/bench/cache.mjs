/**
 * `npm run bench:cache -- [skills] [rounds]`: least CPU (user + system) of the installed package over fabricated skills
 * with a cache, in turn with E (`node -e 0`), W (each entry looked at) and R (each byte read). Needs
 * ../shared/bench/fabricate.mjs. The goals are in the last column.
 */
import { execFileSync, spawnSync } from "node:child_process";
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";

const root = join(import.meta.dirname, "../..");
const fabricate = join(root, "../shared/bench/fabricate.mjs");
const count = Number(process.argv[2] ?? 1000);
const rounds = Number(process.argv[3] ?? 7);

if (!existsSync(fabricate)) {
  console.log(`SKIPPED: ${fabricate} is not there, so there is nothing to measure`);
  process.exit(0);
}

const home = mkdtempSync(join(tmpdir(), "skillc-bench-"));
try {
  measureAll();
} finally {
  rmSync(home, { recursive: true, force: true });
}

/** The files that are published: a checkout hashes its own code at each start. */
function install(project) {
  const { dependencies } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const modules = join(project, "node_modules");
  mkdirSync(join(modules, "skillc"), { recursive: true });
  cpSync(join(root, "dist"), join(modules, "skillc/dist"), { recursive: true });
  cpSync(join(root, "package.json"), join(modules, "skillc/package.json"));
  for (const name of Object.keys(dependencies)) {
    mkdirSync(dirname(join(modules, name)), { recursive: true });
    symlinkSync(join(root, "node_modules", name), join(modules, name));
  }
  writeFileSync(join(project, "package.json"), '{ "name": "harbor", "type": "module" }\n');
  writeFileSync(join(project, "skillc.config.json"), '{ "sources": ["skills"], "duplicates": "first" }\n');
}

function createProject(name, skills) {
  const project = join(home, name);
  execFileSync(process.execPath, [fabricate, "--n", String(skills), "--out", project, "--quiet"]);
  install(project);
  return project;
}

function measureAll() {
  const project = createProject("project", count);
  const small = createProject("small", 1);
  const skill = join(project, "skills", readdirSync(join(project, "skills"))[0], "SKILL.md");
  const cache = join(project, "node_modules/.cache/skillc");
  const saved = join(home, "saved");
  const skillc =
    (cwd) =>
    (...args) => ["node", [join(cwd, "node_modules/skillc/dist/bin/skillc.js"), ...args], cwd];
  const run = skillc(project);
  const runSmall = skillc(small);
  const nothing = () => undefined;
  const forget = () => rmSync(cache, { recursive: true, force: true });
  const clean = () => {
    forget();
    rmSync(generated, { recursive: true, force: true });
  };
  const original = readFileSync(skill);
  const generated = join(project, "generated");
  /** A new clone: the same bytes, other times. */
  const clone = () => {
    writeFileSync(skill, original);
    for (const dir of [cache, generated]) {
      rmSync(dir, { recursive: true, force: true });
      cpSync(join(saved, basename(dir)), dir, { recursive: true });
    }
    for (const dir of [join(project, "skills"), generated]) touchBelow(dir);
  };
  const edit = () => appendFileSync(skill, "One more line.\n");
  /** Only after this time does the time of a file prove anything. */
  const wait = () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2100);
  const settle = (command) => () => {
    cpuOf(...command);
    wait();
    cpuOf(...command);
  };
  const build = run("build", "--quiet");
  const check = run("check", "skills", "--quiet");
  const commands = {
    E: [nothing, ["node", ["-e", "0"], project]],
    W: [nothing, ["node", [join(import.meta.dirname, "walk.mjs"), "skills"], project]],
    R: [nothing, ["node", [join(import.meta.dirname, "read-all.mjs"), "skills"], project]],
    "check --no-cache": [nothing, run("check", "skills", "--quiet", "--no-cache")],
    "build --no-cache": [clean, run("build", "--quiet", "--no-cache")],
    "check, new cache": [forget, check],
    "build, new cache": [clean, build],
    "build, one edited": [edit, build],
    "build, no-op": [settle(build), build],
    "check, one edited": [edit, check],
    "check, no-op": [settle(check), check],
    "check, restored": [clone, check],
    "build, restored": [clone, build],
    "one skill, no-op": [settle(runSmall("build", "--quiet")), runSmall("build", "--quiet")],
  };
  cpuOf(...build);
  cpuOf(...check);
  for (const dir of [cache, generated]) cpSync(dir, join(saved, basename(dir)), { recursive: true });
  const least = new Map();
  for (let round = 0; round < rounds; round++)
    for (const [name, [before, command]] of Object.entries(commands)) {
      before();
      least.set(name, Math.min(least.get(name) ?? Infinity, cpuOf(...command)));
    }
  report(least);
}

function touchBelow(dir) {
  const now = Date.now() / 1000 - 60;
  for (const entry of readdirSync(dir, { recursive: true, withFileTypes: true }))
    utimesSync(join(entry.parentPath, entry.name), now, now);
}

function report(least) {
  const [E, W, R] = ["E", "W", "R"].map((name) => least.get(name));
  const noop = 1.6 * E + 0.5 * (W - E);
  const goals = {
    "build, no-op": noop,
    "check, no-op": noop,
    "check, restored": 2 * R,
    "build, restored": 2 * R,
    "build, one edited": noop + E,
    "check, one edited": noop + E,
    "one skill, no-op": 1.6 * E,
  };
  console.log(`\n${count} skills, least CPU (user + system) of ${rounds} rounds in turn:`);
  for (const [name, ms] of least) {
    const goal = goals[name];
    const cell = goal === undefined ? "" : `  goal ${goal.toFixed(0)} ms${ms > goal ? ", missed" : ""}`;
    console.log(`  ${name.padEnd(20)} ${ms.toFixed(0).padStart(6)} ms  ${(ms / E).toFixed(2).padStart(6)} E${cell}`);
  }
}

/** User and system milliseconds of a command, as bash counts them for its children. */
function cpuOf(command, args, cwd) {
  const script = 'TIMEFORMAT="%3U %3S"; time "$@" >/dev/null 2>/dev/null';
  const { stderr } = spawnSync("bash", ["-c", script, "bash", command, ...args], { cwd, encoding: "utf8" });
  const [user = "", system = ""] = stderr.trim().split("\n").at(-1).split(/\s+/);
  return 1000 * (Number(user) + Number(system));
}
