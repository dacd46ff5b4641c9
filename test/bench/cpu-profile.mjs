// Where the CPU of a build goes, from a profile of V8: the share of each part of the source, of the libraries and of Node.
import { mkdtempSync, readdirSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runChild } from "./children.mjs";

const ROOT = join(import.meta.dirname, "../..");

/** Parts by what the address of a function contains, the first that fits. */
const PARTS = [
  ["Markdown (micromark)", /node_modules\/(?:micromark|mdast|unified|remark|unist|vfile|decode-named)/],
  ["YAML parser", /node_modules\/yaml\//],
  ["other libraries", /node_modules\//],
  ["loading modules", /^node:internal\/(?:modules|bootstrap|main|process|vm)/],
  ["file system", /^node:(?:internal\/)?(?:fs|path|url)/],
  ["hashes", /^node:(?:internal\/)?crypto/],
  ["gzip", /^node:zlib/],
  ["text from bytes", /^node:(?:buffer|internal\/(?:buffer|encoding))/],
  ["the rest of Node", /^node:/],
  ["the rules", /\/dist\/check\//],
];
/** Functions that are named for each part. */
const NAMED = 3;

/**
 * Profiles the unbundled command line building the skills of a directory, with an empty cache.
 *
 * @returns Milliseconds of the main thread; its parts, the largest first, each with its share and its largest functions.
 */
export async function profileBuild(home) {
  const to = mkdtempSync(join(tmpdir(), "cpu-"));
  const bin = join(ROOT, "dist/cli/bin.js");
  const build = [bin, "build", "skills", "--out", join(to, "out"), "--cache-dir", join(to, "cache"), "--quiet"];
  await runChild(["node", "--cpu-prof", "--cpu-prof-dir", join(to, "profile"), ...build], { cwd: home });
  const [name] = readdirSync(join(to, "profile"));
  return partsOf(JSON.parse(readFileSync(join(to, "profile", name), "utf8")));
}

function partsOf({ nodes, samples, timeDeltas }) {
  const owners = ownersOf(nodes);
  const parts = new Map();
  let total = 0;
  for (const [index, id] of samples.entries()) {
    const { part, name } = owners.get(id);
    if (part === undefined) continue;
    total += timeDeltas[index];
    const functions = parts.get(part) ?? new Map();
    functions.set(name, (functions.get(name) ?? 0) + timeDeltas[index]);
    parts.set(part, functions);
  }
  const sum = (functions) => [...functions.values()].reduce((all, one) => all + one, 0) / total;
  const largest = (functions) => [...functions].filter(([name]) => name !== "").sort(([, one], [, two]) => two - one);
  return {
    milliseconds: Math.round(total / 1000),
    parts: [...parts]
      .map(([part, functions]) => ({
        part,
        share: round(sum(functions)),
        functions: largest(functions)
          .slice(0, NAMED)
          .map(([name, time]) => [name, round(time / total)]),
      }))
      .sort((one, two) => two.share - one.share),
  };
}

function round(share) {
  return Math.round(share * 10_000) / 10_000;
}

/** The part and the function that each node counts for: what is built into V8, such as an expression, counts for its caller. */
function ownersOf(nodes) {
  const parents = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id])));
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const owners = new Map();
  const ownerOf = (id) => {
    const { functionName, url } = byId.get(id).callFrame;
    if (functionName === "(idle)") return {};
    if (functionName === "(garbage collector)") return { part: "garbage collection", name: "" };
    if (functionName === "(program)") return { part: "V8 outside of JavaScript", name: "" };
    if (url !== "") return { part: partOf(url), name: functionName };
    const parent = parents.get(id);
    return parent === undefined
      ? { part: "V8 outside of JavaScript", name: "" }
      : (owners.get(parent) ?? ownerOf(parent));
  };
  for (const { id } of nodes) owners.set(id, ownerOf(id));
  return owners;
}

function partOf(url) {
  const found = PARTS.find(([, pattern]) => pattern.test(url))?.[0];
  if (found !== undefined) return found;
  const place = /\/dist\/(.+)$/.exec(url)?.[1] ?? url;
  return place.includes("/") ? `src/${place.slice(0, place.lastIndexOf("/"))}` : "src";
}
