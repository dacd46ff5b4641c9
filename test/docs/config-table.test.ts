/** docs/configuration.md has the keys, defaults and texts of the schema, which has those of the validator. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { assess, findPlatform, platformNames, platforms } from "../../src/platforms/index.ts";
import { configJsonSchema } from "../../src/schemas/config-json-schema.ts";
import { estimateWith, type Estimates } from "../bench/compared-estimates.mjs";
import { configPage } from "./config-page.mjs";
import { estimatesTable } from "./estimates-table.mjs";
import { limitsTable } from "./limits-table.mjs";
import { withPart } from "./generated.mjs";

const estimates = JSON.parse(readFileSync(join(import.meta.dirname, "../bench/estimates.json"), "utf8")) as Estimates;
const page = readFileSync(join(import.meta.dirname, "../../docs/configuration.md"), "utf8");

test("the tables are those of the schema: npm run docs updates them", () => {
  for (const [name, part] of Object.entries(configPage(configJsonSchema())))
    expect(page).toBe(withPart(page, name, part));
});

test("each key says what it does", () => {
  const rows = page.split("\n").filter((line) => line.startsWith("| `") && line.split(" | ").length === 3);
  expect(rows.length).toBeGreaterThan(40);
  for (const row of rows) expect(row).toMatch(/^\| `.+` \| .*\| \S.{9,} \|$/);
});

test("every platform is named", () => {
  for (const name of platformNames)
    expect([name, findPlatform(name) !== undefined, page.includes(`\`${name}\``)]).toEqual([name, true, true]);
});

test("docs/deployment.md lists the limits that a build compares", () => {
  const deployment = readFileSync(join(import.meta.dirname, "../../docs/deployment.md"), "utf8");
  expect(deployment).toBe(withPart(deployment, "limits", limitsTable(platforms)));
  const table = estimatesTable(estimates, estimateWith({ assess, findPlatform }));
  expect(deployment).toBe(withPart(deployment, "estimates", table));
});
