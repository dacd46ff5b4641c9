/** What an agent loop does with skills, without the model: npm start */
import { callTool, createExecutor, promptkitTools } from "skillc/runtime";
import { skills } from "#skills";

// Skills add only tools that the pack has.
const executor = createExecutor(skills, { packTools: ["read_order", "create_refund"], maxActive: 5 });

// The system prompt: the index, and the text of the preloaded skills.
console.log(await executor.skillIndex());
console.log((await executor.preloadedPrompt()).text);

// A state of a workflow has its own filter.
const tools = promptkitTools(executor, { filter: "skills/billing/*" });
console.log(await callTool(tools, "skill__activate", { name: "refunds" }));
console.log(await callTool(tools, "skill__read_resource", { skill_name: "refunds", path: "references/limits.md" }));
console.log(await callTool(tools, "skill__deactivate", { name: "refunds" }));
