// What is measured over a tree of skills: the anchors, skillc and its peers. A case is a command; `before` brings its files
// into the state that the command starts from, and is not measured. Outputs and caches are outside of the project, in which
// only that changes which a case changes.
import { execFileSync } from "node:child_process";
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { runChild } from "./children.mjs";
import { installedBin } from "./installed-bin.mjs";
import { createPeerProject, peerBin } from "./peers/projects.mjs";

const HERE = import.meta.dirname;
/** A file whose time is not older than this before a run may change within its time stamp, and is hashed. */
const RACY_MS = 2100;

/**
 * Creates the cases over one tree.
 *
 * @param options.home A directory that contains everything, also the project in `project` with its `skills`.
 * @param options.peers Whether each peer is installed, by its name.
 * @returns Cases by id, the anchors `node`, `walk` and `read` first.
 */
export function createCases({ home, peers }) {
  const skills = join(home, "project/skills");
  return new Map(
    [...anchors(home, skills), ...ownCases(home, skills), ...peerCases(home, skills, peers)].map((one) => [
      one.id,
      one,
    ]),
  );
}

function anchors(home, skills) {
  const node = (...args) => ["node", ...args.map(String)];
  const anchor = (id, label, argv, more = {}) => ({ id, group: "anchors", label, argv, cwd: home, ...more });
  const out = join(home, "out-floor");
  return [
    anchor("node", "E: `node -e 0`", node("-e", "0")),
    anchor("walk", "W: walk and stat", node(join(HERE, "anchors/walk-stat.mjs"), skills)),
    anchor("read", "R: read every byte", node(join(HERE, "anchors/read-all.mjs"), skills)),
    anchor(
      "floor",
      "F: read, hash, decode, count, write; no rule",
      node(join(HERE, "anchors/floor.mjs"), skills, out),
      {
        before: () => remove(out),
        output: out,
      },
    ),
  ];
}

/** Whether the skillc under test keeps a cache. */
export function hasCache() {
  return execFileSync("node", [installedBin(), "build", "--help"], { encoding: "utf8" }).includes("--no-cache");
}

function ownCases(home, skills) {
  const withCache = hasCache();
  const run = (command, id, { cache = "none", tree = join(home, "project") }) => {
    const out = join(home, `out-${id}`);
    const kept = join(home, `cache-${id}`);
    const flags = !withCache ? [] : cache === "none" ? ["--no-cache"] : ["--cache-dir", kept];
    const target = command === "build" ? ["--out", out] : [];
    return { argv: ["node", installedBin(), command, "skills", ...target, "--quiet", ...flags], cwd: tree, out, kept };
  };
  const own = (id, label, made, more = {}) => {
    const { argv, cwd, out } = made;
    return { id, group: id.split("-")[0], label, argv, cwd, ...(id.startsWith("build") && { output: out }), ...more };
  };
  const both = ["build", "check"].flatMap((command) => {
    const cold = run(command, `${command}-cold`, { cache: "new" });
    const none = run(command, `${command}-none`, {});
    const cases = [own(`${command}-none`, "without a cache", none, { before: () => remove(none.out) })];
    if (!withCache) return cases;
    const same = run(command, `${command}-same`, { cache: "kept" });
    const edit = run(command, `${command}-edit`, { cache: "kept", tree: join(home, "edited") });
    const restored = run(command, `${command}-restored`, { cache: "kept", tree: join(home, "restored") });
    return [
      own(`${command}-cold`, "with an empty cache", cold, { before: () => remove(cold.out, cold.kept) }),
      ...cases,
      own(`${command}-restored`, "cache restored, every time stamp new", restored, {
        before: once(
          () => settle(restored, skills),
          () => touchAll(restored.cwd, restored.out),
        ),
      }),
      own(`${command}-edit`, "one skill edited", edit, {
        before: once(
          () => settle(edit, skills),
          async () => appendFileSync(firstDocument(edit.cwd), "\nOne more line.\n"),
        ),
      }),
      own(`${command}-same`, "nothing changed", same, { before: once(() => settle(same, skills)) }),
    ];
  });
  return [
    ...both,
    ...(withCache
      ? moveCases(run("build", "build-moved", { cache: "kept", tree: join(home, "moved") }), own, skills)
      : []),
    startCase(home, "start-version", "`skillc --version`", ["--version"]),
    startCase(home, "start-list", "`skillc list` of one skill", ["list", "skills"]),
    startCase(home, "start-check", "`skillc check` of one skill", ["check", "skills", "--quiet"]),
    {
      id: "import",
      group: "import",
      label: "import of the generated module",
      argv: ["node", "-e", `import(${JSON.stringify(join(home, "out-build-none/index.js"))})`],
      cwd: home,
      before: once(() => buildOnce(run("build", "build-none", {}))),
    },
  ];
}

/** A skill comes, goes or gets another name between two builds of one tree. */
function moveCases(moved, own, skills) {
  const start = once(() => settle(moved, skills));
  const moves = [
    ["build-add", "one skill added", (name, at) => copySkill(moved.cwd, name, `added-${at}`)],
    ["build-remove", "one skill removed", (name) => remove(join(moved.cwd, "skills", name))],
    ["build-rename", "one skill renamed", (name, at) => renameSkill(moved.cwd, name, `renamed-${at}`)],
  ];
  return moves.map(([id, label, move]) => {
    let count = 0;
    const before = async () => {
      await start();
      move(middleSkill(moved.cwd), ++count);
    };
    return own(id, label, moved, { before });
  });
}

function copySkill(tree, from, name) {
  cpSync(join(tree, "skills", from), join(tree, "skills", name), { recursive: true });
  setName(join(tree, "skills", name, "SKILL.md"), name);
}

function renameSkill(tree, from, name) {
  renameSync(join(tree, "skills", from), join(tree, "skills", name));
  setName(join(tree, "skills", name, "SKILL.md"), name);
}

function setName(document, name) {
  writeFileSync(document, readFileSync(document, "utf8").replace(/^name:.*$/m, `name: ${name}`));
}

/** The build of another case, if that has not run. */
async function buildOnce({ argv, cwd, out }) {
  if (!existsSync(out)) await runChild(argv, { cwd });
}

function startCase(home, id, label, args) {
  const before = once(() => {
    const skills = join(home, "project/skills");
    const [first] = readdirSync(skills).sort();
    cpSync(join(skills, first), join(home, "one/skills", first), { recursive: true });
  });
  const flags = args[0] !== "--version" && hasCache() ? ["--no-cache"] : [];
  return {
    id,
    group: "start",
    label,
    argv: ["node", installedBin(), ...args, ...flags],
    cwd: join(home, "one"),
    before,
  };
}

function peerCases(home, skills, peers) {
  const cases = [];
  const add = (id, label, peer, argvOf, output) => {
    if (!peers.has(peer)) return;
    const group = id.startsWith("check") ? "check" : "build";
    const about = { id, group, label, isPeer: true, isChecker: group === "check" };
    if (peers.get(peer) !== true) {
      cases.push({ ...about, failed: "it could not be installed" });
      return;
    }
    const cwd = createPeerProject(id, peer, home, skills);
    const before = () => remove(join(cwd, "out"), join(cwd, ".content-collections"));
    cases.push({
      ...about,
      argv: argvOf(cwd),
      cwd,
      before,
      ...(output !== undefined && { output: join(cwd, output) }),
    });
  };
  const script = (name) => join(HERE, "peers", name);
  add(
    "build-velite",
    "velite 0.4, SKILL.md only",
    "velite",
    () => [peerBin("velite", "velite"), "build", "--silent"],
    "out",
  );
  add(
    "build-content-collections",
    "content-collections 0.15, SKILL.md only",
    "content-collections",
    () => [peerBin("content-collections", "content-collections"), "build"],
    ".content-collections/generated",
  );
  add(
    "build-gray-matter",
    "gray-matter and zod, SKILL.md only",
    "gray-matter",
    () => ["node", script("gray-matter.mjs"), "skills", "out"],
    "out",
  );
  add(
    "build-gray-matter-resources",
    "gray-matter and zod, all files",
    "gray-matter",
    () => ["node", script("gray-matter.mjs"), "skills", "out", "--resources"],
    "out",
  );
  add(
    "build-agents",
    "load hook of agents 0.24, all files",
    "agents",
    () => ["node", script("agents.mjs"), "skills", "out"],
    "out",
  );
  add("check-skill-check", "skill-check 1.2", "skill-check", () => [
    peerBin("skill-check", "skill-check"),
    "check",
    skills,
    "--no-security-scan",
  ]);
  add("check-skills-check", "skills-check 1.2 lint", "skills-check", () => [
    peerBin("skills-check", "skills-check"),
    "lint",
    skills,
  ]);
  add("check-skill-tools", "skill-tools 0.2 check", "skill-tools", () => [
    peerBin("skill-tools", "skill-tools"),
    "check",
    skills,
  ]);
  return cases;
}

/** Copies the tree for cases that change it, and runs the command until nothing is racy. */
async function settle({ argv, cwd }, skills) {
  const tree = join(cwd, "skills");
  if (!existsSync(tree)) {
    mkdirSync(cwd, { recursive: true });
    cpSync(skills, tree, { recursive: true });
  }
  for (let time = 0; time < 2; time++) {
    await sleep(RACY_MS);
    await runChild(argv, { cwd });
  }
}

/** Does one thing the first time, and another every time. */
function once(first, always = async () => {}) {
  let isDone = false;
  return async () => {
    if (!isDone) await first();
    isDone = true;
    await always();
  };
}

/** Gives every file a new time, as a checkout does, long enough ago. */
async function touchAll(...directories) {
  const now = new Date();
  for (const directory of directories.filter((one) => existsSync(one)))
    for (const entry of readdirSync(directory, { recursive: true, withFileTypes: true }))
      if (entry.isFile()) utimesSync(join(entry.parentPath ?? entry.path, entry.name), now, now);
  await sleep(RACY_MS);
}

/** The SKILL.md that is edited: that of the skill in the middle. */
export function firstDocument(tree) {
  return join(tree, "skills", middleSkill(tree), "SKILL.md");
}

function middleSkill(tree) {
  const names = readdirSync(join(tree, "skills")).sort();
  return names[names.length >> 1];
}

function remove(...paths) {
  for (const path of paths) rmSync(path, { recursive: true, force: true });
}

/** Bytes of a file, or of all files in a directory. */
export function sizeOf(path) {
  if (statSync(path).isFile()) return statSync(path).size;
  const files = readdirSync(path, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return files.reduce((sum, entry) => sum + statSync(join(entry.parentPath ?? entry.path, entry.name)).size, 0);
}
