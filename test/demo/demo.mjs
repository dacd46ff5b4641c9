#!/usr/bin/env node
/**
 * `npm run demo`: from SKILL.md files to an answer from Cloudflare's engine, offline.
 * Works in a temporary directory. Exits with 1 if any result is wrong.
 */
import { execFileSync } from "node:child_process";
import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { COMPATIBILITY_DATE, startWorkerd, WORKERD_VERSION } from "./workerd.mjs";

const SKILLC = fileURLToPath(new URL("../../dist/bin/skillc.js", import.meta.url));
const TEMPLATE = "cloudflare-worker";
/** Serves every file of the skills; the Worker of the template answers with a model instead, which has to be installed. */
const WORKER = fileURLToPath(new URL("worker.mjs", import.meta.url));
const SKILL = "incident-report";
const TEXT = "references/severity-levels.md";
const PICTURE = "assets/severity-scale.png";

const home = mkdtempSync(join(tmpdir(), "skillc-demo-"));
const project = join(home, "skills-worker");
let worker;

try {
  step(`A new project from the template "${TEMPLATE}"`);
  const created = skillc(home, "init", "--template", TEMPLATE, "skills-worker").match(/^created/gm)?.length;
  const sources = readSources();
  tell(`${created} files, including the skills:`, ...[...sources.keys()].map((path) => `  skills/${path}`));

  step("skillc compiles the skills into a module");
  tell(skillc(project, "check"));
  tell(skillc(project, "build"));

  step("esbuild bundles a Worker that serves the skills, and the module, into one file");
  copyFileSync(WORKER, join(project, "src/worker.mjs"));
  const code = await bundle();
  tell(`worker.mjs: ${code.length} bytes, without imports`);

  step("The project is deleted; only worker.mjs remains");
  rmSync(project, { recursive: true });
  tell("From here on, no answer can come from a skill directory.");

  step(
    `workerd ${WORKERD_VERSION} starts: compatibility date ${COMPATIBILITY_DATE}, no flags; so no file system, no Node`,
  );
  worker = await startWorkerd(join(home, "deployed"), code);
  tell(`Listening on ${worker.url}`);

  step("The list of skills");
  const list = JSON.parse(await get("/skills", 200));
  for (const { id, description, files } of list.skills)
    tell(`${id}: ${shorten(description)}`, `  files: ${files.join(", ")}`);
  const ids = [...sources.keys()].filter((path) => path.endsWith("/SKILL.md")).map((path) => path.split("/")[0]);
  same(list.skills.map(({ id }) => id).join(), ids.join(), "ids and order as on disk");

  step("The instructions of one skill");
  const instructions = await get(`/skills/${SKILL}`, 200);
  tell(
    ...String(instructions)
      .trim()
      .split("\n")
      .slice(0, 8)
      .map((line) => `  | ${shorten(line)}`),
    "  | …",
  );
  const document = sources.get(`${SKILL}/SKILL.md`);
  same(instructions, document.subarray(document.indexOf("\n---\n") + 5), "the instructions, byte for byte as on disk");

  step("Two of its files: text and an image");
  for (const path of [TEXT, PICTURE]) {
    const bytes = await get(`/skills/${SKILL}/files/${path}`, 200);
    same(bytes, sources.get(`${SKILL}/${path}`), `${path}, byte for byte as on disk`);
  }

  step("A misspelled name");
  const problem = JSON.parse(await get("/skills/incidnet-report", 404));
  tell(`code: ${problem.error}; nearest: ${problem.nearest.join(", ")}`);
  same(problem.nearest.join(), SKILL, "the nearest name is correct");

  say("\nDone: compiled once, then served from one file, without a file system.");
} catch (error) {
  say(`\nThe demo failed: ${error.message}`);
  if (worker !== undefined) say(worker.errors());
  process.exitCode = 1;
} finally {
  await worker?.stop();
  rmSync(home, { recursive: true, force: true });
}

/** Runs the command line as a user would; returns its output. */
function skillc(cwd, ...args) {
  tell(`$ skillc ${args.join(" ")}`);
  // On Node 20, init notes that wrangler, which the demo does not start, needs Node 22.
  return execFileSync(process.execPath, [SKILLC, ...args], { cwd, encoding: "utf8", stdio: "pipe" }).trimEnd();
}

async function bundle() {
  const { outputFiles, metafile } = await build({
    absWorkingDir: project,
    entryPoints: ["src/worker.mjs"],
    bundle: true,
    format: "esm",
    platform: "neutral",
    target: "es2022",
    write: false,
    metafile: true,
    outfile: "worker.mjs",
    logLevel: "silent",
  });
  const left = Object.values(metafile.outputs).flatMap(({ imports }) => imports.map(({ path }) => path));
  if (left.length > 0) throw new Error(`the bundle still imports ${left.join(", ")}`);
  return outputFiles[0].contents;
}

/** Returns every file in `skills/`, as it is on disk. */
function readSources() {
  const root = join(project, "skills");
  const files = readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = files
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(root.length + 1)
        .replaceAll("\\", "/"),
    )
    .sort();
  return new Map(paths.map((path) => [path, readFileSync(join(root, path))]));
}

async function get(path, status) {
  const response = await fetch(worker.url + path);
  const body = Buffer.from(await response.arrayBuffer());
  tell(`GET ${path} -> ${response.status}, ${response.headers.get("content-type")}, ${body.length} bytes`);
  if (response.status !== status) throw new Error(`GET ${path} returned ${response.status}, not ${status}: ${body}`);
  return body;
}

function same(actual, expected, what) {
  if (!Buffer.from(actual).equals(Buffer.from(expected))) throw new Error(`${what}: unexpected result:\n${actual}`);
  tell(`ok: ${what}`);
}

function step(title) {
  step.number = (step.number ?? 0) + 1;
  say(`\n${step.number}. ${title}`);
}

function tell(...texts) {
  for (const line of texts.join("\n").split("\n")) say(line === "" ? "" : `   ${line}`);
}

function say(text) {
  process.stdout.write(`${text}\n`);
}

function shorten(text) {
  return text.length <= 100 ? text : `${text.slice(0, 99)}…`;
}
