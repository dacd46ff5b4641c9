/** Areas render, scope, commands and variables: a body goes in, a text comes out. */
import { posix } from "node:path";
import { createCommandRunner } from "../../src/host/run-command.ts";
import { findCommands, prepareBody, type MarkerStyle } from "../../src/prepare/index.ts";
import { formatIndex } from "../../src/runtime/prompt/index-text.ts";
import {
  injectVariables,
  mergeVariables,
  renderSkill,
  createScope,
  type RenderInput,
} from "../../src/runtime/render/index.ts";
import { wrapCognesy } from "../../src/runtime/systems/cognesy/tools.ts";
import type { Vector, VectorCheck, VectorOutcome } from "./vector.ts";

type Fields = Readonly<Record<string, unknown>>;
type Compat = "exact" | undefined;
/** Answers to an input, by the keys of `expected`. */
type Answer = (input: Fields, compat: Compat) => Promise<Fields> | Fields;

export const renderAreas: Readonly<Record<string, VectorCheck>> = {
  "skillkit/render": area(["body", "arguments", "location", "sessionId", "scope"], answerSkillkit),
  "skillkit/scope": area(["body", "arguments", "location", "sessionId", "scope"], answerSkillkit),
  "skillkit/commands": area(
    ["body", "arguments", "location", "sessionId", "scope", "allowDynamicCommands"],
    answerSkillkit,
  ),
  "instructor-php/render": area(["name", "body", "arguments", "resources", "cases"], answerCognesy),
  "instructor-php/commands": area(["body", "timeoutSeconds"], answerCognesyCommands),
  "carnet/variables": area(["text", "variables", "env", "constructor", "call"], answerVariables),
};

function area(inputKeys: readonly string[], answer: Answer): VectorCheck {
  return async ({ input, expected }: Vector): Promise<VectorOutcome> => {
    const fields = expandRepeats(input);
    const unknown = Object.keys(fields).filter((key) => key !== "note" && !inputKeys.includes(key));
    if (unknown.length > 0) return { ok: false, reason: `unknown input: ${unknown.join(", ")}` };
    const { theirs, recommended, note: _note, ...plain } = expandRepeats(expected);
    const wanted: { compat: Compat; fields: Fields }[] = [];
    if (theirs !== undefined) wanted.push({ compat: "exact", fields: toFields(theirs) });
    if (recommended !== undefined) wanted.push({ compat: undefined, fields: toFields(recommended) });
    if (Object.keys(plain).length > 0) wanted.push({ compat: "exact", fields: plain });
    if (wanted.length === 0) return { ok: false, reason: "nothing is expected" };
    for (const { compat, fields: want } of wanted) {
      const given = await answer(fields, compat);
      for (const [key, value] of Object.entries(want)) {
        if (!Object.hasOwn(given, key)) return { ok: false, reason: `unknown expectation: ${key}` };
        const [is, should] = [JSON.stringify(given[key]), JSON.stringify(value)];
        if (is !== should) return { ok: false, reason: `${compat ?? "mended"} ${key}: ${is}, expected ${should}` };
      }
    }
    return { ok: true };
  };
}

/** `bodyRepeat: ["$0 ", 3]` is `body: "$0 $0 $0 "`. */
function expandRepeats(fields: Fields): Fields {
  const expanded = Object.entries(fields).map(([key, value]): [string, unknown] => {
    if (!key.endsWith("Repeat") || !Array.isArray(value)) return [key, value];
    return [key.slice(0, -"Repeat".length), String(value[0]).repeat(Number(value[1]))];
  });
  return Object.fromEntries(expanded);
}

function toFields(expectation: unknown): Fields {
  return typeof expectation === "object" && expectation !== null ? (expectation as Fields) : { text: expectation };
}

/** A field of the input; absent and null are the same. Never one that the object inherited. */
function fieldOf(input: Fields, key: string): unknown {
  return Object.hasOwn(input, key) ? (input[key] ?? undefined) : undefined;
}

function textOf(input: Fields, key: string): string | undefined {
  return fieldOf(input, key) as string | undefined;
}

function valuesOf(input: Fields, key: string): Readonly<Record<string, string>> | undefined {
  return fieldOf(input, key) as Record<string, string> | undefined;
}

async function answerSkillkit(input: Fields, compat: Compat): Promise<Fields> {
  const location = textOf(input, "location");
  const scope = valuesOf(input, "scope");
  const body = textOf(input, "body") ?? null;
  const isAllowed = fieldOf(input, "allowDynamicCommands") !== false;
  const prepared = body === null ? null : await prepare(body, "skillkit", isAllowed, compat);
  const { text } = renderSkill({
    body: prepared,
    dialect: "skillkit",
    arguments: textOf(input, "arguments"),
    // Elixir's dirname takes a path that ends in a slash for a directory.
    skillDir: location === undefined ? undefined : posix.dirname(location.endsWith("/") ? `${location}.` : location),
    sessionId: textOf(input, "sessionId"),
    scope: scope === undefined ? undefined : createScope(scope),
    compat,
  });
  return { text };
}

function answerCognesy(input: Fields, compat: Compat): Fields {
  const cases = fieldOf(input, "cases") as readonly unknown[] | undefined;
  if (cases !== undefined) return { results: cases.map((one) => answerCognesyCase(one, compat)) };
  return { text: renderCognesySkill(input, compat) };
}

/** A case is a skill to render, or a triple of name, description and hint of which the line in a list is wanted. */
function answerCognesyCase(one: unknown, compat: Compat): string {
  if (!Array.isArray(one)) return renderCognesySkill(one as Fields, compat);
  const [name, description, hint] = one as [string, string, string | null];
  const skill = { id: name, description, ...(hint !== null && { argumentHint: hint }) };
  return formatIndex([skill], "cognesy", { ...(compat && { compat }) }).slice("Available skills:\n- ".length);
}

function renderCognesySkill(input: Fields, compat: Compat): string {
  const render: RenderInput = {
    body: textOf(input, "body") ?? "",
    dialect: "cognesy",
    arguments: textOf(input, "arguments"),
    compat,
  };
  const { text } = renderSkill(render);
  return wrapCognesy({
    name: String(input["name"]),
    text,
    resources: fieldOf(input, "resources") as readonly string[] | undefined,
    compat,
  });
}

async function answerCognesyCommands(input: Fields, compat: Compat): Promise<Fields> {
  return {
    text: await prepare(
      String(input["body"]),
      "cognesy",
      true,
      compat,
      fieldOf(input, "timeoutSeconds") as number | undefined,
    ),
  };
}

async function prepare(
  body: string,
  markers: MarkerStyle,
  isAllowed: boolean,
  compat: Compat,
  timeoutSeconds = 10,
): Promise<string> {
  const allow = isAllowed ? findCommands(body, { compat }).map(({ command }) => command.trim()) : [];
  const policy = { allow, cwd: ".", timeoutMs: timeoutSeconds * 1000, markers, compat };
  return (await prepareBody(body, policy, createCommandRunner(import.meta.dirname))).text;
}

function answerVariables(input: Fields): Fields {
  const variables = mergeVariables({
    env: valuesOf(input, "env"),
    constructed: {
      ...valuesOf(input, "variables"),
      ...valuesOf(input, "constructor"),
    },
    call: valuesOf(input, "call"),
  });
  const [only, ...others] = variables.keys();
  return {
    text: injectVariables(textOf(input, "text") ?? "", variables),
    // Asked for when one variable is given in several places.
    ...(only !== undefined && others.length === 0 && { value: injectVariables(`{{ ${only} }}`, variables) }),
  };
}
