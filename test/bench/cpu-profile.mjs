// Where the CPU of a build goes, from a profile of V8: the share of each part of the source, of the libraries and of Node.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const ROOT = join(import.meta.dirname, "../..");

/** Parts by what the address of a function contains, the first that fits. */
const PARTS = [
  ["Markdown trees (micromark)", /node_modules\/(?:micromark|mdast|unified|remark|unist|vfile|decode-named)/],
  ["YAML", /node_modules\/yaml\//],
  ["other libraries", /node_modules\//],
  ["reading files", /^node:(?:internal\/)?(?:fs|path|buffer|url)/],
  ["loading modules", /^node:internal\/(?:modules|bootstrap|main|process|vm)/],
  ["hashes", /^node:(?:internal\/)?crypto/],
  ["the rest of Node", /^node:/],
];

/**
 * Profiles the unbundled command line building the skills of a directory.
 *
 * @returns Shares of the main thread by part, the largest first, and its milliseconds in all.
 */
export function profileBuild(home) {
  const to = mkdtempSync(join(tmpdir(), "skillc-cpu-"));
  try {
    const bin = join(ROOT, "dist/cli/bin.js");
    const build = [bin, "build", "skills", "--out", join(to, "out"), "--cache-dir", join(to, "cache"), "--quiet"];
    execFileSync("node", ["--cpu-prof", "--cpu-prof-dir", join(to, "profile"), ...build], {
      cwd: home,
      stdio: "ignore",
    });
    const [name] = readdirSync(join(to, "profile"));
    return sharesOf(JSON.parse(readFileSync(join(to, "profile", name), "utf8")));
  } finally {
    rmSync(to, { recursive: true, force: true });
  }
}

function sharesOf({ nodes, samples, timeDeltas }) {
  const parts = new Map(nodes.map(({ id, callFrame }) => [id, partOf(callFrame)]));
  const times = new Map();
  let total = 0;
  for (const [index, id] of samples.entries()) {
    const part = parts.get(id);
    if (part === "idle") continue;
    total += timeDeltas[index];
    times.set(part, (times.get(part) ?? 0) + timeDeltas[index]);
  }
  const sorted = [...times].sort(([, one], [, two]) => two - one);
  return { milliseconds: Math.round(total / 1000), parts: sorted.map(([part, time]) => [part, time / total]) };
}

function partOf({ functionName, url }) {
  if (functionName === "(idle)") return "idle";
  if (functionName === "(garbage collector)") return "garbage collection";
  if (url === "") return "V8 and system calls";
  const found = PARTS.find(([, pattern]) => pattern.test(url))?.[0];
  if (found !== undefined) return found;
  const room = /\/dist\/(.+)\/[^/]+$/.exec(url)?.[1] ?? url;
  return `\`src/${room}\``;
}
