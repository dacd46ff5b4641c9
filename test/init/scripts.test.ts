/** The scripts of package.json: what is changed, and what stays because it already builds or a shell must read it. */
import { expect, test } from "vitest";
import { planScripts } from "../../src/cli/init/scripts.ts";
import type { Approach } from "../../src/cli/init/facts.ts";

type Scripts = Readonly<Record<string, string>>;

/** Returns the new scripts by name, and the instructions. */
function plan(scripts: Scripts, approach: Approach = "scripts"): { changed: Scripts; byHand: readonly string[] } {
  const steps = planScripts(scripts, approach);
  const changed = steps.flatMap((step) => (step.kind === "member" ? [[step.at[1] ?? "", String(step.value)]] : []));
  for (const step of steps) if (step.kind === "member") expect(step.before).toBe(scripts[step.at[1] ?? ""]);
  return {
    changed: Object.fromEntries(changed),
    byHand: steps.flatMap((step) => (step.kind === "paste" ? [step.why] : [])),
  };
}

test.each<[Scripts, Scripts]>([
  [{}, { build: "skillc build" }],
  [{ build: "tsc" }, { build: "skillc build && tsc" }],
  [{ start: "node ." }, { build: "skillc build" }],
  [
    { dev: "next dev", develop: "x", "start:dev": "y" },
    { build: "skillc build", dev: "skillc build --watch -- next dev" },
  ],
  [
    { build: "tsc", "start:dev": "nest start --watch" },
    { build: "skillc build && tsc", "start:dev": "skillc build --watch -- nest start --watch" },
  ],
  [
    { build: "a", "type-check": "tsc" },
    { build: "skillc build && a", "type-check": "skillc build && tsc" },
  ],
  // What builds already, by itself or through another script.
  [{ build: "skillc build && tsc", dev: "npm run build && node ." }, {}],
  [{ prepare: "skillc build", build: "tsc", dev: "tsx watch a.ts" }, {}],
  [{ skills: "skillc build", build: "yarn skills && tsc", predev: "bun run skills", dev: "node ." }, {}],
  [{ a: "npm run b", b: "npm run a", build: "npm run a" }, { build: "skillc build && npm run a" }],
])("%j becomes %j", (scripts, changed) => {
  expect(plan(scripts)).toEqual({ changed, byHand: [] });
});

test.each([
  ["next dev", "skillc build --watch -- next dev"],
  ["NODE_ENV=development PORT=1 node .", "NODE_ENV=development PORT=1 skillc build --watch -- node ."],
  ["prisma generate && next dev", "prisma generate && skillc build --watch -- next dev"],
  ['concurrently "a && b" "c; d"', 'skillc build --watch -- concurrently "a && b" "c; d"'],
  ["cross-env A='x|y' node .", "skillc build --watch -- cross-env A='x|y' node ."],
  ["dotenv -- next dev", "skillc build --watch -- dotenv -- next dev"],
])("the server %j becomes %j", (dev, wrapped) => {
  expect(plan({ build: "skillc build", dev })).toEqual({ changed: { dev: wrapped }, byHand: [] });
});

test.each(["a & b", "a | b", "a; b", "a || b", "node $(which x)", "node a > log", 'node "unclosed', "(cd app && a)"])(
  "the server %j is left to its author",
  (dev) => {
    expect(plan({ build: "skillc build", dev })).toEqual({
      changed: {},
      byHand: [expect.stringContaining('in the script "dev", before the command that serves')],
    });
  },
);

test.each<[Scripts, Scripts]>([
  [{ dev: "wrangler dev", deploy: "wrangler deploy" }, {}],
  [{ build: "wrangler deploy --dry-run", check: "tsc" }, {}],
  [
    { build: "tsc && wrangler deploy --dry-run", typecheck: "tsc --noEmit", types: "wrangler types && npx tsc -b" },
    {
      build: "skillc build && tsc && wrangler deploy --dry-run",
      typecheck: "skillc build && tsc --noEmit",
      types: "skillc build && wrangler types && npx tsc -b",
    },
  ],
  [{ typecheck: "tsc --noEmit --watch" }, {}],
])("where wrangler builds the skills, %j becomes %j", (scripts, changed) => {
  expect(plan(scripts, "wrangler")).toEqual({ changed, byHand: [] });
});

test("a plugin needs no script", () => {
  expect(plan({ dev: "vite", build: "tsc -b && vite build" }, "plugin")).toEqual({ changed: {}, byHand: [] });
});
