/** The skills that every loader is given: real ones, those of the cases, and mutants from a seed. */
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { mutants } from "./mutants.mjs";

const at = (path) => fileURLToPath(new URL(`../../../${path}`, import.meta.url));
const CORPUS = at("../shared/corpus");
const CASES = at("test/cases");

/** Larger than any client has to read here: a document of 5 MB says nothing about its frontmatter. */
const MAX_BYTES = 2_000_000;

/** Returns all samples: `set`, `dir`, `file` and `bytes`, each with a key that says where it is from. */
export function allSamples() {
  return distinct([...corpus(), ...cases(), ...mutants()]);
}

/** Returns a hundred of the mutants, the same on every machine. */
export function fixedSamples() {
  return mutants().filter((_, index) => index % 25 === 7);
}

/**
 * Marks directories and names that several samples have, so that they can be in one project: `tides` becomes `tides-1f0c2e`
 * in both. Where only one of them is taken, the other stays.
 */
function distinct(samples) {
  const taken = new Set();
  const known = new Set();
  const claim = (text) => {
    const mark = text.replaceAll(/[^\p{L}\p{N}]/gu, "").toLowerCase();
    const isFree = !taken.has(mark);
    taken.add(mark);
    return isFree;
  };
  return samples.flatMap((sample) => {
    if (sample.set === "mutants") return [sample];
    const text = sample.bytes.toString("latin1");
    const same = `${sample.dir}\n${text}`;
    if (known.has(same)) return [];
    known.add(same);
    const [, head = "", name = ""] = /^([ \t]*name:[ \t]*["']?)([\w.:/-]+)/m.exec(text) ?? [];
    const isNew = claim(sample.dir);
    if (isNew && (name === "" || name === sample.dir || claim(name))) return [sample];
    // The same in every run, whatever other samples come and go.
    const mark = createHash("sha256").update(sample.key).digest("hex").slice(0, 6);
    const renamed = name === "" ? text : text.replace(`${head}${name}`, () => `${head}${name}-${mark}`);
    return [{ ...sample, dir: `${sample.dir}-${mark}`, bytes: Buffer.from(renamed, "latin1") }];
  });
}

function corpus() {
  if (!existsSync(CORPUS)) return [];
  return documentsBelow(CORPUS).map((path) => sampleOf("corpus", CORPUS, path));
}

function cases() {
  return documentsBelow(CASES)
    .filter((path) => path.includes("/input/"))
    .map((path) => sampleOf("cases", CASES, path))
    .concat(
      readdirSync(CASES, { recursive: true })
        .filter((path) => basename(path) === "case.json")
        .sort()
        .flatMap(written),
    );
}

/** What a case writes itself: line ends, encodings and repeated texts. */
function written(path) {
  const { files = {}, bytes = {}, repeated = {} } = JSON.parse(readFileSync(join(CASES, path), "utf8"));
  const inputs = join(CASES, dirname(path), "input");
  const all = {
    ...mapped(files, (text) => Buffer.from(text)),
    ...mapped(bytes, (hex) => Buffer.from(hex.replaceAll(/\s/g, ""), "hex")),
  };
  for (const [file, [text, times, end = ""]] of Object.entries(repeated)) {
    const head = all[file] ?? (existsSync(join(inputs, file)) ? readFileSync(join(inputs, file)) : Buffer.alloc(0));
    all[file] = Buffer.concat([head, Buffer.from(text.repeat(times) + end)]);
  }
  return Object.entries(all)
    .filter(([file, data]) => basename(file) === "SKILL.md" && data.length <= MAX_BYTES)
    .map(([file, data]) => ({
      set: "cases",
      key: `cases/${dirname(path)}/${file}`,
      dir: directoryOf(dirname(file), basename(dirname(path))),
      file: "SKILL.md",
      bytes: data,
    }));
}

const mapped = (values, change) =>
  Object.fromEntries(Object.entries(values).map(([key, value]) => [key, change(value)]));

function documentsBelow(root) {
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name === "SKILL.md")
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

function sampleOf(set, root, path) {
  const inside = relative(root, path);
  const [, near] = /([^/]+)\/input\//.exec(inside) ?? [];
  return {
    set,
    key: `${set}/${inside}`,
    dir: directoryOf(dirname(inside), near ?? "skill"),
    file: "SKILL.md",
    bytes: readFileSync(path),
  };
}

function directoryOf(path, otherwise) {
  const name = basename(path);
  return [".", "", "input", "skills", "corpus"].includes(name) ? otherwise : name;
}
