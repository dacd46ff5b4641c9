// What the model sees of real sets of skills: how often each client cuts, drops or omits.
// npm run model-view -- DIR…   each DIR is a set, such as a repository
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { triggerTable } from "./trigger-table.mjs";

/** Sizes of sets, by their largest. */
const SIZES = [
  ["2-9", 9],
  ["10-24", 24],
  ["25-49", 49],
  ["50-99", 99],
  ["100 and more", Infinity],
];

const isOver = ({ budget: { limit, needed } }) => needed > limit;

/** The columns about listings: a client, and in which sets it counts. */
export const listingColumns = [
  { title: "Claude Code 200k over", client: "claude-code@200k", counts: isOver },
  { title: "at 1M", client: "claude-code@1m", counts: isOver },
  { title: "Codex 272k not whole", client: "codex@272k", counts: isOver },
  { title: "Codex omits", client: "codex@272k", counts: ({ omitted }) => omitted.length > 0 },
  { title: "Codex 8,000 characters not whole", client: "codex@chars:8000", counts: isOver },
];

/** Returns the skills with a readable description in each directory, as one set; sets of one skill do not count. */
export async function readSets({ createCompiler }, dirs) {
  const sets = [];
  for (const dir of dirs) {
    const compiler = createCompiler({
      config: false,
      cwd: dir,
      sources: [{ dir: "." }],
      overrides: { profile: "lenient", onInvalid: "skip", duplicates: "first", allowEmpty: true },
    });
    const { skills = [] } = (await compiler.build()).catalog() ?? {};
    await compiler.dispose();
    const described = skills.filter(({ description }) => description !== "");
    if (described.length > 1) sets.push({ dir, skills: described });
  }
  return sets;
}

/** Returns a row for each size of sets, and one for all: how many sets each column counts. */
export function listingRows({ simulateListing }, sets) {
  const measured = sets.map(({ skills }) => ({
    size: skills.length,
    counts: listingColumns.map(({ client, counts }) => (counts(simulateListing(skills, client)) ? 1 : 0)),
    dropped: simulateListing(skills, "claude-code@200k").nameOnly.length,
  }));
  const rowOf = (size, of) => ({
    size,
    sets: of.length,
    skills: of.reduce((sum, one) => sum + one.size, 0),
    counts: listingColumns.map((_, at) => of.reduce((sum, { counts }) => sum + counts[at], 0)),
    dropped: of.reduce((sum, one) => sum + one.dropped, 0),
  });
  const sized = SIZES.map(([size, most], at) =>
    rowOf(
      size,
      measured.filter((one) => one.size <= most && one.size > (SIZES[at - 1]?.[1] ?? 1)),
    ),
  );
  return [...sized.filter((row) => row.sets > 0), rowOf("all", measured)];
}

/** Writes the rows as a Markdown table. */
export function listingTable(rows) {
  const cells = [
    ["skills in a set", "sets", "skills", ...listingColumns.map(({ title }) => title), "descriptions dropped at 200k"],
    ...rows.map(({ size, sets, skills, counts, dropped }) => [size, sets, skills, ...counts, dropped]),
  ];
  const [head, ...body] = cells.map((row) => `| ${row.join(" | ")} |`);
  return [head, head.replaceAll(/[^|]+/g, " - "), ...body].join("\n");
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const api = await import(pathToFileURL(join(import.meta.dirname, "../../dist/index.js")).href);
  const dirs = process.argv.slice(2).map((dir) => resolve(dir));
  const sets = await readSets(api, dirs);
  console.log(listingTable(listingRows(api, sets)));
  const { rankTriggers } = await import(pathToFileURL(join(import.meta.dirname, "../../dist/triggers/index.js")).href);
  console.log(`\n${await triggerTable({ ...api, rankTriggers }, dirs)}`);
}
