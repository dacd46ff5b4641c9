/** What an agent loop does with skills, without the model: npm start */
import { callTool, createExecutor, skillkitTools } from "skillc/runtime";
import { skills } from "#skills";

// One executor per agent and session: what it may use, and who asks.
const executor = createExecutor(skills, {
  grants: ["harbor:*"],
  sessionId: "s-1",
  scope: { resolve: (name) => (name === "USERNAME" ? "Ada" : undefined) },
});

// Each activation runs in a loop with the skill's instructions; here the loop only repeats its task.
const tools = skillkitTools(executor, {
  parentTools: ["read_log", "write_log"],
  onFork: ({ prompt, tools: names }) => `${names.join(", ")}: ${prompt}`,
});
console.log(await callTool(tools, "activate_skill", { name: "harbor:tides", arguments: "north" }));
console.log(await callTool(tools, "activate_skill", { name: "harbor:moorings", arguments: "Petrel" }));
