/** The models of the starters, chosen by the environment: the packages of the providers against a server that speaks their protocols. */
import { execFile } from "node:child_process";
import { cpSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findBinary } from "../support/engine-binaries.ts";
import { startProvider, type Provider } from "../starters/provider.ts";
import { starterPath } from "../starters/starter.ts";
import { createFrameworkApp, frameworkMissing, type FrameworkApp } from "./framework.ts";

const run = promisify(execFile);
const isMissing = frameworkMissing("providers") !== undefined;
const QUESTION = "Fill in this form, a PDF file: tax.pdf";
const ANSWER = 'I loaded the skill pdf: "Forms". In references/fields.md: "# Fields".';
let app: FrameworkApp;
let provider: Provider;

beforeAll(async () => {
  if (isMissing) return;
  app = await createFrameworkApp("providers");
  provider = await startProvider();
});
afterAll(async () => {
  provider?.close();
  await app?.dispose();
});

type Environment = Readonly<Record<string, string>>;

/** Asks the model of a starter in each environment, in one process. */
async function ask(starter: string, environments: readonly Environment[]): Promise<readonly unknown[]> {
  rmSync(join(app.dir, "starter"), { recursive: true, force: true });
  mkdirSync(join(app.dir, "starter"));
  for (const file of ["model.ts", "scripted-model.ts"])
    cpSync(starterPath(starter, `src/${file}`), join(app.dir, "starter", file));
  const flags = ["--experimental-strip-types", "--no-warnings"];
  const args = [join(app.dir, "starter-model.mjs"), QUESTION, JSON.stringify(environments)];
  const { stdout } = await run(findBinary("node22") as string, [...flags, ...args], { cwd: app.dir, env: {} });
  return JSON.parse(stdout) as readonly unknown[];
}

const answered = { text: ANSWER, streamed: ANSWER };
const providers = [
  ["ANTHROPIC", "/messages", "claude-opus-4-5"],
  ["OPENAI", "/responses", "gpt-5"],
  ["AI_GATEWAY", "/language-model", "anthropic/claude-opus-4.5"],
] as const;

/** Each provider with its default model and with another one. */
const environments = (): Environment[] =>
  providers.flatMap(([name]) => {
    const env = { [`${name}_API_KEY`]: "k", [`${name}_BASE_URL`]: provider.url, NODE_ENV: "production" };
    return [env, { ...env, MODEL: "other" }];
  });
const expected = providers.flatMap(([, protocol, model]) =>
  // Three steps for each of the two questions.
  [model, "other"].flatMap((name) => Array.from({ length: 6 }, () => ({ protocol, key: "k", model: name }))),
);
const error = "No model: set ANTHROPIC_API_KEY, OPENAI_API_KEY or AI_GATEWAY_API_KEY";

describe.skipIf(isMissing)("the model of a starter", () => {
  test.each<[starter: string, more: readonly Environment[], answers: readonly unknown[]]>([
    // Without a key it follows rules, but not in production.
    ["hono", [{}, { NODE_ENV: "production" }, { AWS_LAMBDA_FUNCTION_NAME: "clerk" }], [answered, { error }, { error }]],
    [
      "cloudflare-worker",
      [{ WORKERS_AI: "1" }, { SCRIPTED_MODEL: "1" }, {}],
      [answered, answered, { error: `${error}, or bind AI` }],
    ],
  ])("is the one of the environment: %s", async (starter, more, answers) => {
    const before = provider.seen.length;
    const all = await ask(starter, [...environments(), ...more]);
    expect(all).toEqual([...environments().map(() => answered), ...answers]);
    expect(provider.seen.slice(before)).toEqual(expected);
  });

  test.each(["hono", "cloudflare-worker"])("type-checks as in %s", async (starter) => {
    for (const file of ["model.ts", "scripted-model.ts"])
      cpSync(starterPath(starter, `src/${file}`), join(app.dir, file));
    writeFileSync(join(app.dir, "env.d.ts"), 'import "@cloudflare/workers-types";\n');
    const types = starter === "hono" ? "" : '/// <reference types="@cloudflare/workers-types" />\n';
    const use = (key: string): string =>
      `${types}import { chooseModel } from "./model.ts";\nchooseModel({ ${key}: "k" });\n`;
    expect(await app.typeCheck(use("OPENAI_API_KEY"))).not.toMatch(/error TS(?!5097)/);
  });
});
