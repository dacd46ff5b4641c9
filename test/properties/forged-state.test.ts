/** A state that an attacker wrote gives a model nothing that the application's own configuration does not. */
import { expect, test } from "vitest";
import { createSkillsFromCatalog } from "../../src/runtime/catalog/skills-from-catalog.ts";
import { SkillError } from "../../src/runtime/access.ts";
import { agentSkills, type AgentSkills, type AgentSkillsOptions } from "../../src/runtime/agent/index.ts";
import { createExecutor, type ExecutorOptions } from "../../src/runtime/executor/index.ts";
import { isAuthorized, isInvocableBy } from "../../src/runtime/guard/index.ts";
import { createToolGate, modernTools } from "../../src/runtime/tools/index.ts";
import { compileFilter } from "../../src/runtime/select/filter.ts";
import * as runtime from "../../src/runtime/index.ts";
import { compileToCatalog } from "../support/compile-project.ts";
import fc from "../support/fast-check.ts";

const document = (name: string, more = ""): string =>
  `---\nname: ${name}\ndescription: Counts ${name}. Use when asked to.\n${more}---\nCount.\n`;
const { catalog } = await compileToCatalog(
  {
    "/project/skills/open/SKILL.md": document("open", "allowed-tools: Read\n"),
    "/project/skills/scoped/SKILL.md": document("scoped", "required_scope: billing\n"),
    "/project/skills/user/SKILL.md": document("user", "disable-model-invocation: true\n"),
    "/project/skills/model/SKILL.md": document("model", "user-invocable: false\n"),
    "/project/more/other/SKILL.md": document("other", "disallowed-tools: Bash\n"),
    "/project/pre/first/SKILL.md": document("first", "required_scope: billing\n"),
    "/project/pre/second/SKILL.md": document("second"),
  },
  { sources: ["skills", "more", { dir: "pre", preload: true }] },
);
const skills = createSkillsFromCatalog(catalog);
const ids = skills.names;
const before = JSON.stringify(ids.map((id) => skills.get(id)));

const setting: fc.Arbitrary<ExecutorOptions> = fc.record(
  {
    grants: fc.subarray(["billing", "admin:*"]),
    only: fc.subarray([...ids], { minLength: 1 }),
    filter: fc.constantFrom("", "skills/**", ["skills/open", "pre/**"], "more/*"),
    maxActive: fc.integer({ min: 0, max: 3 }),
  },
  { requiredKeys: [] },
);
const id = fc.oneof(fc.constantFrom(...ids, "__proto__", "constructor", "skills/open"), fc.string());
const started = fc.record({ id, by: fc.constantFrom("model", "user", "application") });
const patterns = fc.constantFrom<unknown>("", "**", "skills/**", ["**"], [], "[", "{a", "!skills/open", [
  "more/*",
  "skills/user",
]);
const dismissed = fc.array(id, { maxLength: 4 });
const readable = (filter: fc.Arbitrary<unknown>) =>
  fc.oneof(
    fc.record({ version: fc.constant(1), active: fc.array(id, { maxLength: 9 }), dismissed, filter }),
    fc.record({ version: fc.constant(2), active: fc.array(started, { maxLength: 9 }), dismissed, filter }),
  );
const state = fc.oneof(readable(patterns), fc.jsonValue());

test("whatever is restored, only admitted skills are active, and the filter is not wider", async () => {
  await fc.assert(
    fc.asyncProperty(setting, fc.array(state, { minLength: 1, maxLength: 3 }), async (options, states) => {
      const executor = createExecutor(skills, options);
      const fresh = createExecutor(skills, options);
      for (const one of states) executor.restoreState(JSON.parse(JSON.stringify(one)));
      const { matches } = compileFilter(options.filter ?? "");
      for (const active of executor.activeSkills()) {
        const skill = skills.get(active);
        expect({ active, is: options.only?.includes(active) ?? true }).toEqual({ active, is: true });
        expect(isAuthorized(skill.requiredScope, options.grants ?? [])).toBe(true);
        expect(!skill.disableModelInvocation || skill.preload).toBe(true);
        expect({ active, is: matches(skill.path) }).toEqual({ active, is: true });
      }
      const counted = executor.activeSkills().filter((active) => !skills.get(active).preload);
      const { maxActive = 0 } = options;
      if (maxActive > 0) expect(counted.length).toBeLessThanOrEqual(maxActive);
      const seen = new Set(fresh.visible().map((skill) => skill.id));
      for (const { id: visible } of executor.visible()) expect(seen.has(visible)).toBe(true);
      for (const hidden of ids.filter((each) => !seen.has(each) && !fresh.activeSkills().includes(each)))
        expect((await executor.activate(hidden, { by: "model" })).ok, hidden).toBe(false);
    }),
    { numRuns: 1000 },
  );
});

const restrictedCatalog = await compileToCatalog(
  {
    "/project/skills/open/SKILL.md": document("open", "allowed-tools: Read Bash(ls:*)\n"),
    "/project/skills/open/a.md": "A\n",
    "/project/skills/plain/SKILL.md": document("plain"),
    "/project/skills/scoped/SKILL.md": document("scoped", "required_scope: billing\ndisallowed-tools: Fetch\n"),
    "/project/skills/scoped/a.md": "A\n",
    "/project/skills/user/SKILL.md": document("user", "disable-model-invocation: true\nallowed-tools: Write\n"),
    "/project/skills/user/a.md": "A\n",
    "/project/skills/limits/SKILL.md": document("limits", "disable-model-invocation: true\ndisallowed-tools: Write\n"),
    "/project/skills/model/SKILL.md": document("model", "user-invocable: false\ndisallowed-tools: Bash(rm:*)\n"),
    "/project/skills/nobody/SKILL.md": document(
      "nobody",
      "user-invocable: false\ndisable-model-invocation: true\nallowed-tools: Fetch\n",
    ),
    "/project/skills/nobody/a.md": "A\n",
    "/project/pre/first/SKILL.md": document("first", "disallowed-tools: Edit\n"),
    "/project/pre/second/SKILL.md": document("second", "required_scope: billing\ndisallowed-tools: Read(secret/**)\n"),
    "/project/pre/third/SKILL.md": document("third", "disable-model-invocation: true\nallowed-tools: Bash(git:*)\n"),
  },
  { sources: ["skills", { dir: "pre", preload: true }] },
);
const restricted = createSkillsFromCatalog(restrictedCatalog.catalog);
const calls: readonly (readonly [tool: string, input: unknown])[] = [
  ["Read", { file_path: "src/a" }],
  ["Read", { file_path: "secret/key" }],
  ["Write", {}],
  ["Edit", {}],
  ["Fetch", {}],
  ["Grep", { pattern: "x" }],
  ["Bash", { command: "ls" }],
  ["Bash", { command: "rm -rf /" }],
  ["Bash", { command: "git log" }],
];

const agentSetting: fc.Arbitrary<AgentSkillsOptions> = fc.record(
  {
    grants: fc.subarray(["billing"]),
    only: fc.subarray([...restricted.names], { minLength: 1 }),
    filter: fc.constantFrom(compileFilter("skills/**"), compileFilter(["skills/user", "pre/*"]), compileFilter("")),
    maxActive: fc.integer({ min: 0, max: 3 }),
    allowedTools: fc.constantFrom("approve" as const, "restrict" as const),
    restore: fc.constantFrom("user" as const, "model" as const),
  },
  { requiredKeys: [] },
);
const agentId = fc.constantFrom(...restricted.names, "ghost", "__proto__");
const agentState = fc.record({
  version: fc.constant(2),
  active: fc.array(fc.record({ id: agentId, by: fc.constantFrom("model", "user", "application") }), { maxLength: 9 }),
  dismissed: fc.array(agentId, { maxLength: 4 }),
  filter: fc.constant(""),
});

const open = (options: AgentSkillsOptions, given?: unknown): Promise<AgentSkills> =>
  agentSkills(restricted, { gate: createToolGate, ...options, state: given });
const verdicts = (agent: AgentSkills) => calls.map(([tool, input]) => agent.check(tool, input));
const readableIds = async (agent: AgentSkills): Promise<readonly string[]> => {
  const read = await Promise.all(
    restricted.names.map(async (name) => [name, await agent.call("read_skill_resource", { name, path: "SKILL.md" })]),
  );
  return read.flatMap(([name, answer]) => ("content" in (answer as object) ? [name as string] : []));
};
const listed = (agent: AgentSkills): unknown => [
  agent.systemPrompt.split("<skill_content")[0]?.trim(),
  agent.visible(),
];

test("a forged state gives an agent nothing that a fresh one refuses, and no call that its gate refuses", async () => {
  await fc.assert(
    fc.asyncProperty(agentSetting, agentState, async (options, forged) => {
      const fresh = await open(options);
      const agent = await open(options, JSON.stringify(forged));
      expect(listed(agent)).toEqual(listed(fresh));
      const byUser = options.restore === "user" ? forged.active.filter(({ by }) => by === "user") : [];
      // What the model, or with the application's word the user, could have in the same agent without a state.
      const could = await open({ ...options, maxActive: 0 });
      for (const one of restricted.names) await could.call("load_skill", { name: one });
      for (const { id: one } of byUser)
        if (restricted.find(one) !== undefined && isInvocableBy(restricted.get(one), "user")) await could.invoke(one);
      const reachable = new Set(could.activeSkills());
      for (const active of agent.activeSkills()) expect([active, reachable.has(active)]).toEqual([active, true]);
      const readable = new Set(await readableIds(could));
      for (const one of await readableIds(agent)) expect([one, readable.has(one)]).toEqual([one, true]);
      // The gate: compared with a fresh agent in which the same skills were loaded.
      const same = await open({ ...options, maxActive: 0 });
      for (const active of agent.activeSkills())
        if (!(await same.invoke(active)).ok) await same.call("load_skill", { name: active });
      for (const [at, verdict] of verdicts(agent).entries()) {
        for (const honest of options.allowedTools === "restrict" ? [same] : [same, fresh]) {
          const wanted = honest.check(...(calls[at] as [string, unknown]));
          const call = [calls[at], agent.activeSkills(), verdict.allowed];
          expect([...call, verdict.allowed && !wanted.allowed]).toEqual([...call, false]);
        }
        const wanted = verdicts(same)[at];
        if (verdict.allowed && verdict.approved) expect(wanted).toMatchObject({ approved: true });
      }
      // What it lost restricts, and only the application can end that.
      for (const { id: gone } of agent.dropped) {
        for (const tool of restricted.find(gone)?.disallowedTools ?? [])
          if (!tool.includes("(")) expect(agent.check(tool, {})).toMatchObject({ allowed: false });
        expect(await agent.call("unload_skill", { name: gone })).toMatchObject({ code: expect.any(String) as string });
      }
      const next = await open(options, agent.state());
      expect([next.state(), next.dropped, verdicts(next)]).toEqual([agent.state(), agent.dropped, verdicts(agent)]);
    }),
    { numRuns: 100 },
  );
});

test("a state that is cut or changed anywhere is read as another one, or is an error", async () => {
  const agent = await open({ grants: ["billing"] });
  for (const name of ["open", "scoped", "model"]) await agent.call("load_skill", { name });
  const text = JSON.stringify(agent.state());
  const fresh = verdicts(await open({ grants: ["billing"] }));
  await fc.assert(
    fc.asyncProperty(
      fc.nat(text.length),
      fc.nat(9),
      fc.constantFrom("", " ", "}", '"', "0", "user", "null"),
      async (at, length, into) => {
        const changed = `${text.slice(0, at)}${into}${text.slice(at + length)}`;
        try {
          const other = await open({ grants: ["billing"] }, changed);
          for (const [index, verdict] of verdicts(other).entries())
            if (fresh[index]?.allowed === false) expect(verdict.allowed).toBe(false);
        } catch (error) {
          expect(error).toBeInstanceOf(SkillError);
          expect(error).toMatchObject({ code: "state-invalid" });
        }
      },
    ),
    { numRuns: 100 },
  );
});

const step = fc.oneof(
  fc.record({ kind: fc.constantFrom("load_skill", "unload_skill", "invoke", "deactivate"), name: agentId }),
  fc.record({ kind: fc.constant("restart"), name: fc.constant("") }),
);

test("a conversation that the application vouches for is the same after a state, its JSON and a state again", async () => {
  await fc.assert(
    fc.asyncProperty(agentSetting, fc.array(step, { maxLength: 9 }), async (given, steps) => {
      const options = { ...given, restore: "user" as const };
      let agent = await open(options);
      for (const { kind, name } of steps) {
        if (kind === "invoke") await agent.invoke(name);
        else if (kind === "deactivate") agent.deactivate(name);
        else if (kind === "restart") agent = await open(options, JSON.stringify(agent.state()));
        else await agent.call(kind, { name });
        const next = await open(options, JSON.stringify(agent.state()));
        expect(next.dropped).toEqual([]);
        expect(next.activeSkills()).toEqual(agent.activeSkills());
        expect(next.state()).toEqual(agent.state());
        expect(verdicts(next)).toEqual(verdicts(agent));
        expect(await readableIds(next)).toEqual(await readableIds(agent));
        expect(listed(next)).toEqual(listed(agent));
      }
    }),
    { numRuns: 100 },
  );
});

test("without that word it keeps what the model loaded, and every refusal", async () => {
  await fc.assert(
    fc.asyncProperty(agentSetting, fc.array(step, { maxLength: 9 }), async (given, steps) => {
      const options = { ...given, restore: "model" as const };
      const agent = await open(options);
      for (const { kind, name } of steps)
        if (kind === "invoke") await agent.invoke(name);
        else if (kind !== "restart") await agent.call(kind === "deactivate" ? "unload_skill" : kind, { name });
      const next = await open(options, JSON.stringify(agent.state()));
      const gone = agent.activeSkills().filter((active) => !next.activeSkills().includes(active));
      expect(next.dropped.map(({ id: dropped }) => dropped)).toEqual(gone);
      for (const one of gone) expect(restricted.get(one).disableModelInvocation).toBe(true);
      for (const [at, verdict] of verdicts(agent).entries())
        if (!verdict.allowed) expect(verdicts(next)[at]).toMatchObject({ allowed: false });
      expect(listed(next)).toEqual(listed(agent));
    }),
    { numRuns: 100 },
  );
});

/** Tries to change everything that a value reaches. */
function vandalize(value: unknown, seen = new Set<unknown>()): void {
  if (typeof value !== "object" || value === null || seen.has(value)) return;
  seen.add(value);
  for (const one of Object.values(value)) vandalize(one, seen);
  const attempts: readonly (() => unknown)[] = [
    () => (Array.isArray(value) ? value.push("Evil") : Object.assign(value, { evil: true })),
    () => Object.keys(value).forEach((key) => Reflect.set(value, key, "Evil")),
    () => Object.keys(value).forEach((key) => Reflect.deleteProperty(value, key)),
  ];
  for (const attempt of attempts)
    try {
      attempt();
    } catch {
      // Frozen.
    }
}

test("whatever a request does to what it was handed, the next one reads the same", async () => {
  const read = async (): Promise<readonly string[]> => {
    const executor = createExecutor(skills, { grants: ["billing"] });
    await executor.activate("open");
    const bytes = await skills.readBytes("open", "SKILL.md").catch(() => new Uint8Array());
    return [
      ids.map((each) => skills.get(each)),
      await Promise.all(ids.map((each) => skills.load(each))),
      await skills.preloaded(),
      skills.listForDir(""),
      executor.visible(),
      executor.activeSkills(),
      executor.activeTools(),
      executor.exportState(),
      executor.profile,
      await executor.skillIndex(),
      await executor.preloadedPrompt(),
      modernTools(executor),
      [...bytes],
    ].map((one) => JSON.stringify(one));
  };
  const first = await read();
  const executor = createExecutor(skills, { grants: ["billing"] });
  await executor.activate("open");
  const handed = [
    skills.names,
    ...ids.map((each) => skills.get(each)),
    ...(await Promise.all(ids.map((each) => skills.load(each)))),
    await skills.preloaded(),
    skills.listForDir(""),
    executor.visible(),
    executor.activeSkills(),
    executor.activeTools(),
    executor.exportState(),
    executor.profile,
    await executor.skillIndex(),
    await executor.preloadedPrompt(),
    modernTools(executor),
    await executor.activate("second"),
  ];
  for (const one of handed) vandalize(one);
  expect(await read()).toEqual(first);
  expect(JSON.stringify(ids.map((each) => skills.get(each)))).toBe(before);
});

test("what the library exports besides functions cannot be changed", () => {
  for (const [name, value] of Object.entries(runtime))
    if (typeof value !== "function") expect([name, isDeeplyFrozen(value)]).toEqual([name, true]);
});

function isDeeplyFrozen(value: unknown): boolean {
  return Object.isFrozen(value) && (typeof value !== "object" || Object.values(value ?? {}).every(isDeeplyFrozen));
}
