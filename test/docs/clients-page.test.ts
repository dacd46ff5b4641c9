/** docs/clients.md and docs/services.md have the tables of the recorded run, the profiles, the fields and the directories. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import * as pluginFields from "../../src/check/manifests/plugin-fields.ts";
import { clientDirectories, fieldTables, profiles, proofText, standardFields } from "../../src/profiles/index.ts";
import { keptLoaders } from "../clients/loaders.mjs";
import { loaders } from "../clients/loaders/table.mjs";
import { clientTables } from "./clients-page.mjs";
import { withPart } from "./generated.mjs";
import { servicesTable } from "./services-table.mjs";

const read = (name: string): string => readFileSync(join(import.meta.dirname, "../../docs", name), "utf8");

const tables = clientTables(keptLoaders(), loaders, {
  profiles,
  proofText,
  fieldTables,
  standardFields,
  pluginFields,
  clientDirectories,
});

test.each(Object.entries(tables))("docs/clients.md has the table of %s: npm run docs updates it", (name, table) => {
  const page = read("clients.md");
  expect(page).toBe(withPart(page, name, table));
});

test("docs/services.md has the table of services: npm run docs updates it", () => {
  const page = read("services.md");
  expect(page).toBe(withPart(page, "services", servicesTable()));
});
