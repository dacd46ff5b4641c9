/**
 * `npm run bench`: CPU, time, memory and output of skillc and of its peers over the same skills, in turn, so that the
 * machine's moods hit all of them. A whole run writes `recorded.json`, from which `npm run docs` makes docs/benchmarks.md.
 *
 * Options: --n 100,1000 (numbers of skills), --cases build-cold,check (ids or beginnings of ids), --rounds 3, --no-peers,
 * --skills <directory> (a tree with `skills` instead of fabricated ones), --json (prints the results).
 */
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { arch, cpus, loadavg, platform, tmpdir, totalmem } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { createCases, firstDocument, hasCache, sizeOf } from "./cases.mjs";
import { profileBuild } from "./cpu-profile.mjs";
import { fabricateSkills } from "./fabricate.mjs";
import { installedBin } from "./installed-bin.mjs";
import { createPeerProject, installPeers, peerBin } from "./peers/projects.mjs";
import { costOf, memoryOf } from "./process-cost.mjs";
import { tableOf } from "./results.mjs";
import { watchLatency } from "./watch-latency.mjs";
import { firstResponses } from "./workerd-response.mjs";

const RECORDED = join(import.meta.dirname, "recorded.json");
const ANCHORS = new Set(["node", "walk", "read", "floor"]);
/** Rounds by number of skills: the largest tree takes minutes. */
const roundsFor = (n) => (n >= 10_000 ? 3 : n >= 1000 ? 5 : 9);

const { values } = parseArgs({
  options: {
    n: { type: "string", default: "1,100,1000,10000" },
    cases: { type: "string", default: "" },
    rounds: { type: "string" },
    skills: { type: "string" },
    "no-peers": { type: "boolean", default: false },
    json: { type: "boolean", default: false },
  },
});
const counts = values.n.split(",").map(Number);
const wanted = values.cases === "" ? [] : values.cases.split(",");
const isWhole = wanted.length === 0 && values.n === "1,100,1000,10000" && values.skills === undefined;
const note = (text) => values.json || console.error(text);

const peers = values["no-peers"] ? new Set() : installPeers();
const trees = [];
for (const n of counts) trees.push(await measureTree(n));
const results = { ...machine(), trees, profile: isWhole ? profileOf(1000) : undefined };
if (isWhole && peers.size > 0) writeFileSync(RECORDED, `${JSON.stringify(results, undefined, 1)}\n`);
if (values.json) console.log(JSON.stringify(results));
else for (const tree of trees) console.log(`\n${tableOf(tree)}`);

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

async function measureTree(n) {
  const home = mkdtempSync(join(tmpdir(), "skillc-bench-"));
  try {
    const tree = values.skills === undefined ? fabricateSkills(home, n) : copyTree(values.skills, home, n);
    const cases = [...createCases({ home, peers }).values()].filter(({ id }) => isWanted(id));
    const rounds = Number(values.rounds ?? roundsFor(n));
    note(`${n} skills: ${cases.length} cases, ${rounds} rounds`);
    const rows = measureCases(cases, rounds);
    const measured = { n, ...tree, rounds, rows };
    if (isWanted("watch") && n > 1) measured.watch = await measureWatch(home, n);
    if (isWanted("workerd") && n >= 100 && n <= 1000)
      measured.workerd = await firstResponses(join(home, "out-build-none"), 7);
    return measured;
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

function isWanted(id) {
  return wanted.length === 0 || ANCHORS.has(id) || wanted.some((one) => id.startsWith(one));
}

function copyTree(from, home, n) {
  mkdirSync(home, { recursive: true });
  cpSync(join(from, "skills"), join(home, "skills"), { recursive: true });
  return { skills: n };
}

/** Runs all cases in turn, as often as there are rounds; then once more each, for its memory. */
function measureCases(cases, rounds) {
  const rows = new Map(
    cases.map(({ id, group, label, isPeer }) => [id, { id, group, label, isPeer, cpu: [], wall: [] }]),
  );
  for (let round = 0; round < rounds; round++)
    for (const one of cases) {
      one.before?.();
      const { cpu, wall } = costOf(one.argv, one);
      rows.get(one.id).cpu.push(Math.round(cpu));
      rows.get(one.id).wall.push(Math.round(wall));
    }
  for (const one of cases) {
    one.before?.();
    const row = rows.get(one.id);
    row.memory = memoryOf(one.argv, one);
    if (one.output !== undefined) row.output = sizeOf(one.output);
  }
  return [...rows.values()];
}

async function measureWatch(home, n) {
  const edits = n >= 10_000 ? 5 : 9;
  const tree = join(home, "watched");
  const out = join(tree, "out");
  const latencies = {};
  const measure = async (name, argv, cwd, output) => {
    latencies[name] = await watchLatency({ argv, cwd, document: firstDocument(tree), output, edits });
  };
  cpSync(join(home, "skills"), join(tree, "skills"), { recursive: true });
  const argv = ["node", installedBin(), "build", "skills", "--out", out, "--watch", "--quiet"];
  await measure("skillc", argv, tree, join(out, "index.js"));
  if (!peers.has("velite")) return latencies;
  const projects = ["velite", "content-collections"].map((name) =>
    createPeerProject(`watch-${name}`, name, home, join(tree, "skills")),
  );
  await measure(
    "velite",
    [peerBin("velite", "velite"), "dev", "--silent"],
    projects[0],
    join(projects[0], "out/skills.json"),
  );
  const generated = join(projects[1], ".content-collections/generated/allSkills.js");
  await measure(
    "content-collections",
    [peerBin("content-collections", "content-collections"), "watch"],
    projects[1],
    generated,
  );
  return latencies;
}

function profileOf(n) {
  const home = mkdtempSync(join(tmpdir(), "skillc-profile-"));
  try {
    fabricateSkills(home, n);
    return profileBuild(home);
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}
