/** The agent: one Durable Object per conversation, which keeps the messages and the active skills in its state. */
import { Agent } from "agents";
import { generateText, isStepCount, type ModelMessage } from "ai";
import { agentSkills } from "skillc/agent";
import { aiSdkTools } from "skillc/ai-sdk";
import { skills } from "#skills";
import { scriptedModel } from "./scripted-model.ts";

/** Follows rules and needs no key. README.md has the line for a real model. */
const model = scriptedModel;

export interface Env {
  Clerk: DurableObjectNamespace<Clerk>;
}

interface Conversation {
  messages: ModelMessage[];
  /** What `agent.state()` of skillc returned. Clients that connect can write this state: so no `restore: "user"` below. */
  skills?: unknown;
}

export class Clerk extends Agent<Env, Conversation> {
  override initialState: Conversation = { messages: [] };

  /** Answers GET with the conversation, and POST with the answer to a prompt. */
  override async onRequest(request: Request): Promise<Response> {
    if (request.method === "GET") return Response.json(this.state.messages);
    const body: unknown = await request.json().catch(() => undefined);
    const { prompt } = Object(body) as { prompt?: unknown };
    if (typeof prompt !== "string") return Response.json({ error: 'Send JSON: { "prompt": "…" }' }, { status: 400 });
    return Response.json(await this.answer(prompt));
  }

  /** Continues the conversation; `skills` are the ids of those that the model has loaded in it. */
  async answer(prompt: string): Promise<{ text: string; skills: readonly string[] }> {
    const agent = await agentSkills(skills, { state: this.state.skills });
    const messages: ModelMessage[] = [...this.state.messages, { role: "user", content: prompt }];
    const { text, responseMessages } = await generateText({
      model,
      instructions: agent.systemPrompt,
      tools: aiSdkTools(agent),
      stopWhen: isStepCount(20),
      messages,
    });
    this.setState({ messages: [...messages, ...responseMessages], skills: agent.state() });
    return { text, skills: agent.activeSkills() };
  }
}
