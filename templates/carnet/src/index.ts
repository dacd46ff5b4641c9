/** What an agent loop does with skills, without the model: npm start */
import { callTool, carnetPrompt, carnetTools, createCarnetSession, createExecutor, mergeVariables } from "skillc/runtime";
import { skills } from "#skills";

const variables = mergeVariables({ constructed: { HOTEL: "Seaview", GUEST: "Ada" } });
const session = createCarnetSession(createExecutor(skills, { variables }), { agent: "concierge" });

console.log((await carnetPrompt(session)).text);
const tools = carnetTools(session);
console.log(await callTool(tools, "loadSkill", { skillName: "booking" }));
console.log(await callTool(tools, "loadSkillFile", { skillName: "booking", path: "prices.md" }));

// Loading a skill exposes the tools of its toolsets.
console.log(session.diagnose({ find_room: true, book_room: true, pay: true }).exposed);
