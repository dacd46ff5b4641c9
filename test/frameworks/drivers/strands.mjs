// The plugin AgentSkills of Strands with our skills.
import { AgentSkills, Skill } from "@strands-agents/sdk/vended-plugins/skills";
import { strandsSkills } from "skillc/strands";
import { skills } from "./skills/index.js";

const { skills: served, leftOut } = await strandsSkills(skills);
const all = await strandsSkills(skills, { unrestricted: ["pdf", "review"], grants: ["money:*"] });
const plugin = new AgentSkills({ skills: all.skills.map((skill) => new Skill(skill)), strict: true });
const available = await plugin.getAvailableSkills();
console.log(
  JSON.stringify({
    served: served.map(({ name }) => name),
    leftOut,
    available: available.map(({ name }) => name),
    pdf: available.find(({ name }) => name === "pdf"),
    tools: plugin.getTools().map(({ name }) => name),
  }),
);
