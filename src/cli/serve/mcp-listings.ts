/** For clients without the Skills extension: files of skills as resources, user skills as prompts. */
import { agentSkills } from "../../runtime/agent/agent-skills.ts";
import type { McpResource, McpSkillSource } from "../../runtime/adapters/native/mcp.ts";
import type { AnySkills } from "../../runtime/access.ts";

interface McpPrompt {
  readonly name: string;
  readonly description: string;
  readonly arguments: readonly { readonly name: string; readonly description: string; readonly required: boolean }[];
}

/** Each SKILL.md comes before the other files of its skill. */
export async function listAllResources(source: McpSkillSource): Promise<readonly McpResource[]> {
  const all: McpResource[] = [];
  for (const document of await source.listResources()) {
    all.push(document);
    const root = document.uri.replace(/\/SKILL\.md$/, "");
    for await (const file of filesBelow(source, root))
      if (file.uri !== document.uri) all.push({ ...file, name: file.uri.slice("skill://".length) });
  }
  return all;
}

async function* filesBelow(source: McpSkillSource, directory: string): AsyncGenerator<McpResource> {
  let cursor: string | undefined;
  do {
    const page = await source.readDirectory(directory, cursor === undefined ? {} : { cursor });
    for (const one of page?.resources ?? [])
      if (one.mimeType === "inode/directory") yield* filesBelow(source, one.uri);
      else yield one;
    cursor = page?.nextCursor;
  } while (cursor !== undefined);
}

export async function listPrompts(skills: AnySkills, unrestricted: readonly string[]): Promise<readonly McpPrompt[]> {
  const agent = await agentSkills(skills, { unrestricted });
  return agent.visible("user").map(({ id, description, argumentHint }) => ({
    name: id,
    description,
    arguments: [{ name: "arguments", description: argumentHint ?? "Arguments for the skill", required: false }],
  }));
}

/** Undefined if the skill is not a prompt. */
export async function getPrompt(
  skills: AnySkills,
  unrestricted: readonly string[],
  { name, arguments: given }: { readonly name: string; readonly arguments?: string | undefined },
): Promise<object | undefined> {
  // An agent for each call: what one client loads must not appear for another.
  const agent = await agentSkills(skills, { unrestricted });
  const skill = agent.visible("user").find(({ id }) => id === name);
  if (skill === undefined) return undefined;
  const invoked = await agent.invoke(skill.id, given);
  if (!invoked.ok) throw new Error(invoked.message);
  const content = { type: "text", text: invoked.instructions };
  return { description: skill.description, messages: [{ role: "user", content }] };
}
