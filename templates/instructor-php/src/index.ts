/** What an agent loop does with skills, without the model: npm start */
import { callTool, cognesyTools, createActiveSkillTracker, createExecutor } from "skillc/runtime";
import { skills } from "#skills";

const executor = createExecutor(skills);
const tracker = createActiveSkillTracker(executor.profile);
const tools = cognesyTools(executor, { tracker });

console.log(await executor.skillIndex());
console.log(await callTool(tools, "load_skill", { skill_name: "review", arguments: "main" }));

// Before each step of the loop: the model of the skill, and the tools that it allows.
console.log(tracker.applyModel({ model: "openai/gpt-5" }));
console.log(tracker.gate().check("Bash", { command: "git diff main" }));
console.log(tracker.gate().check("Write", { file_path: "notes.md" }));
