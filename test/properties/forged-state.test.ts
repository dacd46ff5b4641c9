/** A state that an attacker wrote gives a model nothing that the application's own configuration does not. */
import { expect, test } from "vitest";
import { createSkillsFromCatalog } from "../../src/runtime/catalog/skills-from-catalog.ts";
import { createExecutor, type ExecutorOptions } from "../../src/runtime/executor/index.ts";
import { isAuthorized } from "../../src/runtime/guard/index.ts";
import { modernTools } from "../../src/runtime/tools/index.ts";
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
const state = fc.oneof(
  fc.record({
    version: fc.constant(1),
    active: fc.array(id, { maxLength: 9 }),
    dismissed: fc.array(id, { maxLength: 4 }),
    filter: fc.constantFrom<unknown>("", "**", "skills/**", ["**"], [], "[", "{a", "!skills/open", [
      "more/*",
      "skills/user",
    ]),
  }),
  fc.jsonValue(),
);

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
