/** The agent: a model, the index of the skills, and the tools to load them. */
import { convertToModelMessages, createUIMessageStreamResponse, isStepCount, streamText, toUIMessageStream } from "ai";
import type { UIMessage, UIMessageChunk } from "ai";
import { agentSkills } from "skillc/agent";
import { aiSdkTools } from "skillc/ai-sdk";
import { skills } from "#skills";
import { chooseModel } from "./model.ts";

/** Answers the messages of a chat as a stream, in Node and at the edge alike. */
export async function respond(request: Request): Promise<Response> {
  const { messages } = Object(await request.json().catch(() => undefined)) as { messages?: UIMessage[] };
  if (!Array.isArray(messages)) return Response.json({ error: 'Send JSON: { "messages": […] }' }, { status: 400 });
  const agent = await agentSkills(skills);
  const { stream } = streamText({
    model: chooseModel(process.env),
    instructions: agent.systemPrompt,
    tools: aiSdkTools(agent),
    stopWhen: isStepCount(20),
    messages: await convertToModelMessages(messages.map(onlyText)),
  });
  return createUIMessageStreamResponse({ stream: toUIMessageStream({ stream }).pipeThrough(withoutOutputs()) });
}

/** What tools answered comes from this server only: a browser could send instructions of its own. */
function onlyText(message: UIMessage): UIMessage {
  return { ...message, parts: message.parts.filter(({ type }) => type === "text") };
}

/** The browser sees which tools are called, but no instructions and files of skills. */
function withoutOutputs(): TransformStream<UIMessageChunk, UIMessageChunk> {
  return new TransformStream({
    transform(chunk, controller) {
      controller.enqueue(chunk.type === "tool-output-available" ? { ...chunk, output: null } : chunk);
    },
  });
}
