/** The plan in docs/getting-started.md is the one that init prints. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "../..");
const PAGE = join(ROOT, "docs/getting-started.md");
const CASE = "test/fixtures/init/a-worker-builds-the-skills-with-wrangler/expected/plan.txt";

test("docs/getting-started.md shows the plan of a case", () => {
  const plan = readFileSync(join(ROOT, CASE), "utf8").replace(/exit code 0\n$/, "");
  const written = readFileSync(PAGE, "utf8");
  const block = /(?<=transcript:start .*\n```console\n\$ npx skillc init --yes\n)[^]*?(?=```\n<!-- transcript:end)/;
  if (process.env["UPDATE"] === "1" && process.env["CI"] !== "true")
    return writeFileSync(
      PAGE,
      written.replace(block, () => plan),
    );
  expect(block.exec(written)?.[0]).toBe(plan);
});
