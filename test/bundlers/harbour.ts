/**
 * The skills of a small harbour office, the app that reads all of them through the generated module, and what the app
 * has to answer, read from the disk without skillc.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { ModuleConfig } from "../../src/config/define.ts";
import { createProject, linkPackage, listFiles, type Files, type Project } from "../support/consumer.ts";

/** Text that breaks carelessly written literals: line separators, script ends, template and escape characters. */
const AWKWARD = "Lines\u2028and\u2029paragraphs, </script><!-- `${knots}` \\n \\u0000, 🚢 潮汐表, \u00e9\u0301.\n";

const INLINE = {
  name: "house-style",
  description: "How the harbour office writes.",
  instructions: "Write knots, not km/h.\n",
};

const CONFIG = {
  sources: ["skills", { dir: "watch", preload: true }, INLINE],
  views: { safety: "watch" },
};

const SMALL: Files = {
  "skills/tide-tables/SKILL.md": `---\nname: tide-tables\ndescription: Reads tide tables of the coast. Use when depths are asked for.\n---\n\n# Tides\n\n${AWKWARD}See [ports](references/ports.md).\n`,
  "skills/tide-tables/references/ports.md": "\ufeffAberdeen: 57.14 N\r\nDover: 51.13 N\r\n",
  "skills/tide-tables/assets/seal.bin": bytes(1_000, 7),
  "watch/fog-signals/SKILL.md":
    "---\r\nname: fog-signals\r\ndescription: Chooses sound signals in fog.\r\n---\r\nOne long blast.\r\n",
};

/** Metadata with characters that JSON and string literals escape. */
const LOG = `It's "moored" \\ here, \u2028 </script>, 🚢.\n`.repeat(600);

/** Fifty more skills with some 500 KB of text, and a binary that gets a module of its own. */
function largeFiles(log: string): Files {
  const files: Record<string, string | Uint8Array> = { "skills/tide-tables/assets/chart.bin": bytes(12_345, 31) };
  for (let berth = 1; berth <= 50; berth++) {
    const lines = Array.from(
      { length: 160 },
      (_, line) => `Berth ${berth}, bollard ${line}: take in the ${line % 7}th line, then wait.\n`,
    );
    files[`skills/berth-${berth}/SKILL.md`] =
      `---\nname: berth-${berth}\ndescription: How to moor at berth ${berth}.\nmetadata: { log: ${JSON.stringify(log)} }\n---\n${lines.join("")}`;
    files[`skills/berth-${berth}/scripts/pull.sh`] = `#!/bin/sh\necho "pull at berth ${berth}"\n`;
  }
  return files;
}

function bytes(length: number, step: number): Uint8Array {
  return Uint8Array.from({ length }, (_, index) => (index * step + (index >> 8)) & 0xff);
}

/** The app, up to a function `answer` that reads everything there is through the module. */
const APP = `
import { skills } from "./generated/skills/index.js";

const unitsOf = (text) => Array.from({ length: text.length }, (_, index) => text.charCodeAt(index));

function checksum(units) {
  let hash = 0x811c9dc5;
  for (const unit of units) hash = Math.imul(hash ^ unit, 0x01000193) >>> 0;
  return units.length + ":" + hash.toString(16);
}

async function answer() {
  const loaded = [];
  const files = [];
  for (const name of skills.names) {
    const { description, instructions, metadata, files: own } = await skills.load(name);
    loaded.push([name, description, checksum(unitsOf(instructions)), checksum(unitsOf(metadata.log ?? ""))]);
    for (const { path, encoding } of own) {
      const text = encoding === "text" ? checksum(unitsOf(await skills.readText(name, path))) : encoding;
      files.push([name + "/" + path, checksum(await skills.readBytes(name, path)), text]);
    }
  }
  const preloaded = (await skills.preloaded()).map(({ name, instructions }) => [name, instructions]);
  const safety = skills.view("safety").map(({ id }) => id);
  const refusal = await skills.load("tide-table").catch((error) => [error.code, ...error.nearest]);
  const listed = skills.listForDir("watch").map(({ id }) => id);
  return JSON.stringify({ loaded, files, preloaded, safety, refusal, listed });
}
`;

const PROGRAM = `${APP}\nanswer().then(console.log, (error) => console.log(String(error.stack)));\n`;

const WORKER = `${APP}\nexport default { fetch: async () => new Response(await answer()) };\n`;

export interface Harbour extends Project {
  /** What the app has to print. */
  readonly expected: string;
}

/**
 * Makes the project and builds its module; `large` is over the limit up to which everything is in one file, and `rows`
 * over the one up to which the index has all metadata.
 */
export async function createHarbour(size: "small" | "large" | "rows", module: ModuleConfig = {}): Promise<Harbour> {
  const project = createProject({
    ...SMALL,
    ...(size === "small" ? {} : largeFiles(size === "rows" ? LOG : "")),
    "skillc.config.json": JSON.stringify(CONFIG),
    "package.json": JSON.stringify({ name: "harbour-office", private: true, type: "module" }),
    "main.js": PROGRAM,
    "main.ts": PROGRAM,
    "worker.js": WORKER,
  });
  linkPackage(project);
  await project.build({ module });
  return { ...project, expected: `${JSON.stringify(answerFromDisk(project.dir, size === "rows" ? LOG : ""))}\n` };
}

/** The answer of the app, from the sources. */
function answerFromDisk(dir: string, log: string): unknown {
  const skills = ["skills", "watch"]
    .flatMap((source) => readdirSync(join(dir, source)).map((name) => ({ name, dir: join(dir, source, name) })))
    .map(({ name, dir: skillDir }) => ({
      name,
      ...readDocument(join(skillDir, "SKILL.md")),
      files: readOwnFiles(skillDir),
    }));
  const all = [...skills, { name: INLINE.name, description: INLINE.description, body: INLINE.instructions, files: [] }];
  all.sort((one, two) => (one.name < two.name ? -1 : 1));
  return {
    loaded: all.map(({ name, description, body }) => [
      name,
      description,
      checksum(unitsOf(body)),
      checksum(unitsOf(name.startsWith("berth-") ? log : "")),
    ]),
    files: all.flatMap(({ name, files }) =>
      files.map(({ path, contents }) => [`${name}/${path}`, checksum(contents), textSum(contents)]),
    ),
    preloaded: all.filter(({ name }) => name === "fog-signals").map(({ name, body }) => [name, body]),
    safety: ["fog-signals"],
    refusal: ["unknown-skill", "tide-tables"],
    listed: ["fog-signals"],
  };
}

function readDocument(path: string): { description: string; body: string } {
  const text = readFileSync(path, "utf8");
  const [frontmatter = ""] = /^---\r?\n[\s\S]*?\n---\r?\n/.exec(text) ?? [];
  return { description: /description: (.*?)\r?\n/.exec(frontmatter)?.[1] ?? "", body: text.slice(frontmatter.length) };
}

function readOwnFiles(dir: string): { path: string; contents: Uint8Array }[] {
  const paths = listFiles(dir).filter((path) => path !== "SKILL.md");
  return paths.map((path) => ({ path, contents: new Uint8Array(readFileSync(join(dir, path))) }));
}

function textSum(contents: Uint8Array): string {
  if (contents.includes(0)) return "binary";
  return checksum(unitsOf(new TextDecoder("utf-8", { ignoreBOM: true }).decode(contents)));
}

function unitsOf(text: string): number[] {
  return Array.from({ length: text.length }, (_, index) => text.charCodeAt(index));
}

function checksum(units: ArrayLike<number>): string {
  let hash = 0x811c9dc5;
  for (const unit of Array.from(units)) hash = Math.imul(hash ^ unit, 0x01000193) >>> 0;
  return `${units.length}:${hash.toString(16)}`;
}
