/** The agent: a model, the index of the skills, and the tools to load them. */
import Anthropic from "@anthropic-ai/sdk";
import { agentSkills } from "#skills/agent";
import { answerCalls, anthropicTools } from "#skills/anthropic";
import { skills } from "#skills";
import { scriptedModel } from "./scripted-model.ts";

/** Claude, if there is a key. Without one, and outside production, a model that follows rules. */
function chooseClient({ ANTHROPIC_API_KEY, NODE_ENV }: NodeJS.ProcessEnv): Anthropic {
  if (ANTHROPIC_API_KEY) return new Anthropic();
  if (NODE_ENV === "production") throw new Error("No model: set ANTHROPIC_API_KEY");
  return new Anthropic({ apiKey: "none", fetch: scriptedModel });
}

/** Answers a question; `skills` are the ids of those that the model loaded. */
export async function answer(prompt: string): Promise<{ text: string; skills: readonly string[] }> {
  const client = chooseClient(process.env);
  const agent = await agentSkills(skills);
  const messages: Anthropic.MessageParam[] = [{ role: "user", content: prompt }];
  const request = {
    model: process.env.MODEL ?? "claude-opus-4-5",
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
