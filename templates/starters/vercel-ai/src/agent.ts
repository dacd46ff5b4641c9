/** The agent: a model, the index of the skills, and the tools to load them. */
import { convertToModelMessages, createUIMessageStreamResponse, isStepCount, streamText, toUIMessageStream } from "ai";
import type { UIMessage } from "ai";
import { agentSkills } from "skillc/agent";
import { aiSdkTools } from "skillc/ai-sdk";
import { skills } from "#skills";
import { scriptedModel } from "./scripted-model.ts";

/** Follows rules and needs no key. README.md has the line for a real model. */
const model = scriptedModel;

/** Answers the messages of a chat as a stream, in Node and at the edge alike. */
export async function respond(request: Request): Promise<Response> {
  const { messages } = Object(await request.json().catch(() => undefined)) as { messages?: UIMessage[] };
  if (!Array.isArray(messages)) return Response.json({ error: 'Send JSON: { "messages": […] }' }, { status: 400 });
  const agent = await agentSkills(skills);
  const { stream } = streamText({
    model,
    instructions: agent.systemPrompt,
    tools: aiSdkTools(agent),
    stopWhen: isStepCount(20),
    messages: await convertToModelMessages(messages),
  });
  return createUIMessageStreamResponse({ stream: toUIMessageStream({ stream }) });
}
