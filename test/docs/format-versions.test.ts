/** Old and new versions at once: each cell of the table in docs/deployment.md, and conversations while a deployment rolls. */
import { createHash } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openBlocks } from "../../src/engine/block-store.ts";
import { formatLock, parseLock } from "../../src/refs/index.ts";
import { createSkills, FORMAT_VERSION, type SkillsData } from "../../src/runtime/access.ts";
import { agentSkills } from "../../src/runtime/agent/index.ts";
import { createSkillsFromCatalog } from "../../src/runtime/catalog/index.ts";
import { createLiveSkills, LIVE_KEY, splitCatalog } from "../../src/runtime/live/index.ts";
import { createToolGate } from "../../src/runtime/tools/index.ts";
import { compileToCatalog } from "../support/compile-project.ts";
import { fixtureSkills } from "../support/fixture-skills.ts";

const { catalog } = await compileToCatalog(
  { "skills/tides/SKILL.md": "---\nname: tides\ndescription: Tells the tides.\n---\nAsk the sea.\n" },
  { sources: ["skills"] },
);
const bakery = fixtureSkills([{ id: "bread" }, { id: "limited", disallowedTools: ["Write"] }]);

/** What happens to each format, written by this version or with the number of another one. */
const formats: Readonly<Record<string, { readonly written: unknown; readonly read: (version: number) => unknown }>> = {
  module: {
    written: FORMAT_VERSION,
    read: (formatVersion) => {
      const data: SkillsData = {
        formatVersion,
        hash: "sha256:0",
        profile: "standard",
        skills: [],
        views: [],
        content: { texts: {} },
      };
      return createSkills(data).names;
    },
  },
  catalog: {
    written: catalog.formatVersion,
    read: (formatVersion) => createSkillsFromCatalog({ ...catalog, formatVersion }).names,
  },
  "live catalog": {
    written: 1,
    read: async (liveVersion) => {
      const { objects } = await splitCatalog(catalog, { revision: 1 });
      let manifest = objects.get(LIVE_KEY) as string;
      const live = createLiveSkills({
        load: (key) => ({ body: key === LIVE_KEY ? manifest : (objects.get(key) as string) }),
        maxAge: 60,
      });
      const before = await live.get();
      manifest = manifest.replace('"liveVersion":1', `"liveVersion":${liveVersion}`);
      const changed = await live.refresh().catch(() => "refused");
      return [changed, (await live.get()) === before];
    },
  },
  state: {
    written: 2,
    read: async (version) => {
      const active = version === 1 ? ["limited"] : [{ id: "limited", by: "model" }];
      const state = { version, active, dismissed: [], filter: "" };
      const agent = await agentSkills(bakery, { gate: createToolGate, state });
      return [agent.activeSkills(), agent.check("Write", {}).allowed];
    },
  },
  lock: {
    written: 1,
    read: (version) => {
      const text = formatLock(new Map()).replace('"lockfileVersion": 1', `"lockfileVersion": ${version}`);
      const lock = parseLock(text, (data) => createHash("sha256").update(data).digest("hex"));
      return "fault" in lock ? lock.fault : lock.size;
    },
  },
  store: {
    written: "its build",
    read: (version) => {
      const place = mkdtempSync(join(tmpdir(), "skillc-versions-"));
      try {
        const build = (number: number): string => String(number).repeat(64);
        const store = openBlocks(place, build(1));
        store.set("a".repeat(64), [Buffer.from("text")]);
        store.save();
        expect(readdirSync(place)).toEqual([build(1)]);
        return openBlocks(place, build(version)).get("a".repeat(64))?.section(0)?.toString();
      } finally {
        rmSync(place, { recursive: true });
      }
    },
  },
};

const format = expect.objectContaining({ code: "format-version" }) as unknown;
const version = "its lockfileVersion is not 1: another version of skillc has written it";
/** The version and what reading it gives, or the error that it throws. */
const cells: readonly (readonly [name: string, version: number, outcome: unknown])[] = [
  ["module", 2, []],
  ["module", 1, []],
  ["module", 0, format],
  ["module", 3, format],
  ["catalog", 1, ["tides"]],
  ["catalog", 0, format],
  ["catalog", 2, format],
  ["live catalog", 1, [false, true]],
  ["live catalog", 0, ["refused", true]],
  ["live catalog", 2, ["refused", true]],
  ["state", 2, [["limited"], false]],
  ["state", 1, [["limited"], false]],
  ["state", 3, expect.objectContaining({ code: "state-invalid" })],
  ["lock", 1, 0],
  ["lock", 0, version],
  ["lock", 2, version],
  ["store", 1, "text"],
  ["store", 0, undefined],
  ["store", 2, undefined],
];

test.each(cells)("%s of version %d", async (name, number, outcome) => {
  const read = async (): Promise<unknown> => formats[name]?.read(number);
  expect(await read().catch((error: unknown) => error)).toEqual(outcome);
});

test("the table of docs/deployment.md has a row for each format, with the versions that are written and read", () => {
  const page = readFileSync(join(import.meta.dirname, "../../docs/deployment.md"), "utf8");
  const section = page.split("\n## Versions at once\n")[1]?.split("\n## ")[0] ?? "";
  const rows = section.split("\n").flatMap((line) => {
    const [, name, written, read] = line.split("|").map((cell) => cell.trim());
    return name === undefined || name === "format" || name.startsWith("-") ? [] : [[name, written, read]];
  });
  const readable = (name: string): string =>
    cells
      .filter(
        ([one, , outcome]) =>
          one === name && [[], ["tides"], [["limited"], false], 0].some((good) => isSame(good, outcome)),
      )
      .map(([, number]) => number)
      .sort((one, two) => one - two)
      .join(", ");
  expect(rows).toEqual(
    Object.entries(formats).map(([name, { written }]) => [
      name,
      String(written),
      name === "live catalog" ? "1" : name === "store" ? "its build" : readable(name),
    ]),
  );
});

const isSame = (one: unknown, two: unknown): boolean => JSON.stringify(one) === JSON.stringify(two);

test("a conversation goes on while old and new instances answer in turn, and no turn loses a restriction", async () => {
  const limited = { id: "limited", disallowedTools: ["Write"] };
  const old = fixtureSkills([{ id: "bread" }, limited, { id: "retired", disallowedTools: ["Fax"] }]);
  const young = fixtureSkills([{ id: "bread" }, limited, { id: "added", disallowedTools: ["Mail"] }]);
  let state: unknown;
  const turn = async (skills: typeof old, load?: string) => {
    const agent = await agentSkills(skills, { gate: createToolGate, state });
    if (load !== undefined) await agent.call("load_skill", { name: load });
    state = JSON.stringify(agent.state());
    const refused = ["Write", "Fax", "Mail"].filter((tool) => !agent.check(tool, {}).allowed);
    return { active: agent.activeSkills(), dropped: agent.dropped.map(({ id }) => id), refused };
  };
  expect(await turn(old, "limited")).toEqual({ active: ["limited"], dropped: [], refused: ["Write"] });
  expect(await turn(old, "retired")).toMatchObject({ active: ["limited", "retired"], refused: ["Write", "Fax"] });
  expect(await turn(young)).toEqual({ active: ["limited"], dropped: ["retired"], refused: ["Write"] });
  expect(await turn(young, "added")).toMatchObject({ active: ["added", "limited"], dropped: ["retired"] });
  // Back: what the new instance could not have is there again, and what only that has waits.
  expect(await turn(old)).toEqual({ active: ["limited", "retired"], dropped: ["added"], refused: ["Write", "Fax"] });
  expect(await turn(young, "bread")).toEqual({
    active: ["added", "bread", "limited"],
    dropped: ["retired"],
    refused: ["Write", "Mail"],
  });
});
