/** Serves the skills over stdio: as tools, as resources, and as prompts for those that a user may invoke. */
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { agentSkills } from "#skills/agent";
import { registerSkills } from "#skills/mcp";
import { z } from "zod";
import { skills } from "#skills";

const agent = await agentSkills(skills);
const server = new McpServer({ name: "{{name}}", version: "1.0.0" }, { instructions: agent.systemPrompt });
registerSkills(server, agent, z);
// Your own tools go here: server.registerTool("shell", …). Log to stderr only, because stdout is the connection.
await server.connect(new StdioServerTransport());
