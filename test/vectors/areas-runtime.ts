/** The areas of what runs inside an application, all but the rendering of texts. */
import { isAuthorized } from "../../src/runtime/guard/authorization.ts";
import { createExecutor, type Executor } from "../../src/runtime/executor/index.ts";
import { parseHooks } from "../../src/runtime/guard/hooks.ts";
import { parseModelReference, resolveModel } from "../../src/runtime/model-reference.ts";
import type { RuntimeProfileName } from "../../src/runtime/profile/runtime-profile.ts";
import { fizeauTools } from "../../src/runtime/systems/fizeau/tools.ts";
import { skillkitTools } from "../../src/runtime/systems/skillkit/tools.ts";
import { fixtureSkills, type FixtureSkill } from "../support/fixture-skills.ts";
import { area, field, inCommon, resultFields, type Compat, type Fields } from "./runtime-area.ts";
import { carnetAreas } from "./runtime-carnet.ts";
import { cognesyAreas } from "./runtime-cognesy.ts";
import { promptkitAreas } from "./runtime-promptkit.ts";
import type { VectorCheck } from "./vector.ts";

export const runtimeAreas: Readonly<Record<string, VectorCheck>> = {
  ...promptkitAreas,
  ...carnetAreas,
  ...cognesyAreas,
  "fizeau/index": area(["skills"], answerFizeauIndex),
  "fizeau/tool": area(["call", "calls", "catalog", "names", "tool"], answerFizeauTool),
  "skillkit/authz": area(["cases"], answerAuthz),
  "skillkit/hooks": area(["hooks"], answerHooks),
  "skillkit/model": area(["cases"], answerModel),
  "skillkit/tool": area(["skills"], answerSkillkitTool),
};

function open(profile: RuntimeProfileName, skills: readonly FixtureSkill[], compat: Compat): Executor {
  return createExecutor(fixtureSkills(skills), { profile, ...(compat && { compat }) });
}

async function answerFizeauIndex(input: Fields, compat: Compat): Promise<Fields> {
  const skills = field<readonly (readonly [string, string])[]>(input, "skills") ?? [];
  const executor = open(
    "fizeau",
    skills.map(([id, description]) => ({ id, description })),
    compat,
  );
  return { text: await executor.skillIndex() };
}

async function answerFizeauTool(input: Fields, compat: Compat): Promise<Fields> {
  const names = field<readonly string[]>(input, "names") ?? ["cc", "deep", "dup"];
  const isEmpty = Object.hasOwn(input, "catalog") && input["catalog"] === null;
  const skills = names.map((id): FixtureSkill => ({ id, instructions: `${id.charAt(0).toUpperCase()}\n` }));
  const [tool] = fizeauTools(open("fizeau", isEmpty ? [] : skills, compat));
  const calls = field<readonly unknown[]>(input, "calls") ?? [field<unknown>(input, "call")];
  const results = await Promise.all(
    calls.map(async (call) => {
      const result = await tool.execute(call);
      return { ...resultFields(result), text: result };
    }),
  );
  const isKnown = field<string>(input, "tool") === undefined || input["tool"] === tool.name;
  return { ...inCommon(results), ...(isKnown && { required: tool.inputSchema["required"], parallel: tool.parallel }) };
}

function answerAuthz(input: Fields): Fields {
  const cases = field<readonly (readonly [readonly string[], readonly string[]])[]>(input, "cases") ?? [];
  return { results: cases.map(([required, grants]) => isAuthorized(required, grants)) };
}

function answerHooks(input: Fields): Fields {
  const { hooks } = parseHooks(field<Fields>(input, "hooks") ?? {});
  return {
    hooks: hooks.map(({ event, matcher = null, handler = null, warning }) => ({
      event,
      matcher,
      handler,
      ...(warning === undefined ? {} : { warning: true }),
    })),
  };
}

function answerModel(input: Fields): Fields {
  const results = (field<readonly (string | null)[]>(input, "cases") ?? []).map((text) => {
    const skill = text === null ? {} : { model: parseModelReference(text) };
    const providers = ["anthropic", "google", "openai"];
    const resolved = resolveModel(skill, { providers, parent: "parent" });
    return resolved.kind === "parent" ? resolved.model : resolved.model.raw;
  });
  return { results };
}

function answerSkillkitTool(input: Fields, compat: Compat): Fields {
  const names = field<readonly string[]>(input, "skills") ?? [];
  const [tool] = skillkitTools(
    open(
      "skillkit",
      names.map((id) => ({ id, description: "..." })),
      compat,
    ),
  );
  const { name } = tool.inputSchema["properties"] as { readonly name: { readonly enum: readonly string[] } };
  return {
    name: tool.name,
    required: tool.inputSchema["required"],
    enum: name.enum,
    descriptionEndsWith: tool.description,
  };
}
