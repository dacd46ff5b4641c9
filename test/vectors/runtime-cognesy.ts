/** Runtime areas of instructor-php. */
import { createActiveSkillTracker } from "../../src/runtime/systems/cognesy/active-skill.ts";
import { createExecutor, type Executor } from "../../src/runtime/executor/index.ts";
import { forkRequest, type ForkRequest } from "../../src/runtime/executor/fork.ts";
import { parseModelReference } from "../../src/runtime/model-reference.ts";
import { runtimeProfile } from "../../src/runtime/profile/runtime-profile.ts";
import { withSkillsMetadata } from "../../src/runtime/systems/cognesy/metadata-message.ts";
import { createToolGate } from "../../src/runtime/tools/tool-gate.ts";
import { cognesyTools } from "../../src/runtime/systems/cognesy/tools.ts";
import { fixtureSkills, type FixtureSkill } from "../support/fixture-skills.ts";
import { area, field, type Compat, type Fields } from "./runtime-area.ts";
import type { VectorCheck } from "./vector.ts";

export const cognesyAreas: Readonly<Record<string, VectorCheck>> = {
  "instructor-php/index": area(["skills"], async (input, compat) => ({
    text: await open(listed(input), compat).skillIndex(),
  })),
  "instructor-php/invocation": area(["skills"], answerInvocation),
  "instructor-php/metadata-hook": area(["cases", "skills"], answerMetadata),
  "instructor-php/model": area(["cases"], answerModel),
  "instructor-php/tool": area(["allowedTools", "call", "calls", "context", "executor", "parent", "tool"], answerTool),
  "instructor-php/tool-filter": area(["allowed", "calls", "sequence"], answerToolFilter),
};

function open(skills: readonly FixtureSkill[], compat: Compat): Executor {
  return createExecutor(fixtureSkills(skills), { profile: "cognesy", ...(compat && { compat }) });
}

/** Skills as triples of name, description and hint. */
function listed(input: Fields): FixtureSkill[] {
  const skills = field<readonly (readonly [string, string, string | null])[]>(input, "skills") ?? [];
  return skills.map(([id, description, hint]) => ({
    id,
    description,
    ...(hint === null ? {} : { argumentHint: hint }),
  }));
}

async function answerInvocation(input: Fields, compat: Compat): Promise<Fields> {
  const skills = Object.entries(field<Readonly<Record<string, Fields>>>(input, "skills") ?? {});
  const executor = open(
    skills.map(([id, flags]): FixtureSkill => ({ id, ...flags })),
    compat,
  );
  const seen = { model: executor.visible({ by: "model" }), user: executor.visible({ by: "user" }) };
  const loadable = [];
  for (const [id] of skills) if ((await executor.open(id)).ok) loadable.push(id);
  // The original lists by directory, ours is sorted by id: which skills there are is what counts.
  const inOrder = (ids: readonly string[]): string[] => skills.map(([id]) => id).filter((id) => ids.includes(id));
  return {
    model: inOrder(seen.model.map(({ id }) => id)),
    user: inOrder(seen.user.map(({ id }) => id)),
    load: loadable,
  };
}

function answerMetadata(input: Fields, compat: Compat): Fields {
  const greeting = { role: "user", content: "Good morning." };
  const inject = (messages: readonly { role: string; content: string }[], skills: readonly FixtureSkill[]) =>
    withSkillsMetadata(messages, open(skills, compat).visible({ by: "application" }), { ...(compat && { compat }) });
  const [first] = inject([greeting], listed(input));
  const results = (field<readonly string[]>(input, "cases") ?? []).map((one) => {
    const there = one === "already-has-marker" ? inject([greeting], [{ id: "demo" }]) : [greeting];
    const skills = one === "none-invocable" ? [{ id: "demo", disableModelInvocation: true }] : [{ id: "demo" }];
    if (one !== "already-has-marker" && one !== "none-invocable") return `unknown case ${one}`;
    return inject(there, skills) === there ? "unchanged" : "changed";
  });
  return { role: first?.role, position: first === greeting ? "none" : "prepend", text: first?.content, results };
}

function answerModel(input: Fields, compat: Compat): Fields {
  const cases = field<readonly (readonly [string | null, string])[]>(input, "cases") ?? [];
  const results = cases.map(([wanted, current]) => {
    const tracker = createActiveSkillTracker(runtimeProfile("cognesy", compat));
    const model = wanted === null ? {} : { model: parseModelReference(wanted) };
    tracker.track(fixtureSkills([{ id: "demo", ...model }]).get("demo"));
    return tracker.applyModel({ model: current }).model;
  });
  return { results };
}

async function answerTool(input: Fields, compat: Compat): Promise<Fields> {
  const profile = runtimeProfile("cognesy", compat);
  const context = field<string>(input, "context");
  const lists = field<readonly (readonly string[])[]>(input, "allowedTools");
  const parentTools = field<readonly string[]>(input, "parent") ?? [];
  if (lists !== undefined) {
    const results = await Promise.all(
      lists.map(async (allowedTools) => {
        const skill = await fixtureSkills([{ id: "demo", allowedTools }]).load("demo");
        return forkRequest(skill, { prompt: "", parentTools, profile }).tools;
      }),
    );
    return { results };
  }
  const executor = open(
    [{ id: "demo", instructions: "Do it.", ...(context === undefined ? {} : { context }) }],
    compat,
  );
  const results = [];
  let request: ForkRequest | undefined;
  for (const isGiven of field<readonly boolean[]>(input, "executor") ?? []) {
    const onFork = (asked: ForkRequest): string => {
      request = asked;
      return "forked";
    };
    const [loadSkill] = cognesyTools(executor, isGiven ? { onFork, parentTools } : {});
    results.push((await loadSkill.execute({ skill_name: "demo" })) === "forked" ? "forked" : "inline");
  }
  const [tool] = cognesyTools(executor);
  const calls = field<readonly unknown[]>(input, "calls") ?? [field<unknown>(input, "call")];
  const texts = await Promise.all(calls.map((call) => tool.execute(call)));
  const properties = Object.entries(tool.inputSchema["properties"] as Readonly<Record<string, { type: string }>>);
  return {
    results,
    forkLimits: request?.limits,
    text: texts[0],
    startsWith: texts,
    properties: Object.fromEntries(properties.map(([name, { type }]) => [name, type])),
    required: tool.inputSchema["required"],
    ...(field(input, "tool") !== undefined && field(input, "tool") !== tool.name && { required: "unknown tool" }),
  };
}

async function answerToolFilter(input: Fields, compat: Compat): Promise<Fields> {
  const profile = runtimeProfile("cognesy", compat);
  const sequence = field<readonly string[]>(input, "sequence");
  if (sequence !== undefined) {
    // Any other name is one that is not there: its load fails.
    const known = new Map<string, FixtureSkill>([
      ["with-tools", { id: "with-tools", allowedTools: ["Read"], model: parseModelReference("gpt-4o") }],
      ["without-tools", { id: "without-tools" }],
    ]);
    const skills = [...known.values()];
    const tracker = createActiveSkillTracker(profile);
    const [loadSkill] = cognesyTools(open(skills, compat), { tracker });
    for (const skill_name of sequence) await loadSkill.execute({ skill_name });
    const { allowedTools, model } = tracker.exportState();
    return { allowedAfter: allowedTools, modelAfter: model, verdicts: [allowedTools] };
  }
  const gate = createToolGate([{ allowedTools: field<readonly string[]>(input, "allowed") ?? [] }], { profile });
  const calls = field<readonly string[]>(input, "calls") ?? ["Read", "Write"];
  const verdicts = calls.map((tool) => ({ tool, verdict: gate.check(tool, {}) }));
  const blocked = verdicts.filter(({ verdict }) => !verdict.allowed);
  return {
    blocked: blocked.map(({ tool }) => tool),
    messageMentions: blocked.map(({ verdict }) => (verdict.allowed ? "" : verdict.reason))[0],
  };
}
