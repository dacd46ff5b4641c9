/** The model, by the variables of the environment: README.md lists them. */
import { createAnthropic } from "@ai-sdk/anthropic";
import { createOpenAI } from "@ai-sdk/openai";
import { createGateway, type LanguageModel } from "ai";
import { createWorkersAI } from "workers-ai-provider";
import { scriptedModel } from "./scripted-model.ts";

/** Secrets and bindings of the Worker. */
export interface ModelEnv {
  readonly ANTHROPIC_API_KEY?: string;
  readonly ANTHROPIC_BASE_URL?: string;
  readonly OPENAI_API_KEY?: string;
  readonly OPENAI_BASE_URL?: string;
  readonly AI_GATEWAY_API_KEY?: string;
  readonly AI_GATEWAY_BASE_URL?: string;
  /** The binding of Workers AI. */
  readonly AI?: Ai;
  /** The id of the model; each provider has a default. */
  readonly MODEL?: string;
  /** Set by `npm run dev` only. */
  readonly SCRIPTED_MODEL?: string;
}

/** Returns the model of the first key that is set. Without one, `npm run dev` has one that follows rules. */
export function chooseModel(env: ModelEnv): LanguageModel {
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
  if (env.AI) return createWorkersAI({ binding: env.AI })(model ?? "@cf/meta/llama-3.3-70b-instruct-fp8-fast");
  if (env.SCRIPTED_MODEL) return scriptedModel;
  throw new Error("No model: set ANTHROPIC_API_KEY, OPENAI_API_KEY or AI_GATEWAY_API_KEY, or bind AI");
}
