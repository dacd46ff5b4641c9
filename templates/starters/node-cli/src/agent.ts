/** The agent: a model, the index of the skills, and the tools to load them. */
import Anthropic from "@anthropic-ai/sdk";
import { agentSkills } from "skillc/agent";
import { answerCalls, anthropicTools } from "skillc/anthropic";
import { skills } from "#skills";
import { scriptedModel } from "./scripted-model.ts";

/** Follows rules and needs no key. README.md has the line for a real model. */
const client = new Anthropic({ apiKey: "none", fetch: scriptedModel });

/** Answers a question; `skills` are the ids of those that the model loaded. */
export async function answer(prompt: string): Promise<{ text: string; skills: readonly string[] }> {
  const agent = await agentSkills(skills);
  const messages: Anthropic.MessageParam[] = [{ role: "user", content: prompt }];
  const request = {
    model: "claude-opus-4-5",
    max_tokens: 8000,
    system: agent.systemPrompt,
    tools: anthropicTools(agent),
  };
  let message = await client.messages.create({ ...request, messages });
  for (; message.stop_reason === "tool_use"; message = await client.messages.create({ ...request, messages }))
    messages.push(...(await answerCalls(agent, message)));
  const text = message.content.map((block) => (block.type === "text" ? block.text : "")).join("");
  return { text, skills: agent.activeSkills() };
}
