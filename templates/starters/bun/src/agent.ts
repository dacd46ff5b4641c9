/** The agent: a model, the index of the skills, and the tools to load them. */
import { generateText, isStepCount } from "ai";
import { agentSkills } from "skillc/agent";
import { aiSdkTools } from "skillc/ai-sdk";
import { skills } from "#skills";
import { chooseModel } from "./model.ts";

/** Answers a question; `skills` are the ids of those that the model loaded. */
export async function answer(prompt: string): Promise<{ text: string; skills: readonly string[] }> {
  const agent = await agentSkills(skills);
  const { text } = await generateText({
    model: chooseModel(process.env),
    instructions: agent.systemPrompt,
    tools: aiSdkTools(agent),
    stopWhen: isStepCount(20),
    prompt,
  });
  return { text, skills: agent.activeSkills() };
}
