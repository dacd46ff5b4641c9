/** A compiler that watches sees every change of a package that a script imports. */
import { mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, expect, test } from "vitest";
import { createCompiler } from "../../src/index.ts";

const root = mkdtempSync(join(tmpdir(), "skillc-watch-packages-"));
afterAll(() => rmSync(root, { recursive: true }));

const KNOTS = {
  "node_modules/knots/package.json": '{ "name": "knots", "main": "index.js" }',
  "node_modules/knots/index.js": 'exports.tie = "old-1" + require("hemp");\n',
  "node_modules/knots/other.js": 'exports.tie = "new-1";\n',
  "node_modules/hemp/package.json": '{ "name": "hemp" }',
  "node_modules/hemp/index.js": 'module.exports = "hemp";\n',
};

interface Place {
  readonly at: (path: string) => string;
  readonly write: (files: Readonly<Record<string, string>>) => void;
}

const EDITS: Readonly<
  Record<string, readonly [before: Readonly<Record<string, string>>, edit: (place: Place) => void]>
> = {
  "its content": [KNOTS, ({ write }) => write({ "node_modules/knots/index.js": 'exports.tie = "new-1";\n' })],
  "its main": [
    KNOTS,
    ({ write }) => write({ "node_modules/knots/package.json": '{ "name": "knots", "main": "other.js" }' }),
  ],
  "what it depends on": [KNOTS, ({ write }) => write({ "node_modules/hemp/index.js": 'module.exports = "new-1";\n' })],
  "a package below it": [
    KNOTS,
    ({ write }) => write({ "node_modules/knots/node_modules/hemp/index.js": 'module.exports = "new-1";\n' }),
  ],
  "a nearer package": [
    KNOTS,
    ({ write }) => write({ "skills/node_modules/knots/index.js": 'exports.tie = "new-1";\n' }),
  ],
  "that it is installed": [
    { "node_modules/.keep": "" },
    ({ write }) => write({ "node_modules/knots/index.js": 'exports.tie = "new-1";\n' }),
  ],
  "that one with a scope is installed": [
    {
      "node_modules/.keep": "",
      "skills/mooring/scripts/moor.ts": 'import { tie } from "@acme/knots";\nexport default tie;\n',
    },
    ({ write }) => write({ "node_modules/@acme/knots/index.js": 'exports.tie = "new-1";\n' }),
  ],
  "that it is repaired": [
    { ...KNOTS, "node_modules/knots/index.js": "exports.tie = require('./absent.js');\n" },
    ({ write }) => write({ "node_modules/knots/absent.js": 'module.exports = "new-1";\n' }),
  ],
  "another version": [
    {
      "node_modules/.pnpm/knots@1/node_modules/knots/index.js": 'exports.tie = "old-1";\n',
      "node_modules/.pnpm/knots@2/node_modules/knots/index.js": 'exports.tie = "new-1";\n',
      "node_modules/knots": "link:.pnpm/knots@1/node_modules/knots",
    },
    ({ at }) => {
      symlinkSync(".pnpm/knots@2/node_modules/knots", at("node_modules/next"));
      renameSync(at("node_modules/next"), at("node_modules/knots"));
    },
  ],
};

test.each(Object.entries(EDITS))("%s", async (name, [before, edit]) => {
  const dir = join(root, name.replaceAll(" ", "-"));
  const at = (path: string): string => join(dir, path);
  const write: Place["write"] = (files) => {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(at(path)), { recursive: true });
      if (text.startsWith("link:")) symlinkSync(text.slice(5), at(path));
      else writeFileSync(at(path), text);
    }
  };
  write({
    "package.json": "{}",
    "skills/mooring/SKILL.md":
      "---\nname: mooring\ndescription: Chooses lines and knots for a berth. Use when a boat is moored.\n---\n\nRun `scripts/moor.ts`.\n",
    "skills/mooring/scripts/moor.ts": 'import { tie } from "knots";\nexport default tie;\n',
    ...before,
  });
  const compiler = createCompiler({ cwd: dir, config: false, overrides: { module: { scripts: true } } });
  let codes: string[] = [];
  const watch = compiler.watch((snapshot) => {
    const scripts = [...snapshot.outputs()].filter(
      ({ path }) => path.includes("/scripts/") || path.startsWith("scripts/"),
    );
    codes.push(scripts.flatMap(({ chunks }) => [...chunks()]).join(""));
  });
  try {
    await until(() => codes.length > 0);
    expect(codes[0]).not.toContain("new-1");
    await delay(300);
    codes = [];
    edit({ at, write });
    await until(() => codes.some((code) => code.includes("new-1")));
  } finally {
    watch.close();
    await watch.finished;
    await compiler.dispose();
  }
});

async function until(holds: () => boolean): Promise<void> {
  for (const end = Date.now() + 10_000; !holds();) {
    if (Date.now() > end) throw new Error("it was not seen");
    // oxlint-disable-next-line no-await-in-loop
    await delay(20);
  }
}
