/** The agent: one Durable Object per conversation, which keeps the messages and the active skills in its state. */
import { Agent } from "agents";
import { generateText, isStepCount, type ModelMessage } from "ai";
import { agentSkills } from "skillc/agent";
import { aiSdkTools } from "skillc/ai-sdk";
import { skills } from "#skills";
import { chooseModel, type ModelEnv } from "./model.ts";

export interface Env extends ModelEnv {
  Clerk: DurableObjectNamespace<Clerk>;
}

interface Conversation {
  readonly messages: readonly ModelMessage[];
  /** What `agent.state()` of skillc returned. */
  readonly skills?: unknown;
}

/** The key in the storage. Not the state of the agent: clients that connect could read and write that. */
const CONVERSATION = "conversation";

export class Clerk extends Agent<Env> {
  /** Answers GET with what was said, and POST with the answer to a prompt. */
  override async onRequest(request: Request): Promise<Response> {
    if (request.method === "GET") return Response.json((await this.load()).messages.flatMap(said));
    const body: unknown = await request.json().catch(() => undefined);
    const { prompt } = Object(body) as { prompt?: unknown };
    if (typeof prompt !== "string") return Response.json({ error: 'Send JSON: { "prompt": "…" }' }, { status: 400 });
    return Response.json(await this.answer(prompt));
  }

  /** Continues the conversation; `skills` are the ids of those that the model has loaded in it. */
  async answer(prompt: string): Promise<{ text: string; skills: readonly string[] }> {
    const conversation = await this.load();
    const agent = await agentSkills(skills, { state: conversation.skills, restore: "user" });
    const messages: ModelMessage[] = [...conversation.messages, { role: "user", content: prompt }];
    const { text, responseMessages } = await generateText({
      model: chooseModel(this.env),
      instructions: agent.systemPrompt,
      tools: aiSdkTools(agent),
      stopWhen: isStepCount(20),
      messages,
    });
    await this.ctx.storage.put(CONVERSATION, { messages: [...messages, ...responseMessages], skills: agent.state() });
    return { text, skills: agent.activeSkills() };
  }

  private async load(): Promise<Conversation> {
    return (await this.ctx.storage.get<Conversation>(CONVERSATION)) ?? { messages: [] };
  }
}

/** The texts of the user and the model, without the instructions and files that the model has read. */
function said({ role, content }: ModelMessage): { role: string; text: string }[] {
  if (role !== "user" && role !== "assistant") return [];
  const text =
    typeof content === "string" ? content : content.map((part) => (part.type === "text" ? part.text : "")).join("");
  return text === "" ? [] : [{ role, text }];
}
