/** What an agent loop does with skills, without the model: npm start */
import { callTool, createExecutor, fizeauTools } from "skillc/runtime";
import { skills } from "#skills";

const executor = createExecutor(skills);

// The section of the system prompt, and the tool; without skills there is neither.
console.log(await executor.skillIndex());
const tools = skills.names.length === 0 ? [] : fizeauTools(executor);
console.log(await callTool(tools, "load_skill", { skill_name: "triage" }));
console.log(await callTool(tools, "load_skill", { skill_name: "triaje" }));
