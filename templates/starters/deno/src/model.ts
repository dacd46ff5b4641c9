/** The model, by the variables of the environment: README.md lists them. */
import { createAnthropic } from "@ai-sdk/anthropic";
import { createOpenAI } from "@ai-sdk/openai";
import { createGateway, type LanguageModel } from "ai";
import { scriptedModel } from "./scripted-model.ts";

/** Returns the model of the first key that is set. Without one, and outside production, it follows rules. */
export function chooseModel(env: Readonly<Record<string, string | undefined>>): LanguageModel {
  const model = env.MODEL;
  if (env.ANTHROPIC_API_KEY) {
    const anthropic = createAnthropic({ apiKey: env.ANTHROPIC_API_KEY, baseURL: env.ANTHROPIC_BASE_URL });
    return anthropic(model ?? "claude-opus-4-5");
  }
  if (env.OPENAI_API_KEY) {
    const openai = createOpenAI({ apiKey: env.OPENAI_API_KEY, baseURL: env.OPENAI_BASE_URL });
    return openai(model ?? "gpt-5");
  }
  if (env.AI_GATEWAY_API_KEY) {
    const gateway = createGateway({ apiKey: env.AI_GATEWAY_API_KEY, baseURL: env.AI_GATEWAY_BASE_URL });
    return gateway(model ?? "anthropic/claude-opus-4.5");
  }
  if (env.NODE_ENV === "production" || env.AWS_LAMBDA_FUNCTION_NAME || env.DENO_DEPLOYMENT_ID)
    throw new Error("No model: set ANTHROPIC_API_KEY, OPENAI_API_KEY or AI_GATEWAY_API_KEY");
  return scriptedModel;
}
