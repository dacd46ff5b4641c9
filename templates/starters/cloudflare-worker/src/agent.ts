/** The agent: a model, the index of the skills, and the tools to load them. */
import { generateText, isStepCount } from "ai";
import { agentSkills } from "skillc/agent";
import { aiSdkTools } from "skillc/ai-sdk";
import { skills } from "#skills";
import { scriptedModel } from "./scripted-model.ts";

/** Follows rules and needs no key. README.md has the line for a real model. */
const model = scriptedModel;

/** Answers a question; `skills` are the ids of those that the model loaded. */
export async function answer(prompt: string): Promise<{ text: string; skills: readonly string[] }> {
  const agent = await agentSkills(skills);
  const { text } = await generateText({
    model,
    instructions: agent.systemPrompt,
    tools: aiSdkTools(agent),
    stopWhen: isStepCount(20),
    prompt,
  });
  return { text, skills: agent.activeSkills() };
}
