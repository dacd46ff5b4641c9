/** docs/production.md has the events as the source declares them. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

test("docs/production.md has a row for each event, with its fields", () => {
  const root = join(import.meta.dirname, "../..");
  const source = readFileSync(join(root, "src/runtime/executor/events.ts"), "utf8").split("interface EventFields {")[1];
  const declared = Array.from(
    (source ?? "").split("\n}")[0]?.matchAll(/readonly "?([\w.]+)"?: \{(.*)\};/g) ?? [],
    ([, type, fields = ""]) => [type, Array.from(fields.matchAll(/readonly (\w+)\??:/g), ([, field]) => field)],
  );
  const page = readFileSync(join(root, "docs/production.md"), "utf8");
  const rows = Array.from(page.matchAll(/^\| `([\w.]+)` \| .* \| ([^|]*) \|$/gm), ([, type, fields = ""]) => [
    type,
    Array.from(fields.matchAll(/`(\w+)`/g), ([, field]) => field),
  ]);
  expect(declared.length).toBe(7);
  expect(rows).toEqual(declared);
});
