/** `skillc/vite` in Rollup, Rolldown and `vite build --watch`: builds, errors with places, watch mode. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { RollupError, RollupWatcher, RollupWatcherEvent } from "rollup";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import skillc from "../../src/plugins/vite.ts";
import { runNode } from "../support/consumer.ts";
import { developed, pinned } from "./bundlers.ts";
import { BROKEN, createPluginProject, skillText, until, type PluginProject } from "./project.ts";

/** What Rollup and Rolldown share. */
type Rollup = Pick<typeof import("rollup"), "rollup" | "watch">;
type Rolldown = { readonly rolldown: Rollup["rollup"]; readonly watch: Rollup["watch"] };
type Vite = typeof import("vite");

let project: PluginProject;
beforeEach(() => void (project = createPluginProject()));
afterEach(() => project.dispose());

const problem = {
  plugin: "skillc",
  message: expect.stringContaining("[SKC101 yaml-invalid]"),
  loc: expect.objectContaining({ file: expect.stringMatching(/skills\/one\/SKILL\.md$/), line: 3, column: 13 }),
};
/** Rolldown collects errors, Rollup throws the first. */
const firstOf = (error: unknown): unknown => (error as { readonly errors?: readonly unknown[] }).errors?.[0] ?? error;

const input = () => ({
  input: join(project.dir, "main.js"),
  plugins: [skillc({ cwd: project.dir })],
  onwarn: () => {},
});
const output = () => ({ dir: join(project.dir, "out"), format: "es" as const });

const builders = [
  { ...developed<Rollup>("rollup"), rollupOf: ({ rollup }: Rollup) => rollup },
  { ...pinned<Rolldown>("rolldown"), rollupOf: ({ rolldown }: Rolldown) => rolldown },
];
for (const { title, missing, load, rollupOf } of builders)
  test.skipIf(missing)(`a build of ${title} has the skills, and fails at the place of an error`, async () => {
    const rollup = rollupOf((await load()) as Rollup & Rolldown);
    const bundle = await rollup(input());
    await bundle.write(output());
    await bundle.close();
    expect(JSON.parse(await runNode(["out/main.js"], project.dir))).toEqual([
      ["one", "two"],
      ["Do it well.", "Do it well."],
    ]);
    project.write("skills/one/SKILL.md", BROKEN);
    const failure = rollup(input()).then((broken) => broken.generate(output()));
    expect(firstOf(await failure.catch((reason: unknown) => reason))).toMatchObject(problem);
  });

const watchRollup = ({ watch }: Rollup): Promise<RollupWatcher> =>
  Promise.resolve(watch({ ...input(), output: output() }));
const watchVite = async ({ build }: Vite): Promise<RollupWatcher> =>
  (await build({
    root: project.dir,
    configFile: false,
    logLevel: "silent",
    plugins: [skillc()],
    build: { ssr: "main.js", outDir: "out", minify: false, watch: {} },
  })) as unknown as RollupWatcher;

const watchers = [
  { ...developed<Rollup>("rollup"), watch: watchRollup },
  { ...pinned<Rollup>("rolldown"), watch: watchRollup },
  { ...pinned<Vite>("vite-7"), watch: watchVite },
  { ...developed<Vite>("vite"), watch: watchVite },
];

for (const { title, missing, load, watch } of watchers)
  describe.skipIf(missing)(`watch mode of ${title}`, () => {
    test("sees edits, new skills and directories, removed and broken ones; the last good output stays", async () => {
      const events: RollupWatcherEvent[] = [];
      const watcher = await watch((await load()) as Rollup & Vite);
      watcher.on("event", (event) => {
        events.push(event);
        if (event.code === "BUNDLE_END") void event.result.close();
      });
      const written = (): string => {
        const path = join(project.dir, "out/main.js");
        return existsSync(path) ? readFileSync(path, "utf8") : "";
      };
      const seen = (): string => events.map(({ code }) => code).join(" ");
      const isBuilt = (holds: () => boolean) => until(() => holds() && events.at(-1)?.code === "END", seen);
      try {
        await isBuilt(() => written().includes("Do it well."));
        project.write("skills/one/SKILL.md", skillText("one", "Edited."));
        await isBuilt(() => written().includes("Edited."));
        project.write("skills/group/three/SKILL.md", skillText("three"));
        await isBuilt(() => written().includes("# three"));
        project.remove("skills/two");
        await isBuilt(() => !written().includes("# two"));
        project.write("skills/one/SKILL.md", BROKEN);
        const errors = (): RollupError[] => events.flatMap((event) => (event.code === "ERROR" ? [event.error] : []));
        await until(() => errors().length > 0, seen);
        expect(firstOf(errors()[0])).toMatchObject(problem);
        expect(written()).toContain("Edited.");
        project.write("skills/one/SKILL.md", skillText("one", "Repaired."));
        await isBuilt(() => written().includes("Repaired."));
        expect(JSON.parse(await runNode(["out/main.js"], project.dir))).toEqual([
          ["one", "three"],
          ["Repaired.", "Do it well."],
        ]);
        const count = events.length;
        await delay(500);
        expect(events.slice(count)).toEqual([]);
      } finally {
        await watcher.close();
      }
    });
  });
