// The SkillToolset of the ADK with our skills: its own tools list, load and read them.
import { SkillToolset } from "@google/adk";
import { adkSkills } from "skillc/adk/native";
import { skills } from "./skills/index.js";

const { skills: served, leftOut } = await adkSkills(skills);
const toolset = new SkillToolset(served);
const tools = await toolset.getTools();
const state = new Map();
const toolContext = {
  invocationId: "i1",
  agentName: "a",
  invocationContext: { agent: { name: "a" } },
  state: { get: (key) => state.get(key), set: (key, value) => state.set(key, value) },
  actions: { stateDelta: {} },
};
const call = (name, args) => tools.find((tool) => tool.name === name).runAsync({ args, toolContext });
const all = await adkSkills(skills, { unrestricted: ["review"], grants: ["money:*"] });
const read = (path) => call("load_skill_resource", { skill_name: "pdf", path });
console.log(
  JSON.stringify({
    list: await call("list_skills", {}),
    loaded: await call("load_skill", { name: "pdf" }),
    hidden: await Promise.all(
      ["pfd", "till", "vault", "review"].map(async (name) => (await call("load_skill", { name: name })).error_code),
    ),
    text: (await read("references/fields.md")).content,
    binary: toolset.getSkill("pdf").resources.assets["stamp.png"].toString("base64"),
    isBuffer: Buffer.isBuffer(toolset.getSkill("pdf").resources.assets["stamp.png"]),
    escaping: (await read("references/../../till/SKILL.md")).error_code,
    leftOut,
    unrestricted: all.skills.map(({ frontmatter }) => frontmatter.name),
  }),
);
