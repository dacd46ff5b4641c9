/** docs/listings.md: every block runs and prints what the page says. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build as bundle } from "esbuild";
import { afterAll, beforeAll, expect, test } from "vitest";
import { listingClients } from "../../src/listings/index.ts";
import { runCli } from "../support/run-cli.ts";

const ROOT = join(import.meta.dirname, "../..");
const PAGE = readFileSync(join(ROOT, "docs/listings.md"), "utf8");
const blocks = Array.from(PAGE.matchAll(/^```(\w+)\n([^]*?)^```$/gm), ([, language = "", text = ""]) => ({
  language,
  text,
}));

const DESCRIPTIONS = {
  tides: "Reads the tide tables of a port. Use it when a user asks for high or low tide",
  forms: "Fills in PDF forms. Use it when a user has a form to fill.",
  charts: "Draws charts of depths and currents. Use it when a user asks for a chart or map.",
};

const dir = mkdtempSync(join(tmpdir(), "skillc-listings-"));
beforeAll(() => {
  for (const [name, description] of Object.entries(DESCRIPTIONS)) {
    mkdirSync(join(dir, "skills", name), { recursive: true });
    const text = `---\nname: ${name}\ndescription: ${description}\n---\n\nDo it.\n`;
    writeFileSync(join(dir, "skills", name, "SKILL.md"), text);
  }
  mkdirSync(join(dir, "node_modules"));
  symlinkSync(ROOT, join(dir, "node_modules/skillc"));
});
afterAll(() => rmSync(dir, { recursive: true }));

test("every block is run here", () => {
  expect(new Set(blocks.map(({ language }) => language))).toEqual(new Set(["console", "json", "ts"]));
  expect(blocks.length).toBe(6);
});

test.each(blocks.filter(({ language }) => language === "console").map(({ text }) => text.split("\n")))(
  "%s",
  async (command, ...lines) => {
    const args = command.replace("$ skillc ", "").split(" ");
    const { stdout, stderr } = await runCli(args, dir);
    expect([stdout, stderr]).toEqual([lines.join("\n"), ""]);
  },
);

test("the config is valid, and its clients are checked", async () => {
  const file = join(dir, "skillc.config.json");
  writeFileSync(file, blocks.find(({ language }) => language === "json")?.text ?? "");
  const { exitCode, stdout } = await runCli(["check"], dir);
  rmSync(file);
  expect([exitCode, stdout]).toEqual([0, "ok 3 skills, nothing to report\n"]);
});

test("the program runs", async () => {
  const contents = blocks.find(({ language }) => language === "ts")?.text ?? "";
  const outfile = join(dir, "program.mjs");
  const stdin = { contents, resolveDir: dir, loader: "ts" } as const;
  await bundle({ stdin, outfile, bundle: true, format: "esm", platform: "node", packages: "external" });
  const cwd = process.cwd();
  try {
    process.chdir(dir);
    const { lines, nameOnly } = (await import(pathToFileURL(outfile).href)) as Record<string, readonly string[]>;
    expect([lines?.length, nameOnly]).toEqual([3, ["tides"]]);
  } finally {
    process.chdir(cwd);
  }
});

test("every client is named", () => {
  for (const client of listingClients) expect(PAGE).toContain(`\`${client}\``);
});
