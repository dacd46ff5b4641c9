/** A project large enough to be packed: the skills of an orchard, the same on every call. */
import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";

/** Directory names whose order differs between locales, and between locales and code units. */
const ODD_NAMES = [
  "Zwetschge",
  "apfel",
  "äpfel",
  "ilex",
  "Ilex-2",
  "ıtır",
  "i-10",
  "i-9",
  "林檎",
  "étagère",
  "_hedge",
  "a-b",
  "ab",
];

/** Files by POSIX path relative to the project: skills with references, scripts, a shared licence and an image. */
export function orchardFiles(count: number): ReadonlyMap<string, string | Uint8Array> {
  const files = new Map<string, string | Uint8Array>();
  const names = [
    ...ODD_NAMES,
    ...Array.from({ length: Math.max(0, count - ODD_NAMES.length) }, (_, index) => `row-${index}`),
  ];
  for (const [index, name] of names.slice(0, count).entries()) {
    const dir = `skills/${index % 3 === 0 ? "trees" : "beds"}/${name}`;
    files.set(`${dir}/SKILL.md`, skillDocument(name, prose(name, 40 + ((index * 7) % 60))));
    if (index % 2 === 0) files.set(`${dir}/references/pruning.md`, prose(`${name} pruning`, 30));
    if (index % 3 === 0) files.set(`${dir}/LICENSE.txt`, "Fruit may be shared.\n");
    if (index % 5 === 0) files.set(`${dir}/assets/leaf.png`, image(name));
  }
  files.set("skillc.config.json", JSON.stringify(ORCHARD_CONFIG));
  return files;
}

export function skillDocument(name: string, body: string): string {
  return `---\nname: ${name}\ndescription: Tends ${name}. Use when ${name} needs care.\n---\n# ${name}\n\n${body}`;
}

const ORCHARD_CONFIG = {
  sources: ["skills"],
  outDir: "generated/skills",
  emit: ["module", "json", "json-full"],
  rules: { "name-bad-char": "off", "name-not-lowercase": "off", "name-non-ascii": "off", "name-edge-hyphen": "off" },
  views: { trees: "skills/trees", beds: "skills/beds" },
};

/** Lines that are not found in another text. */
export function prose(seed: string, lines: number): string {
  return Array.from(
    { length: lines },
    (_, line) => `${line}. ${digest(`${seed}/${line}`)} — water, prune, wait.\n`,
  ).join("");
}

function image(seed: string): Uint8Array {
  const block = createHash("sha512").update(seed).digest();
  return Buffer.concat([Buffer.from([0x89, 0x50, 0x4e, 0x47, 0]), ...Array.from({ length: 200 }, () => block)]);
}

function digest(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

export function writeFiles(root: string, files: ReadonlyMap<string, string | Uint8Array>): void {
  for (const [path, contents] of files) {
    const target = join(root, path);
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, contents);
  }
}

/** Contents of every file below a directory, as latin-1 text by POSIX path, so that each byte counts. */
export function readTree(root: string): ReadonlyMap<string, string> {
  const files = readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = files.map((entry) => relative(root, join(entry.parentPath, entry.name)).split(sep).join("/"));
  return new Map(paths.sort().map((path) => [path, readFileSync(join(root, path), "latin1")]));
}

/** Times of change of every file below a directory, in nanoseconds. */
export function readTimes(root: string): ReadonlyMap<string, bigint> {
  return new Map(
    [...readTree(root).keys()].map((path) => [path, statSync(join(root, path), { bigint: true }).mtimeNs]),
  );
}

/** Paths of which the contents differ, or that only one side has. */
export function changedPaths(
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
): readonly string[] {
  return [...new Set([...before.keys(), ...after.keys()])]
    .filter((path) => before.get(path) !== after.get(path))
    .sort();
}
