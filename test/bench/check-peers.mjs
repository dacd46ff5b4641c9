/**
 * `npm run bench:check -- [skills]`: CPU of `skillc check` and of the checkers on npm over the same fabricated skills, in
 * turn, so that the machine's moods hit all of them. Needs ../shared/bench/fabricate.mjs; the others are installed into
 * .engines/checkers when they are not there.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const root = join(import.meta.dirname, "../..");
const fabricate = join(root, "../shared/bench/fabricate.mjs");
const count = Number(process.argv[2] ?? 3000);
const rounds = 3;
const VERSIONS = {
  "skill-check": "1.2.0",
  "skill-tools": "0.2.2",
  "claude-code-lint": "0.5.0",
  "skills-check": "1.2.1",
};

if (!existsSync(fabricate)) {
  console.log(`SKIPPED: ${fabricate} is not there, so there is nothing to compare on`);
  process.exit(0);
}
const peers = join(root, ".engines/checkers");
if (!existsSync(join(peers, "node_modules"))) {
  mkdirSync(peers, { recursive: true });
  writeFileSync(join(peers, "package.json"), "{}\n");
  const wanted = Object.entries(VERSIONS).map(([name, version]) => `${name}@${version}`);
  execFileSync("npm", ["install", "--prefix", peers, "--ignore-scripts", "--no-audit", ...wanted], {
    stdio: "inherit",
  });
}

const dir = mkdtempSync(join(tmpdir(), "skillc-bench-"));
try {
  execFileSync("node", [fabricate, "--n", String(count), "--seed", "3", "--out", join(dir, "tree"), "--quiet"]);
  cpSync(join(dir, "tree/skills"), join(dir, "tree/.claude/skills"), { recursive: true });
  const bin = (name) => join(peers, "node_modules/.bin", name);
  const commands = [
    {
      name: "skillc check",
      parses: true,
      argv: ["node", join(root, "dist/bin/skillc.js"), "check", "skills", "--quiet"],
    },
    { name: "skill-check check", parses: false, argv: [bin("skill-check"), "check", "skills", "--no-security-scan"] },
    { name: "skill-tools check", parses: true, argv: [bin("skill-tools"), "check", "skills"] },
    { name: "claudelint validate-skills", parses: true, argv: [bin("claudelint"), "validate-skills"] },
    { name: "skills-check lint", parses: false, argv: [bin("skills-check"), "lint", "skills"] },
  ];
  const best = new Map();
  for (let round = 0; round < rounds; round++) {
    for (const { name, argv } of commands) {
      best.set(name, Math.min(best.get(name) ?? Infinity, cpuOf(argv, join(dir, "tree"))));
    }
  }
  const own = best.get("skillc check");
  console.log(`\n${count} skills, least CPU (user + system) of ${rounds} rounds in turn:`);
  for (const { name, parses } of commands)
    console.log(
      `  ${name.padEnd(28)} ${best.get(name).toFixed(2)} s  ${(best.get(name) / own).toFixed(2)} x skillc${parses ? "  (reads bodies)" : ""}`,
    );
} finally {
  rmSync(dir, { recursive: true, force: true });
}

/** User and system seconds of a command, as bash counts them for its children. */
function cpuOf(argv, cwd) {
  const script = 'TIMEFORMAT="%U %S"; time "$@" >/dev/null 2>/dev/null';
  const { stderr } = spawnSync("bash", ["-c", script, "bash", ...argv], { cwd, encoding: "utf8", timeout: 300_000 });
  return stderr
    .trim()
    .split(/\s+/)
    .reduce((sum, part) => sum + Number(part), 0);
}
