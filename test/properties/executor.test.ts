/** The executor against a model that keeps plain lists and recomputes everything from them. */
import fc from "../support/fast-check.ts";
import { describe, expect, test } from "vitest";
import { createExecutor, type Executor } from "../../src/runtime/executor/index.ts";
import { compileFilter } from "../../src/runtime/select/filter.ts";
import { fixtureSkills, type FixtureSkill } from "../support/fixture-skills.ts";

const ids = ["anchor", "buoy", "crane", "dock", "ebb"] as const;
const paths = ["harbour/anchor", "harbour/buoy", "harbour/crane", "quay/dock", ""] as const;
const filters = ["", "harbour", "harbour/b*", "quay/**", "none", "harbour/anchor,quay/dock"] as const;
const toolNames = ["Bash", "Read", "Write", "mcp__tide__now"] as const;

const skill = fc.record({
  preload: fc.boolean(),
  allowedTools: fc.array(fc.constantFrom("Read", "Write", "Bash(tide:*)", "mcp__*", "Radio"), { maxLength: 3 }),
  requiredScope: fc.constantFrom<readonly string[]>([], ["pier:enter"], ["admin:all"]),
  disableModelInvocation: fc.boolean(),
});
const setting = fc.record({
  skills: fc.tuple(skill, skill, skill, skill, skill),
  maxActive: fc.integer({ min: 0, max: 3 }),
  filter: fc.constantFrom(...filters),
  packTools: fc.option(fc.subarray([...toolNames]), { nil: undefined }),
});
const anyId = fc.constantFrom(...ids, "ghost");
const step = fc.oneof(
  fc.record({
    kind: fc.constant("activate" as const),
    id: anyId,
    by: fc.constantFrom("application" as const, "model" as const),
    filter: fc.option(fc.constantFrom(...filters), { nil: undefined }),
  }),
  fc.record({ kind: fc.constant("deactivate" as const), id: anyId }),
  fc.record({ kind: fc.constant("setFilter" as const), filter: fc.constantFrom(...filters) }),
  fc.record({ kind: fc.constant("restart" as const) }),
);

type Setting = typeof setting extends fc.Arbitrary<infer T> ? T : never;
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

const GRANTS = ["pier:*"];

/** The rules, written down as plainly as possible. */
class NaivePort {
  active: string[] = [];
  dismissed: string[] = [];
  /** Active in a state, and not restored. */
  lost: string[] = [];
  filter: string;
  /** Filters of the executor that hold as well: a restored state narrows only. */
  bounds: string[] = [];
  readonly given: Setting;

  constructor(given: Setting) {
    this.given = given;
    this.filter = given.filter;
    this.bringInPreloads();
  }

  skillOf(id: string): Setting["skills"][number] | undefined {
    return this.given.skills[ids.indexOf(id as (typeof ids)[number])];
  }

  passes(id: string, filter: string): boolean {
    const path = paths[ids.indexOf(id as (typeof ids)[number])] ?? "";
    const all = filter === this.filter ? [filter, ...this.bounds] : [filter];
    return all.every((one) => compileFilter(one).matches(path));
  }

  isGranted(id: string): boolean {
    return this.skillOf(id)?.requiredScope.every((scope) => scope.startsWith("pier:")) === true;
  }

  bringInPreloads(): void {
    for (const id of ids) {
      const mayEnter = this.skillOf(id)?.preload === true && this.isGranted(id) && this.passes(id, this.filter);
      if (mayEnter && !this.dismissed.includes(id) && !this.active.includes(id)) this.active.push(id);
    }
    this.lost = this.lost.filter((id) => !this.active.includes(id));
  }

  preloads(): string[] {
    return ids.filter(
      (id) =>
        this.skillOf(id)?.preload === true &&
        this.isGranted(id) &&
        this.passes(id, this.filter) &&
        !this.dismissed.includes(id),
    );
  }

  activate(id: string, by: string, own: string | undefined): string {
    const skill = this.skillOf(id);
    if (skill === undefined) return "unknown-skill";
    if (!this.isGranted(id)) return "unauthorized";
    if (by === "model" && skill.disableModelInvocation) return "not-invocable";
    if (this.active.includes(id)) return "again";
    const path = paths[ids.indexOf(id as "buoy")] ?? "";
    const isIn = own === undefined ? this.passes(id, this.filter) : compileFilter(own).matches(path);
    if (!isIn) return "filtered";
    const counted = this.active.filter((other) => this.skillOf(other)?.preload === false).length;
    if (!skill.preload && this.given.maxActive > 0 && counted >= this.given.maxActive) return "max-active";
    this.active.push(id);
    this.dismissed = this.dismissed.filter((other) => other !== id);
    this.lost = this.lost.filter((other) => other !== id);
    return "fresh";
  }

  deactivate(id: string): string[] | "not-active" {
    if (!this.active.includes(id)) {
      if (!this.lost.includes(id)) return "not-active";
      this.lost = this.lost.filter((other) => other !== id);
      return [];
    }
    const before = this.tools();
    this.active = this.active.filter((other) => other !== id);
    if (this.skillOf(id)?.preload === true) this.dismissed.push(id);
    const after = this.tools();
    return before.filter((tool) => !after.includes(tool));
  }

  setFilter(filter: string): string[] {
    this.filter = filter;
    this.bounds = [];
    const gone = this.active.filter((id) => !this.passes(id, filter)).sort();
    this.active = this.active.filter((id) => !gone.includes(id));
    this.bringInPreloads();
    return gone;
  }

  restart(): void {
    const { filter } = this.given;
    this.bounds = this.bounds.includes(filter) ? this.bounds : [filter, ...this.bounds];
    const before = [...this.active, ...this.lost].sort();
    this.active = [];
    for (const id of before) {
      const skill = this.skillOf(id);
      const counted = this.active.filter((other) => this.skillOf(other)?.preload === false).length;
      const isFull = skill?.preload === false && this.given.maxActive > 0 && counted >= this.given.maxActive;
      const isIn = compileFilter(filter).matches(paths[ids.indexOf(id as "buoy")] ?? "");
      if (this.mayContinue(id) && isIn && !isFull) this.active.push(id);
    }
    this.lost = before.filter((id) => !this.active.includes(id));
    this.bringInPreloads();
  }

  /** Only what the model may call, and preloads. */
  mayContinue(id: string): boolean {
    return this.skillOf(id)?.preload === true || this.skillOf(id)?.disableModelInvocation === false;
  }

  toolsOf(id: string): string[] {
    const { packTools } = this.given;
    const own = [...(this.skillOf(id)?.allowedTools ?? [])];
    if (packTools === undefined) return own;
    const covers = (entry: string, tool: string): boolean =>
      entry === "mcp__*" ? tool.startsWith("mcp__") : entry.replace(/\(.*/, "") === tool;
    return packTools.filter((tool) => own.some((entry) => covers(entry, tool)));
  }

  tools(): string[] {
    return [...new Set(this.active.flatMap((id) => this.toolsOf(id)))].sort();
  }
}

function open({ skills, maxActive, filter, packTools }: Setting): Executor {
  const list = skills.map((skill, at): FixtureSkill => {
    const id = ids[at] as string;
    return { id, path: paths[at] as string, instructions: `How to ${id}.`, ...skill };
  });
  return createExecutor(fixtureSkills(list), { maxActive, filter, grants: GRANTS, ...(packTools && { packTools }) });
}

async function play(executor: Executor, naive: NaivePort, step: Step): Promise<Executor> {
  if (step.kind === "activate") {
    const { id, by, filter } = step;
    const result = await executor.activate(id, { by, ...(filter !== undefined && { filter }) });
    const wanted = naive.activate(id, by, filter);
    expect(result.ok ? (result.alreadyActive ? "again" : "fresh") : result.code).toBe(wanted);
    if (result.ok) {
      expect(result.instructions).toBe(`How to ${id}.`);
      expect(result.addedTools).toEqual([...new Set(naive.toolsOf(id))].sort());
    }
  } else if (step.kind === "deactivate") {
    const result = executor.deactivate(step.id);
    expect(result.ok ? result.removedTools : result.code).toEqual(naive.deactivate(step.id));
  } else if (step.kind === "setFilter") {
    expect(executor.setFilter(step.filter)).toEqual({ ok: true, deactivated: naive.setFilter(step.filter) });
  } else {
    const next = open(naive.given);
    const state: unknown = JSON.parse(JSON.stringify(executor.exportState()));
    expect(next.restoreState(state)).toMatchObject({ ok: true });
    naive.restart();
    return next;
  }
  return executor;
}

describe("the executor", () => {
  test("agrees with the naive model after every step", async () => {
    await fc.assert(
      fc.asyncProperty(setting, fc.array(step, { maxLength: 12 }), async (given, steps) => {
        const naive = new NaivePort(given);
        let executor = open(given);
        expect(executor.activeSkills()).toEqual([...naive.active].sort());
        for (const one of steps) {
          executor = await play(executor, naive, one);
          expect(executor.activeSkills()).toEqual([...naive.active].sort());
          expect(executor.activeTools()).toEqual(naive.tools());
          const state = [...naive.active, ...naive.lost].sort();
          expect(executor.exportState().active.map(({ id }) => id)).toEqual(state);
          expect((await executor.preloadedPrompt()).skills).toEqual(naive.preloads());
        }
      }),
      { numRuns: 500 },
    );
  });

  test("never shows a model what filter, grants or flags keep out", async () => {
    await fc.assert(
      fc.asyncProperty(setting, fc.constantFrom(...filters), async (given, filter) => {
        const naive = new NaivePort(given);
        const executor = open(given);
        executor.setFilter(filter);
        const visible = ids.filter(
          (id) => naive.isGranted(id) && naive.passes(id, filter) && !naive.skillOf(id)?.disableModelInvocation,
        );
        expect((await executor.list({ by: "model" })).map(({ id }) => id)).toEqual(visible);
        naive.setFilter(filter);
        expect((await executor.preloadedPrompt()).skills).toEqual(naive.preloads());
      }),
      { numRuns: 200 },
    );
  });
});
