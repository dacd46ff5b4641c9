/** Runs a loader on samples in batches, and compares what it loads with what skillc says under the profile of the client. */
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { createCompiler, simulateListing } from "../../../dist/bin/index.mjs";
import { CLIENTS } from "../place.mjs";
import { digestOf, keepAnswers, keptAnswers } from "./answers.mjs";

const ENGINES = fileURLToPath(new URL("../../../.engines", import.meta.url));
const CALL = fileURLToPath(new URL("call.mjs", import.meta.url));
/** In a batch, every directory and every name is of one skill: two of a name hide each other. */
const BATCH = 400;

/** Reports whether the pinned version of a client is installed. */
export function isInstalled({ name, packages }) {
  const note = join(CLIENTS, name, "installed.json");
  return existsSync(note) && readFileSync(note, "utf8") === JSON.stringify(packages);
}

/** What skillc says, by profile and number of the batch. */
const said = new Map();

/**
 * Returns, for each sample, what the client and what skillc say about it.
 *
 * @param {boolean} areKept Whether the client is asked only what it has not answered before.
 */
export async function runLoader(loader, samples, areKept = false) {
  const kept = areKept ? keptAnswers(loader) : {};
  const unknown = samples.filter((sample) => !(digestOf(sample) in kept));
  for (const batch of batchesOf(unknown)) {
    const theirs = await listedByClient(loader, batch);
    for (const [at, sample] of batch.entries()) kept[digestOf(sample)] = theirs[at] ?? null;
  }
  const results = [];
  for (const [number, batch] of batchesOf(samples).entries()) {
    const readBy = async (profile) => {
      const key = `${profile} ${number} ${samples.length}`;
      if (!said.has(key)) said.set(key, await readBySkillc(profile, batch));
      return said.get(key);
    };
    const [ours, portable] = [await readBy(loader.profile), await readBy("portable")];
    for (const [at, sample] of batch.entries()) {
      const theirs = kept[digestOf(sample)] ?? undefined;
      results.push({ sample, theirs, ours: ours[at], isPortable: portable[at].loads });
    }
  }
  keepAnswers(loader, results);
  return results;
}

/** Returns lists of samples that can be in one project. */
export function batchesOf(samples) {
  const batches = [];
  for (const sample of samples) {
    const marks = [`dir ${sample.dir.toLowerCase()}`, ...namesIn(sample)];
    const batch = batches.find(({ taken, list }) => list.length < BATCH && marks.every((mark) => !taken.has(mark)));
    const chosen = batch ?? { taken: new Set(), list: [] };
    if (batch === undefined) batches.push(chosen);
    for (const mark of marks) chosen.taken.add(mark);
    chosen.list.push(sample);
  }
  return batches.map(({ list }) => list);
}

/** Every name that a reader could find in a document, however it reads. */
function namesIn({ dir, bytes }) {
  const head = bytes.subarray(0, 100_000).toString("utf8");
  const written = [...head.matchAll(/^[\s"'{]*name["']?[ \t]*:[ \t]*(.{1,300})/gim)].map(([, value]) => value);
  return [dir, ...written].map(markOf).filter((mark) => mark !== "");
}

/** Returns what two samples may not have in common. */
function markOf(name) {
  // In JavaScript, every mapping has the same text.
  if (name.startsWith("{")) return "name [object Object]";
  const [, , blank] = /^(["'])(\s*)\1/.exec(name) ?? [];
  if (blank !== undefined) return `blank ${blank}`;
  const text = name.replaceAll(/[^\p{L}\p{N}]/gu, "").toLowerCase();
  return text === "" ? "" : `name ${text}`;
}

/** Returns what a client lists of the samples, undefined for those that it does not load. */
export function listedByClient(loader, batch) {
  return withProject(batch, loader.skills, async (run) => {
    const place = {
      ...run,
      modules: join(CLIENTS, loader.name, "node_modules"),
      directories: batch.map(({ dir }) => dir),
    };
    const listed = await (loader.ask ?? ((one) => call(loader, one)))(place);
    const found = byDirectory(listed, run.skills);
    return batch.map(({ dir }) => found.get(dir));
  });
}

async function withProject(batch, directory, use) {
  const scratch = realpathSync(mkdtempSync(join(tmpdir(), "skillc-loader-")));
  try {
    const [project, home] = [join(scratch, "project"), join(scratch, "home")];
    const skills = join(project, directory);
    for (const one of [skills, home, join(project, ".git")]) mkdirSync(one, { recursive: true });
    writeFileSync(join(project, ".git/HEAD"), "ref: refs/heads/main\n");
    for (const { dir, file, bytes } of batch) {
      mkdirSync(join(skills, dir));
      writeFileSync(join(skills, dir, file), bytes);
    }
    return await use({ scratch, project, home, skills });
  } finally {
    rmSync(scratch, { recursive: true, force: true, maxRetries: 10 });
  }
}

function byDirectory(listed, skills) {
  const inside = listed.filter(({ path }) => path !== undefined && path.startsWith(`${skills}/`));
  return new Map(inside.map((one) => [one.path.slice(skills.length + 1).split("/")[0], one]));
}

async function call(loader, { scratch, project, home, skills, modules }) {
  const result = join(scratch, "result.json");
  const program =
    loader.node === "bun"
      ? join(modules, `@oven/bun-${process.platform}-${process.arch}/bin/bun`)
      : nodeOf(loader.node);
  const child = spawn(program, [CALL, loader.name, project, skills, modules, result], {
    cwd: project,
    env: { PATH: process.env["PATH"], HOME: home, CI: "1", NO_COLOR: "1" },
    stdio: ["ignore", "ignore", "pipe"],
  });
  let errors = "";
  child.stderr.on("data", (part) => (errors = `${errors}${part}`.slice(-3000)));
  await new Promise((resolve) => child.on("close", resolve));
  if (!existsSync(result)) throw new Error(`${loader.name} listed nothing: ${errors}`);
  return JSON.parse(readFileSync(result, "utf8"));
}

function nodeOf(name) {
  if (name === "node") return process.execPath;
  return JSON.parse(readFileSync(join(ENGINES, name, "installed.json"), "utf8")).binary;
}

/**
 * Returns what skillc says of the samples: `loads` if `check` finds a skill there and no error in it, and its entry of the
 * catalog, which also lacks what skillc itself leaves out, such as a restriction that cannot be read.
 */
export function readBySkillc(profile, batch) {
  return withProject(batch, "skills", async ({ project }) => {
    const read = async (onInvalid) =>
      await createCompiler({
        cwd: project,
        sources: [{ dir: "skills" }],
        overrides: { profile, duplicates: "first", onInvalid, rules: { security: "off", "SKC75*": "off" } },
      }).build();
    const checked = await read("error");
    const kept = await read("skip");
    const said = new Map(checked.skills.map(({ file }) => [directoryOf(file), { loads: true, codes: [], noted: [] }]));
    for (const { file = "", code, severity } of checked.diagnostics()) {
      const one = said.get(directoryOf(file));
      one?.noted.push(code);
      if (severity === "error" && one !== undefined) Object.assign(one, { loads: false, codes: [...one.codes, code] });
    }
    for (const skill of kept.catalog()?.skills ?? [])
      Object.assign(said.get(directoryOf(skill.source.file)), { skill });
    return batch.map(({ dir }) => said.get(dir) ?? { loads: false, codes: [], noted: [] });
  });
}

const directoryOf = (file) => basename(dirname(file));

/**
 * What skillc itself does not read, whatever the profile: bytes that are not UTF-8, aliases without end, too much frontmatter,
 * and directories of tools.
 */
const OWN = new Set(["SKC011", "SKC107", "SKC681"]);

/** Returns the questions that a result answers, and whether both agree; `own` if skillc refuses it whoever reads it. */
export function answersOf(loader, { theirs, ours, sample }) {
  if (ours.noted.some((code) => OWN.has(code)) || sample.dir === "__pycache__") return { own: true };
  if (loader.name === "claude-code" && theirs === undefined && isInvisible(ours.skill)) return {};
  const answers = { loads: (theirs !== undefined) === ours.loads };
  const { skill } = ours;
  if (theirs === undefined || !ours.loads || skill === undefined) return answers;
  if (loader.name === "claude-code") return { ...answers, ...claudeCodeAnswers(theirs, skill, sample) };
  const { shows = AS_READ } = loader;
  if (loader.says.includes("name")) answers.name = theirs.name === shows.name(skill.name);
  if (loader.says.includes("description"))
    answers.description = (theirs.description ?? "") === shows.description(skill.description);
  return answers;
}

/** A skill that only some files bring, or that neither a model nor a user may call, is in no list of Claude Code. */
function isInvisible(skill) {
  return (
    skill !== undefined &&
    (skill.paths !== undefined || (skill.disableModelInvocation && skill.userInvocable === false))
  );
}

const AS_READ = { name: (text) => text, description: (text) => text };

/** Claude Code lists a skill under its directory, with the name behind it; its description is that of one line. */
function claudeCodeAnswers({ line }, { name, description, whenToUse }, { dir }) {
  if (line === undefined) return {};
  const entry = { id: name, path: `skills/${dir}`, description, ...(whenToUse && { whenToUse }) };
  const [listed = ""] = simulateListing([entry], "claude-code@chars:100000000").lines;
  const shownIn = (text) => /^- .*?(?: \((.*?)\))?(?:: |$)/s.exec(text)?.[1];
  const textOf = (text) => text.slice(text.indexOf(": ") + 2);
  // A name that is none in its eyes, or that of the directory, is not shown.
  const shown = shownIn(line);
  return {
    name: shown === undefined ? shownIn(listed) === undefined : shown === name,
    // Half a character, where the text is cut, is U+FFFD in the request.
    description: textOf(line) === textOf(listed).toWellFormed(),
  };
}
