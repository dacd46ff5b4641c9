/**
 * What profiles were compared with: each client's own loader, on real skills, on the cases and on 2,500 mutants.
 * `npm run loaders:by-hand -- --save` installs the clients, runs them one after another and writes `loaders.json`, from which
 * docs/clients.md is made; a test compares its digest with the sources that the clients judge.
 *
 * Usage: node test/clients/loaders.mjs [--save | --kept] [name…]; `--kept` asks only what was not asked before
 */
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { allSamples } from "./loaders/samples.mjs";
import { loaders } from "./loaders/table.mjs";

const at = (path) => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const RECORD = at("test/clients/loaders.json");

/** What decides whether a skill is loaded, and as what; and what compares. */
const JUDGED = [
  "src/check/description/check.ts",
  "src/check/fields/check.ts",
  "src/check/fields/kinds.ts",
  "src/check/description/rules.ts",
  "src/check/field-text.ts",
  "src/check/name",
  "src/check/required-fields.ts",
  "src/check/size/check.ts",
  "src/parse/frontmatter-fields.ts",
  "src/parse/frontmatter-styles.ts",
  "src/parse/frontmatter.ts",
  "src/parse/rules.ts",
  "src/parse/yaml-dialect.ts",
  "src/parse/yaml-repair.ts",
  "src/parse/yaml.ts",
  "src/profiles/clients.ts",
  "src/profiles/derive.ts",
  "src/profiles/frameworks.ts",
  "src/profiles/standards.ts",
  "test/clients/loaders",
];

/** Returns what a run now would record, but for its date and its results. */
export function presentLoaders() {
  const hash = createHash("sha256");
  for (const path of JUDGED.flatMap(filesAt)) hash.update(readFileSync(at(path)));
  return {
    packages: Object.fromEntries(loaders.map(({ name, packages }) => [name, packages])),
    digest: hash.digest("hex"),
  };
}

function filesAt(path) {
  if (!statSync(at(path)).isDirectory()) return [path];
  const entries = readdirSync(at(path), { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && /\.(?:ts|mjs)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name).slice(at("").length))
    .sort();
}

/** Returns what `loaders.json` says. */
export function keptLoaders() {
  return JSON.parse(readFileSync(RECORD, "utf8"));
}

/** Returns the questions of samples that are not answered alike, as `question: key`. */
export function differencesOf(loader, results, answersOf) {
  return results
    .flatMap((result) =>
      Object.entries(answersOf(loader, result))
        .filter(([question, isSame]) => question !== "own" && !isSame)
        .map(([question]) => `${questionOf(question, result)}: ${result.sample.key}`),
    )
    .toSorted((one, two) => (one < two ? -1 : 1));
}

function questionOf(question, { theirs }) {
  if (question !== "loads") return question;
  return theirs === undefined ? "loads (only skillc)" : "loads (only the client)";
}

/** Returns what is recorded of a client: how often both agree, in all and among the mutants, and what of it differs. */
export function summaryOf(loader, results, answersOf) {
  const counts = {};
  let own = 0;
  for (const result of results) {
    const isMutant = result.sample.set === "mutants";
    for (const [question, isSame] of Object.entries(answersOf(loader, result))) {
      if (question === "own") {
        own++;
        continue;
      }
      const one = (counts[question] ??= { same: 0, compared: 0, sameMutants: 0, mutants: 0 });
      one.compared++;
      if (isSame) one.same++;
      if (isMutant) one.mutants++;
      if (isMutant && isSame) one.sameMutants++;
    }
  }
  const mutants = results.filter(({ sample }) => sample.set === "mutants");
  const portable = results.filter((result) => result.isPortable);
  return {
    counts,
    own,
    mutants: mutants.length,
    refused: mutants.filter(({ theirs }) => theirs === undefined).length,
    portable: portable.length,
    notLoaded: portable.filter(({ theirs }) => theirs === undefined).map(({ sample }) => sample.key),
    differences: differencesOf(loader, results, answersOf),
  };
}

async function run() {
  const { answersOf, isInstalled, runLoader } = await import("./loaders/compare.mjs");
  const names = process.argv.slice(2).filter((name) => !name.startsWith("--"));
  const areKept = process.argv.includes("--kept");
  const chosen = loaders.filter(({ name }) => names.length === 0 || names.includes(name));
  const samples = allSamples();
  const kept = existsSync(RECORD) ? keptLoaders() : { clients: {} };
  const clients = { ...kept.clients };
  for (const loader of chosen) {
    if (!isInstalled(loader)) {
      console.error(`${loader.name} is not installed: node test/clients/install.mjs ${loader.name}`);
      process.exitCode = 1;
      continue;
    }
    clients[loader.name] = summaryOf(loader, await runLoader(loader, samples, areKept), answersOf);
    for (const [question, { same, compared, sameMutants, mutants }] of Object.entries(clients[loader.name].counts))
      console.error(`${loader.name} ${question}: ${same}/${compared}, mutants ${sameMutants}/${mutants}`);
  }
  if (process.argv.includes("--save")) saveRecord(samples, clients);
}

/** Writes what `loaders.json` says from now on. */
export function saveRecord(samples, clients) {
  const date = new Date().toISOString().slice(0, 10);
  const sets = Object.fromEntries(
    ["corpus", "cases", "mutants"].map((set) => [set, samples.filter((sample) => sample.set === set).length]),
  );
  writeFileSync(RECORD, `${JSON.stringify({ date, ...presentLoaders(), sets, clients }, undefined, 2)}\n`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await run();
