/** The listings of clients are the same in every locale, with and without a cache, for sources in any order. */
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { listingClients } from "../../src/listings/index.ts";
import { sampleSkills } from "../clients/skill-sets.ts";
import { withFiles } from "../support/fix-skill.ts";
import { runCli } from "../support/run-cli.ts";

const CLIENTS = listingClients.flatMap((client) => ["--as", client]);

test("list --as --json", async () => {
  const outputs: string[] = [];
  for (const sources of [
    ["odd", "even"],
    ["even", "odd"],
  ])
    await withFiles({ "package.json": "{}", "node_modules/.keep": "" }, async (dir) => {
      for (const [at, { file, text }] of sampleSkills(60).entries()) {
        const path = join(dir, at % 2 === 0 ? "even" : "odd", file);
        mkdirSync(dirname(path), { recursive: true });
        writeFileSync(path, text);
      }
      writeFileSync(join(dir, "skillc.config.json"), JSON.stringify({ sources, profile: "lenient" }));
      const { LC_ALL } = process.env;
      for (const locale of ["C", "tr_TR.UTF-8"]) {
        process.env["LC_ALL"] = locale;
        for (const args of [[], [], ["--no-cache"]])
          outputs.push((await runCli(["list", ...CLIENTS, "--json", ...args], dir)).stdout);
      }
      if (LC_ALL === undefined) delete process.env["LC_ALL"];
      else process.env["LC_ALL"] = LC_ALL;
    });
  expect(JSON.parse(outputs[0] ?? "")).toHaveLength(listingClients.length);
  expect(new Set(outputs).size).toBe(1);
});
