// VoltAgent with a list of tools of the AI SDK, which it would drop.
import { Agent } from "@voltagent/core";
import { agentSkills } from "skillc/agent";
import { aiSdkTools } from "skillc/ai-sdk";
import { skills } from "./skills/index.js";

const agent = await agentSkills(skills);
let error;
try {
  void new Agent({ name: "Clerk", model: {}, instructions: "", tools: Object.values(aiSdkTools(agent)) });
} catch (thrown) {
  error = [thrown.constructor.name, thrown.message];
}
console.log(JSON.stringify({ error }));
process.exit(0);
