/** The unit and property tests of the runtime library, unchanged, in every engine. */
import { mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build, type Plugin } from "esbuild";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { writeApp } from "../support/engine-app.ts";
import { engineRunner, type EngineName } from "../support/engines.ts";

const TESTS = join(import.meta.dirname, "..");

/** These compile skills or types, or read the source, for which they need Node. */
const NEED_NODE: ReadonlySet<string> = new Set([
  "unit/runtime/json-full.test.ts",
  "unit/runtime/live.test.ts",
  "unit/runtime/names.test.ts",
  "unit/runtime/rooms.test.ts",
]);

const ENGINES: readonly EngineName[] = [
  "workerd",
  "workerd-newest",
  "node",
  "node22",
  "node24",
  "deno",
  "bun",
  "chromium",
];

/** Vitest's `expect`, made as its manual says for other runners. */
const EXPECT = `
  import * as chai from "chai";
  import { ASYMMETRIC_MATCHERS_OBJECT, customMatchers, GLOBAL_EXPECT, JestAsymmetricMatchers, JestChaiExpect, JestExtend,
    setState } from "@vitest/expect";
  chai.use(JestExtend);
  chai.use(JestChaiExpect);
  chai.use(JestAsymmetricMatchers);
  export const expect = chai.expect;
  globalThis[GLOBAL_EXPECT] = expect;
  setState({ assertionCalls: 0 }, expect);
`;

/** Colours of its messages, for which it would ask the environment. */
const COLOURS = "export default new Proxy({}, { get: () => (text) => text });";

/** Fails in every engine, so that a failure is known to be seen. */
const CANARY = `
  import { expect, test } from "vitest";
  test("canary", () => expect({ bird: "canary" }).toEqual({ bird: "wren" }));
`;

const VIRTUAL: ReadonlyMap<string, string> = new Map([
  ["./engine-expect.mjs", EXPECT],
  ["./engine-canary.mjs", CANARY],
  ["tinyrainbow", COLOURS],
]);

const asOneModule: Plugin = {
  name: "portable",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^vitest$/ }, () => ({ path: join(import.meta.dirname, "portable-vitest.mjs") }));
    onResolve({ filter: /^(?:\.\/engine-[a-z]+\.mjs|tinyrainbow)$/ }, ({ path }) => ({ path, namespace: "engine" }));
    onLoad({ filter: /.*/, namespace: "engine" }, ({ path }) => ({
      contents: VIRTUAL.get(path) as string,
      resolveDir: import.meta.dirname,
    }));
  },
};

const PROPERTIES = ["executor", "filter"].map((name) => `properties/${name}.test.ts`);

const files = ["unit/runtime", "unit/render"]
  .flatMap((room) =>
    readdirSync(join(TESTS, room), { recursive: true, encoding: "utf8" }).map((path) =>
      join(room, path).replaceAll("\\", "/"),
    ),
  )
  .filter((path) => path.endsWith(".test.ts") && !NEED_NODE.has(path))
  .concat(PROPERTIES)
  .sort();

let app: string;

beforeAll(async () => {
  const home = realpathSync(mkdtempSync(join(tmpdir(), "skillc-library-")));
  app = join(home, "app");
  mkdirSync(app);
  writeApp(app, { questions: [], forbidden: "" });
  // On a neutral platform an import of Node is an error.
  await build({
    stdin: {
      contents: [
        'import "./engine-canary.mjs";',
        ...files.map((path) => `import ${JSON.stringify(join(TESTS, path))};`),
        `export { probe } from ${JSON.stringify(join(import.meta.dirname, "portable-vitest.mjs"))};`,
      ].join("\n"),
      resolveDir: import.meta.dirname,
    },
    outfile: join(app, "suite.mjs"),
    bundle: true,
    format: "esm",
    platform: "neutral",
    mainFields: ["module", "main"],
    target: "es2022",
    // Test files have no side effects in the eyes of the package's manifest.
    ignoreAnnotations: true,
    logLevel: "silent",
    plugins: [asOneModule],
  });
});

afterAll(() => rmSync(join(app, ".."), { recursive: true, force: true }));

test("nearly all unit tests of the library need nothing of Node", () => {
  expect(files.length).toBeGreaterThanOrEqual(18);
});

describe.each(ENGINES)("in %s", (name) => {
  const run = engineRunner(name);
  test.skipIf(run === undefined)("all pass but the canary", async () => {
    const records: unknown[] = [];
    for await (const record of run?.(app) ?? []) records.push(record);
    expect(records).toEqual([
      { kind: "failure", name: "canary", message: expect.stringContaining("canary") },
      { kind: "end", tests: expect.any(Number) },
    ]);
    expect((records[1] as { tests: number }).tests).toBeGreaterThan(400);
  });
});
