/** `agentSkills({ scripts })`: which compiled scripts a model may run, and what it gets. */
import { describe, expect, test } from "vitest";
import { agentSkills, type AgentSkillsOptions } from "../../../../src/runtime/agent/index.ts";
import type { AnySkills } from "../../../../src/runtime/access.ts";
import { createToolGate } from "../../../../src/runtime/index.ts";
import { fixtureSkills } from "../../../support/fixture-skills.ts";

const script = (exports: Readonly<Record<string, unknown>>) => ({ text: "export {}", exports });

/** `calls` notes what ran. */
function harbour(allowedTools: readonly string[] = []): { readonly skills: AnySkills; readonly calls: unknown[] } {
  const calls: unknown[] = [];
  const run = (input: unknown): string => {
    calls.push(input);
    return "moored";
  };
  const skills = fixtureSkills([
    {
      id: "mooring",
      allowedTools: [...allowedTools],
      files: {
        "references/knots.md": "# Knots",
        "scripts/moor.ts": script({ default: run }),
        "scripts/broken.ts": script({
          default: () => {
            throw new Error("no line");
          },
        }),
        "scripts/library.ts": script({ tie: run }),
        "scripts/tide.py": "print(1)",
      },
    },
    { id: "till", disableModelInvocation: true, files: { "scripts/moor.ts": script({ default: run }) } },
    { id: "vault", requiredScope: ["money"], files: { "scripts/moor.ts": script({ default: run }) } },
  ]);
  return { skills, calls };
}

const call = async (
  skills: AnySkills,
  options: AgentSkillsOptions,
  input: unknown = { name: "mooring", path: "scripts/moor.ts" },
): Promise<unknown> => (await agentSkills(skills, options)).call("run_skill_script", input);

test("without the option there is no tool, and nothing runs", async () => {
  const { skills, calls } = harbour();
  const agent = await agentSkills(skills);
  expect(agent.tools.map(({ name }) => name)).toEqual(["load_skill", "read_skill_resource"]);
  expect(await call(skills, {})).toMatchObject({ code: "unknown-tool" });
  expect(await agent.call("load_skill", { name: "mooring" })).not.toHaveProperty("resources.1.runnable");
  expect(calls).toEqual([]);
});

test("the default export gets the input, and its value is the answer", async () => {
  const { skills, calls } = harbour();
  const input = { name: "mooring", path: "./scripts/../scripts/moor.ts", input: { berth: 4 } };
  expect(await call(skills, { scripts: true }, input)).toEqual({ output: "moored" });
  expect(await call(skills, { scripts: true }, JSON.stringify(input))).toEqual({ output: "moored" });
  expect(await call(skills, { scripts: true }, { ...input, input: null })).toEqual({ output: "moored" });
  expect(calls).toEqual([{ berth: 4 }, { berth: 4 }, {}]);
});

test("load_skill says which files are runnable", async () => {
  const { skills } = harbour();
  const runnable = async (scripts: true | readonly string[]): Promise<readonly string[]> => {
    const agent = await agentSkills(skills, { scripts });
    const { resources } = (await agent.call("load_skill", { name: "mooring" })) as {
      readonly resources: readonly { readonly path: string; readonly runnable?: true }[];
    };
    return resources.flatMap(({ path, runnable }) => (runnable === true ? [path] : []));
  };
  expect(await runnable(true)).toEqual(["scripts/moor.ts", "scripts/broken.ts", "scripts/library.ts"]);
  expect(await runnable(["scripts/moor.ts"])).toEqual(["scripts/moor.ts"]);
  expect(await runnable(["mooring/scripts/moor.ts"])).toEqual(["scripts/moor.ts"]);
  expect(await runnable(["till/scripts/moor.ts"])).toEqual([]);
});

test.each<[unknown, object]>([
  [{ name: "mooring" }, { code: "not-runnable" }],
  [{ name: 7, path: "scripts/moor.ts" }, { code: "invalid-input" }],
  [
    { name: "moring", path: "scripts/moor.ts" },
    { code: "unknown-skill", nearest: ["mooring"] },
  ],
  [
    { name: "till", path: "scripts/moor.ts" },
    { code: "unknown-skill", nearest: [] },
  ],
  [
    { name: "vault", path: "scripts/moor.ts" },
    { code: "unknown-skill", nearest: [] },
  ],
  [{ name: "mooring", path: "../till/scripts/moor.ts" }, { code: "not-runnable" }],
  [
    { name: "mooring", path: "scripts/mor.ts" },
    { code: "not-runnable", nearest: ["scripts/moor.ts"] },
  ],
  [{ name: "mooring", path: "scripts/tide.py" }, { code: "not-runnable" }],
  [{ name: "mooring", path: "references/knots.md" }, { code: "not-runnable" }],
  [{ name: "mooring", path: "SKILL.md" }, { code: "not-runnable" }],
  [{ name: "mooring", path: "scripts/library.ts" }, { code: "script-failed" }],
  [
    { name: "mooring", path: "scripts/broken.ts" },
    { error: "Error: no line", code: "script-failed" },
  ],
])("%j is answered with %j", async (input, answer) => {
  const { skills, calls } = harbour();
  expect(await call(skills, { scripts: true }, input)).toMatchObject(answer);
  expect(calls).toEqual([]);
});

test("a script that is not in the list does not run", async () => {
  const { skills, calls } = harbour();
  expect(await call(skills, { scripts: ["scripts/broken.ts"] })).toMatchObject({ code: "not-runnable" });
  expect(await call(skills, { scripts: ["till/scripts/moor.ts"] })).toMatchObject({ code: "not-runnable" });
  expect(calls).toEqual([]);
});

describe("allowed tools", () => {
  test.each<[readonly string[], boolean]>([
    [[], true],
    [["run_skill_script"], true],
    [["Read", "run_skill_script"], true],
    [["Read"], false],
    [["run_skill_script(scripts/broken.ts)"], false],
  ])("%j of the skill, with a gate and without one: %s where they restrict", async (listed, isListed) => {
    for (const gate of [undefined, createToolGate])
      for (const allowedTools of [undefined, "approve", "restrict"] as const) {
        const { skills, calls } = harbour(listed);
        const isAllowed = isListed || allowedTools !== "restrict";
        const answer = await call(skills, { scripts: true, allowedTools, ...(gate && { gate }) });
        expect(answer).toMatchObject(isAllowed ? { output: "moored" } : { code: "denied" });
        expect(calls).toHaveLength(isAllowed ? 1 : 0);
      }
  });

  test("a pattern of the skill names the paths, with a gate", async () => {
    const { skills } = harbour(["run_skill_script(scripts/moor.*)"]);
    expect(await call(skills, { scripts: true, gate: createToolGate })).toEqual({ output: "moored" });
  });

  test("another active skill may forbid it", async () => {
    const calls: unknown[] = [];
    const skills = fixtureSkills([
      { id: "mooring", files: { "scripts/moor.ts": script({ default: () => calls.push(1) }) } },
      { id: "quiet", disallowedTools: ["run_skill_script"] },
    ]);
    const agent = await agentSkills(skills, { scripts: true, gate: createToolGate });
    const input = { name: "mooring", path: "scripts/moor.ts" };
    expect(await agent.call("run_skill_script", input)).toEqual({ output: 1 });
    await agent.call("load_skill", { name: "quiet" });
    expect(await agent.call("run_skill_script", input)).toMatchObject({ code: "denied" });
    expect(calls).toEqual([1]);
  });
});

test("a skill that the user invoked runs its scripts for the model", async () => {
  const { skills } = harbour();
  const agent = await agentSkills(skills, { scripts: true });
  await agent.invoke("till");
  expect(await agent.call("run_skill_script", { name: "till", path: "scripts/moor.ts" })).toEqual({ output: "moored" });
});

test("scripts that are not compiled are an error of the application", async () => {
  await expect(agentSkills(fixtureSkills([{ id: "mooring" }]), { scripts: true })).rejects.toThrow(
    "module: { scripts: true }",
  );
  await expect(agentSkills(harbour().skills, { scripts: ["scripts/mor.ts"] })).rejects.toThrow("scripts/mor.ts");
});
