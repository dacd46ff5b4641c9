/** docs/production.md: what its blocks about users, state and limits do; the other blocks run in real stores and with OpenTelemetry. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build as bundle } from "esbuild";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { build } from "../../src/index.ts";

const ROOT = join(import.meta.dirname, "../..");
const PAGE = readFileSync(join(ROOT, "docs/production.md"), "utf8");
const dir = mkdtempSync(join(tmpdir(), "skillc-production-"));

const skill = (name: string, more = ""): string =>
  `---\nname: ${name}\ndescription: Tells ${name}.\n${more}---\nTell.\n`;
beforeAll(async () => {
  for (const [name, text] of [
    ["bills", skill("bills", "required_scope: money:read\n")],
    ["tides", skill("tides")],
  ] as const) {
    mkdirSync(join(dir, "skills", name), { recursive: true });
    writeFileSync(join(dir, "skills", name, "SKILL.md"), text);
  }
  writeFileSync(
    join(dir, "package.json"),
    '{ "type": "module", "imports": { "#skills": "./generated/skills/index.js" } }',
  );
  mkdirSync(join(dir, "node_modules"));
  symlinkSync(ROOT, join(dir, "node_modules/skillc"));
  expect((await build({ cwd: dir })).ok).toBe(true);
});
afterAll(() => rmSync(dir, { recursive: true }));

/** Runs the first block below a heading and returns its exports. */
async function run(heading: string): Promise<Record<string, (...args: readonly unknown[]) => Promise<unknown>>> {
  const section = PAGE.split(`\n## ${heading}\n`)[1]?.split(/\n## /)[0] ?? "";
  const contents = /^```ts\n(.*?)^```$/ms.exec(section)?.[1] ?? "";
  const outfile = join(dir, `${heading.replaceAll(" ", "-")}.mjs`);
  const stdin = { contents, resolveDir: dir, loader: "ts" } as const;
  await bundle({ stdin, outfile, bundle: true, format: "esm", platform: "node" });
  return (await import(pathToFileURL(outfile).href)) as never;
}

test("many users: each has the skills of their scopes", async () => {
  const { agentFor } = await run("Many users");
  const names = async (scopes: readonly string[]): Promise<readonly string[]> => {
    const agent = (await agentFor?.({ scopes }, undefined)) as { visible(): readonly { readonly id: string }[] };
    return agent.visible().map(({ id }) => id);
  };
  expect([await names([]), await names(["money:read"])]).toEqual([["tides"], ["bills", "tides"]]);
});

test("state: the next turn continues", async () => {
  const { turn } = await run("State");
  const store = new Map<string, string>([
    ["c", '{"version":2,"active":[{"id":"tides","by":"user"}],"dismissed":[],"filter":""}'],
  ]);
  expect(await turn?.(store, "c")).toEqual(["tides"]);
  expect(JSON.parse(store.get("c") ?? "")).toMatchObject({ version: 2, active: [{ id: "tides", by: "user" }] });
});

test("limits: what the index costs", async () => {
  const { costs } = await run("Limits");
  const result = (await costs?.()) as { readonly tokens: number; readonly onlyBySearch: number };
  expect(result.onlyBySearch).toBe(0);
  expect(result.tokens).toBeGreaterThan(50);
});

test("events: a line of JSON for each", async () => {
  const log = vi.spyOn(console, "log").mockImplementation(() => undefined);
  await run("Events");
  const lines = log.mock.calls.map(([line]) => JSON.parse(String(line)) as object);
  log.mockRestore();
  expect(lines).toEqual([expect.objectContaining({ type: "skill.listed", by: "model", ids: ["tides"] })]);
});
