/**
 * `npm run bench`: CPU, time, memory and output of skillc and of its peers over the same skills, in turn, so that the
 * machine's moods hit all of them. A whole run writes `recorded.json`, from which `npm run docs` makes docs/benchmarks.md;
 * `--cases agent` alone replaces what an agent costs in it.
 * Progress goes to stderr; an interrupted run leaves nothing.
 *
 * Options: --n 100,1000 (numbers of skills), --at 100000 (skillc alone over that many, three rounds; nothing is written), --cases build-cold,check (ids or beginnings of ids), --rounds 3, --no-peers,
 * --skills <directory> (a repository with `skills` instead of fabricated ones), --json (prints the results).
 */
import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { arch, constants, cpus, loadavg, platform, tmpdir, totalmem } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { agentCosts } from "./agent-cost.mjs";
import { createCases, firstDocument, hasCache, sizeOf } from "./cases.mjs";
import { runChild, stopChildren } from "./children.mjs";
import { profileBuild } from "./cpu-profile.mjs";
import { fabricateSkills } from "./fabricate.mjs";
import { installedBin } from "./installed-bin.mjs";
import { createPeerProject, installPeers, peerBin } from "./peers/projects.mjs";
import { costOf } from "./process-cost.mjs";
import { comparedGoals } from "./goals.mjs";
import { agentText, tableOf } from "./results.mjs";
import { watchLatency } from "./watch-latency.mjs";
import { firstResponses } from "./workerd-response.mjs";

const RECORDED = join(import.meta.dirname, "recorded.json");
const ANCHORS = new Set(["node", "walk", "read", "floor"]);
const ALL = "1,100,1000,10000,50000";
/** From here on every second counts: peers run once, and memory is measured in a round. */
const LARGE = 10_000;
const SHORT_MS = 1000;
/** From here on only the slope is of interest. */
const HUGE = 50_000;
const HUGE_CASES = new Set(["node", "walk", "read", "build-none", "check-none"]);
/** Cases of `--at`: what a change costs, by the number of skills. */
const OF_ONE = [
  "build-cold",
  "build-edit",
  "build-add",
  "build-remove",
  "build-rename",
  "build-same",
  "check-cold",
  "check-edit",
  "check-same",
];
/** Numbers of skills for which the cost of an agent is recorded. */
const OF_AGENTS = [300, 1000, 5000];
const WATCHING_PEERS = [
  { name: "velite", args: ["dev", "--silent"], output: "out/skills.json" },
  { name: "content-collections", args: ["watch"], output: ".content-collections/generated/allSkills.js" },
];

const { values } = parseArgs({
  options: {
    n: { type: "string", default: ALL },
    at: { type: "string" },
    cases: { type: "string", default: "" },
    rounds: { type: "string" },
    skills: { type: "string" },
    "no-peers": { type: "boolean", default: false },
    json: { type: "boolean", default: false },
  },
});
const isOfOne = values.at !== undefined;
if (isOfOne) Object.assign(values, { n: values.at, rounds: values.rounds ?? "3", "no-peers": true });
const wanted = values.cases !== "" ? values.cases.split(",") : isOfOne ? OF_ONE : undefined;
const isWhole = wanted === undefined && values.n === ALL && values.skills === undefined && !values["no-peers"];
/** What an agent costs, alone: it is recorded with its own date. */
const isOfAgents = values.cases === "agent" && values.n === ALL && values.skills === undefined;
const started = performance.now();
const note = (text) => process.stderr.write(text);

const temporary = mkdtempSync(join(tmpdir(), "skillc-bench-"));
process.env["TMPDIR"] = temporary;
process.on("exit", () => rmSync(temporary, { recursive: true, force: true, maxRetries: 10 }));
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"])
  process.on(signal, () => {
    stopChildren();
    process.exit(128 + constants.signals[signal]);
  });

const results = { ...machine(), trees: [] };
const peers = values["no-peers"] || isOfAgents ? new Map() : installPeers();
const counts = values.skills === undefined ? values.n.split(",").map(Number) : [skillsOf(values.skills).length];
if (!isOfAgents) for (const n of counts) results.trees.push(await measureTree(n));
if (isWhole || isOfAgents) results.agents = { ...machine(), rows: [] };
for (const n of results.agents === undefined ? [] : OF_AGENTS) results.agents.rows.push(await measureAgent(n));
if (isWhole) {
  note(`${elapsed()} profile\n`);
  results.profile = await profileOf(1000);
  results.seconds = Math.round((performance.now() - started) / 1000);
  record(results);
}
if (isOfAgents) record({ ...JSON.parse(readFileSync(RECORDED, "utf8")), agents: results.agents });
if (values.json) console.log(JSON.stringify(results));
else print();

function record(all) {
  // Lists of numbers take one line.
  const text = JSON.stringify(all, undefined, 1).replaceAll(/\[[\d\s.,]+\]/g, (list) => list.replaceAll(/\s+/g, " "));
  writeFileSync(RECORDED, `${text}\n`);
  note(`${elapsed()} wrote ${RECORDED}; \`npm run docs\` makes docs/benchmarks.md of it\n`);
}

function print() {
  for (const tree of results.trees) console.log(`\n${tableOf(tree)}`);
  for (const agent of results.agents?.rows ?? []) console.log(`\n${agentText(agent)}`);
  for (const { what, n, aim, measured, isReached } of comparedGoals(results.trees))
    console.log(`${isReached ? "reached" : "missed "}  ${what}, ${n} skills: ${measured}; goal ${aim}`);
}

function elapsed() {
  const seconds = Math.round((performance.now() - started) / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

function machine() {
  const commit = execFileSync("git", ["rev-parse", "--short", "HEAD"], { cwd: import.meta.dirname, encoding: "utf8" });
  return {
    date: new Date().toISOString().slice(0, 10),
    commit: commit.trim(),
    node: process.version,
    system: `${platform()} ${arch()}`,
    processor: `${cpus().length} × ${cpus()[0]?.model.trim()}`,
    memory: totalmem(),
    load: loadavg()[0],
    hasCache: hasCache(),
  };
}

/** Rounds by number of skills: the largest trees take minutes. */
function roundsFor(n) {
  if (n >= HUGE && values.rounds === undefined) return 1;
  const usual = n >= LARGE ? 3 : n >= 1000 ? 5 : 7;
  return Number(values.rounds ?? usual);
}

async function measureTree(n) {
  const home = mkdtempSync(join(tmpdir(), "tree-"));
  const project = join(home, "project");
  note(`${elapsed()} ${n} skills\n`);
  const tree = values.skills === undefined ? fabricateSkills(project, n) : copyTree(values.skills, project);
  const cases = [...createCases({ home, peers }).values()].filter(({ id }) => isWanted(id, n));
  const rounds = roundsFor(n);
  const measured = { n, ...tree, rounds, rows: await measureCases(cases, rounds, n) };
  if (isWanted("watch", n) && n > 1) measured.watch = await measureWatch(home, n);
  if (isWanted("workerd", n) && n >= 100 && n <= 1000)
    measured.workerd = await firstResponses(join(home, "out-build-none"), 7);
  // Where the disk takes minutes for that, the results of the last tree come first.
  if (n !== counts.at(-1)) rmSync(home, { recursive: true, force: true, maxRetries: 10 });
  return measured;
}

function isWanted(id, n) {
  if (wanted !== undefined) return ANCHORS.has(id) || wanted.some((one) => id.startsWith(one));
  return n < HUGE || HUGE_CASES.has(id);
}

function skillsOf(repository) {
  return readdirSync(join(repository, "skills"), { withFileTypes: true }).filter((entry) => entry.isDirectory());
}

/** Without what is no skill, at which peers would fail. */
function copyTree(from, project) {
  for (const { name } of skillsOf(from))
    cpSync(join(from, "skills", name), join(project, "skills", name), { recursive: true });
  const files = readdirSync(project, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return { files: files.length, bytes: sizeOf(project) };
}

/** Runs all cases in turn, as often as there are rounds; then once more each, for its memory. A peer that fails is left out. */
async function measureCases(cases, rounds, n) {
  const rows = cases.map(({ id, group, label, isPeer, failed }) => ({
    id,
    group,
    label,
    isPeer,
    failed,
    cpu: [],
    wall: [],
  }));
  const measureAll = async (name, { isFirst, withMemory, withTimes }) => {
    note(`${elapsed()}   ${name}:`);
    for (const [index, one] of cases.entries()) {
      const row = rows[index];
      const isOnce = one.isPeer && n >= LARGE;
      if (row.failed !== undefined || (isOnce && !isFirst)) continue;
      note(` ${one.id}`);
      await one.before?.();
      try {
        const isShort = row.cpu.length > 0 && Math.max(...row.cpu) < SHORT_MS;
        const { cpu, wall, memory } = await (withMemory && isShort
          ? costAndMemory(one)
          : costOf(one.argv, { ...one, withMemory: withMemory || isOnce }));
        if (withTimes) row.cpu.push(cpu);
        if (withTimes) row.wall.push(wall);
        if (memory !== undefined) row.memory = memory;
        if (one.output !== undefined) row.output = sizeOf(one.output);
      } catch (error) {
        if (!one.isPeer) throw error;
        row.cpu = row.wall = [];
        row.failed = error.message;
        note(` (failed: ${row.failed})`);
      }
    }
    note("\n");
  };
  for (let round = 0; round < rounds; round++) {
    const withMemory = n >= LARGE && round === rounds - 1;
    await measureAll(`round ${round + 1} of ${rounds}`, { isFirst: round === 0, withMemory, withTimes: true });
  }
  if (n < LARGE) await measureAll("memory", { isFirst: true, withMemory: true, withTimes: false });
  return rows;
}

/** Measures the memory in a second run: of a short one, that takes a part of the time. */
async function costAndMemory(one) {
  const cost = await costOf(one.argv, one);
  await one.before?.();
  const { memory } = await costOf(one.argv, { ...one, withMemory: true });
  return { ...cost, memory };
}

async function measureWatch(home, n) {
  const edits = n >= LARGE ? 5 : 9;
  // The one that cases have edited, if they have run.
  const tree = join(home, "edited");
  const out = join(home, "out-watch");
  const latencies = {};
  const measure = async (name, argv, cwd, output) => {
    note(`${elapsed()}   watch: ${name}`);
    try {
      latencies[name] = await watchLatency({ argv, cwd, document: firstDocument(tree), output, edits });
    } catch (error) {
      note(` (failed: ${error.message})`);
    }
    note("\n");
  };
  if (!existsSync(tree)) cpSync(join(home, "project/skills"), join(tree, "skills"), { recursive: true });
  const flags = ["--out", out, "--cache-dir", join(home, "cache-watch"), "--watch", "--quiet"];
  await measure("skillc", ["node", installedBin(), "build", "skills", ...flags], tree, join(out, "index.js"));
  for (const { name, args, output } of WATCHING_PEERS) {
    if (peers.get(name) !== true) continue;
    const project = createPeerProject(`watch-${name}`, name, home, join(tree, "skills"));
    await measure(name, [peerBin(name, name), ...args], project, join(project, output));
  }
  return latencies;
}

/** What `agentSkills` costs over a module of `n` skills. */
async function measureAgent(n) {
  note(`${elapsed()} agentSkills over ${n} skills\n`);
  const home = mkdtempSync(join(tmpdir(), "agent-"));
  fabricateSkills(home, n);
  const out = join(home, "out");
  await runChild(["node", installedBin(), "build", "skills", "--out", out, "--no-cache", "--quiet"], { cwd: home });
  const costs = await agentCosts(out, Number(values.rounds ?? 5));
  rmSync(home, { recursive: true, force: true, maxRetries: 10 });
  return { n, ...costs };
}

async function profileOf(n) {
  const home = mkdtempSync(join(tmpdir(), "profile-"));
  fabricateSkills(home, n);
  return profileBuild(home);
}
