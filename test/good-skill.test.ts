/** A good skill is left in peace: under every profile, with either kind of line endings. */
import { describe, expect, test } from "vitest";
import { checkTree } from "../src/api/check-tree.ts";
import { profileNames } from "../src/profiles/index.ts";

const skill = `---
name: tide-tables
description: Reads tide tables and plans landings. Use when a boat has to be beached or launched.
license: Apache-2.0
compatibility: Needs the tide tables of the year.
metadata:
  author: Station Nord
  version: "1.10"
---
# Tide tables

Find the port in [the list of ports](references/ports.md), then read the hour of high water.

1. Run \`scripts/high-water.py\` with the port and the day: it prints the hours.
2. Compare them with the [chart](assets/chart.svg), as [below](#landings) is said.

## Landings

Land within an hour of high water:

\`\`\`sh
python scripts/high-water.py nord 2026-11-21 | head -n 2
\`\`\`
`;

const files = {
  "skills/tide-tables/SKILL.md": skill,
  "skills/tide-tables/references/ports.md": "# Ports\n\n- Nord\n- Syd\n",
  "skills/tide-tables/scripts/high-water.py": "import sys\n\nprint(sys.argv[1:])\n",
  "skills/tide-tables/assets/chart.svg": '<svg xmlns="http://www.w3.org/2000/svg"/>\n',
};
const crlf = Object.fromEntries(Object.entries(files).map(([path, text]) => [path, text.replaceAll("\n", "\r\n")]));

/** The client cuts the frontmatter before the LF of its last line: a CR is left behind a value in quotes (deepagents 1.14.1). */
const refusedWithCrlf: Readonly<Record<string, readonly string[]>> = {
  deepagents: ['yaml-invalid: text follows the end of the value of "version"'],
};

describe.each([
  ["LF", files],
  ["CRLF", crlf],
])("with %s", (_kind, tree) => {
  test.each(profileNames)("nothing above info under %s", async (profile) => {
    const { diagnostics } = await checkTree(tree, { profile });
    const told = diagnostics
      .filter(({ severity }) => severity !== "info")
      .map(({ rule, message }) => `${rule}: ${message}`);
    expect(told).toEqual(tree === crlf ? (refusedWithCrlf[profile] ?? []) : []);
  });

  test("nothing at all under the default profile", async () => {
    expect((await checkTree(tree)).diagnostics).toEqual([]);
  });
});
