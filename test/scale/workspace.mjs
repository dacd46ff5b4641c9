/** A workspace of 40 packages with skills, built by the recipe of an engine in two clones, with one edit. */
import { spawnSync } from "node:child_process";
import {
  appendFileSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const PACKAGES = 40;
const SKILLS = 5;
const ENGINES = join(ROOT, ".engines/scale");

/** Returns where the programs of an engine are. */
export function binOf(engine) {
  return join(ENGINES, engine, "node_modules/.bin");
}

/** Returns the files of a section of docs/scale.md, by their paths. */
export function recipeFiles(title) {
  const page = readFileSync(join(ROOT, "docs/scale.md"), "utf8");
  const section = page.slice(page.indexOf(`## ${title}\n`)).split(/\n## /)[0] ?? "";
  const blocks = section.matchAll(/^`([\w./-]+)`:\n\n```(?:js|json|python|sh)\n([^]*?)^```/gm);
  return Object.fromEntries(Array.from(blocks, ([, path, text]) => [path, text]));
}

/** Runs a recipe; returns how many tasks each run compiled and restored. `env`: how the engine finds its remote cache. */
export function runRecipe({ home, files, engine, env, readTasks, after = () => ({}) }) {
  const [one, two] = [join(home, "one"), join(home, "two")];
  writeWorkspace(one, files, engine);
  cpSync(one, two, { recursive: true, verbatimSymlinks: true });
  const first = readTasks(runSkills(one, env), PACKAGES, one);
  const second = readTasks(runSkills(two, env), PACKAGES, two);
  appendFileSync(join(two, "packages/p7/skills/s0/SKILL.md"), "\nEdited.\n");
  const edited = readTasks(runSkills(two, env), PACKAGES, two);
  const linked = readOutput(two, engine.output ?? "generated/skills");
  const build = [join(ROOT, "dist/bin/skillc.js"), "build", "--no-cache", "--out", "generated/whole"];
  must(spawnSync(process.execPath, build, { cwd: two, encoding: "utf8" }));
  const isSame = linked === readOutput(two, "generated/whole");
  const more = after(two, () => startSkills(two, env));
  return { packages: PACKAGES, skills: PACKAGES * SKILLS, first, second, edited, isSame, ...more };
}

function writeWorkspace(dir, all, engine) {
  // The files of one package are those of all.
  const isMember = ([path]) => path.startsWith("packages/tides/");
  const files = Object.fromEntries(Object.entries(all).filter((entry) => !isMember(entry)));
  const members = Object.entries(all).filter(isMember);

  const write = (path, text) => {
    mkdirSync(dirname(join(dir, path)), { recursive: true });
    writeFileSync(join(dir, path), text);
  };
  for (const [path, text] of Object.entries(files)) write(path, text);
  write(".gitignore", "node_modules\n.turbo\n.nx\nblocks\ngenerated\n");
  for (let number = 0; number < PACKAGES; number++) {
    for (const [path, text] of members)
      write(path.replace("/tides/", `/p${number}/`), text.replace('"tides"', `"p${number}"`));
    for (let skill = 0; skill < SKILLS; skill++) {
      const about = `Reads table ${skill} of harbor ${number}. Use when asked for it.`;
      const text = `---\nname: p${number}-s${skill}\ndescription: ${about}\n---\n\n${"Read the table.\n".repeat(20)}`;
      write(`packages/p${number}/skills/s${skill}/SKILL.md`, text);
    }
  }
  must(spawnSync("npm", ["install", "--package-lock-only", "--offline", "--silent"], { cwd: dir, encoding: "utf8" }));
  mkdirSync(join(dir, "node_modules/.bin"), { recursive: true });
  symlinkSync(join(ROOT, "dist/bin/skillc.js"), join(dir, "node_modules/.bin/skillc"));
  if (engine.program !== undefined)
    symlinkSync(join(binOf(engine.name), engine.program), join(dir, "node_modules/.bin", engine.program));
  engine.install?.(dir);
  const { link } = engine;
  if (link !== undefined)
    symlinkSync(join(ENGINES, engine.name, "node_modules", link), join(dir, "node_modules", link));
  const author = ["-c", "user.name=a", "-c", "user.email=a@b.c"];
  for (const args of [
    ["init", "--quiet"],
    ["add", "--all"],
    [...author, "commit", "--quiet", "-m", "skills"],
  ])
    must(spawnSync("git", args, { cwd: dir, encoding: "utf8" }));
}

/** Runs the script of the recipe: the tasks, and linking. */
function runSkills(cwd, env) {
  const { stdout, stderr } = must(startSkills(cwd, env));
  return stdout + stderr;
}

function startSkills(cwd, env) {
  const path = [join(cwd, "node_modules/.bin"), dirname(process.execPath), process.env.PATH].join(delimiter);
  // An engine may share what it keeps with all clones of a user.
  const all = { ...process.env, HOME: `${cwd}-home`, PATH: path, NO_COLOR: "1", DO_NOT_TRACK: "1", ...env };
  return spawnSync("npm", ["run", "--silent", "skills"], { cwd, env: all, encoding: "utf8" });
}

function must(result) {
  if (result.status !== 0) throw new Error(`${result.stdout}\n${result.stderr}`);
  return result;
}

/** Returns the paths and texts of an output as one text. */
export function readOutput(dir, out) {
  const place = realpathSync(join(dir, out));
  const files = readdirSync(place, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = files.map((entry) => join(entry.parentPath, entry.name)).sort();
  return JSON.stringify(paths.map((path) => [path.slice(place.length), readFileSync(path, "utf8")]));
}

/** Returns a port of loopback that no one uses. */
export function freePort() {
  return new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}
