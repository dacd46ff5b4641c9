/** Compiled scripts run in every engine: TypeScript, a file that two scripts share, a package, JSON, CommonJS. */
import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { build } from "../../src/index.ts";
import { createProject, type Project } from "../support/consumer.ts";
import { writeApp, type ProbeRecord } from "../support/engine-app.ts";
import { engineRunner, type EngineName } from "../support/engines.ts";

const ENGINES: readonly EngineName[] = [
  "workerd",
  "workerd-newest",
  "chromium",
  "deno",
  "node",
  "node22",
  "node24",
  "bun",
];

const FILES = {
  "package.json": '{ "private": true, "type": "module" }',
  "node_modules/knots/package.json": '{ "name": "knots", "version": "1.0.0", "main": "index.js" }',
  "node_modules/knots/index.js": "module.exports = { bowline: (rope) => `bowline in ${rope}` };",
  "skills/mooring/SKILL.md":
    "---\nname: mooring\ndescription: Chooses lines and knots for a berth.\n---\nSee scripts.\n",
  "skills/mooring/scripts/moor.ts": `#!/usr/bin/env -S npx tsx
import { bowline } from "knots";
import ropes from "../assets/ropes.json" with { type: "json" };
import { lengthOf } from "./lib/length.js";

export interface Input { readonly berth: number }
export const answer: string = bowline(ropes[0] as string) + ", " + lengthOf({ berth: 4 });
export default async function moor(input: Input): Promise<number> { return lengthOf(input); }
`,
  "skills/mooring/scripts/lib/length.ts":
    "export const lengthOf = ({ berth }: { berth: number }): number => berth * 10;\n",
  "skills/mooring/scripts/cast-off.cjs":
    'const { lengthOf } = require("./lib/length.ts");\nexports.free = lengthOf({ berth: 1 });\n',
  "skills/mooring/scripts/tide.py": "print(1)\n",
  "skills/mooring/assets/ropes.json": '["hemp"]\n',
};

let project: Project;
let home: string;

beforeAll(async () => {
  project = createProject(FILES);
  home = realpathSync(mkdtempSync(join(tmpdir(), "skillc-scripts-")));
  const questions = ["moor.ts", "cast-off.cjs", "tide.py"].map(
    (name) => ["script", "mooring", `scripts/${name}`] as const,
  );
  writeApp(home, { questions, forbidden: join(project.dir, "skills/mooring/SKILL.md") });
  const overrides = { outDir: join(home, "skills"), module: { scripts: true } };
  const { ok, diagnostics } = await build({ cwd: project.dir, overrides });
  expect(diagnostics.map(({ message }) => message)).toEqual([]);
  expect(ok).toBe(true);
});

afterAll(() => {
  project.remove();
  rmSync(home, { recursive: true, force: true });
});

for (const name of ENGINES) {
  const run = engineRunner(name);
  describe.skipIf(run === undefined)(`in ${name}`, () => {
    test("scripts have their exports, and other files are not scripts", async () => {
      const records: ProbeRecord[] = [];
      for await (const record of run?.(home) ?? []) records.push(record as ProbeRecord);
      const answers = records.flatMap((record) =>
        record.kind === "answer" ? [record.value ?? record.error?.code] : [],
      );
      expect(answers).toEqual([{ answer: "bowline in hemp, 40" }, { default: { free: 10 } }, "not-a-script"]);
    });
  });
}
