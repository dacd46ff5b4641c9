// The plugin AgentSkills of Strands with our skills, in an agent whose scripted model loads them.
import { Agent, Model } from "@strands-agents/sdk";
import { AgentSkills, Skill } from "@strands-agents/sdk/vended-plugins/skills";
import { strandsSkills } from "skillc/strands/native";
import { skills } from "./skills/index.js";

const { skills: served, leftOut } = await strandsSkills(skills);
const all = await strandsSkills(skills, { unrestricted: ["pdf", "review"], grants: ["money:*"] });
const plugin = new AgentSkills({ skills: all.skills.map((skill) => new Skill(skill)), strict: true });
const available = await plugin.getAvailableSkills();
const calls = ["pdf", "pfd", "till", "vault"];
const prompts = [];
class ScriptedModel extends Model {
  updateConfig() {}
  getConfig() {
    return { modelId: "scripted" };
  }
  async *stream(_messages, { systemPrompt }) {
    const name = calls[prompts.length];
    prompts.push(JSON.stringify(systemPrompt));
    yield { type: "modelMessageStartEvent", role: "assistant" };
    if (name === undefined) {
      yield { type: "modelContentBlockStartEvent" };
      yield { type: "modelContentBlockDeltaEvent", delta: { type: "textDelta", text: "done" } };
    } else {
      const toolUseId = `c${prompts.length}`;
      yield { type: "modelContentBlockStartEvent", start: { type: "toolUseStart", name: "skills", toolUseId } };
      const input = JSON.stringify({ skill_name: name });
      yield { type: "modelContentBlockDeltaEvent", delta: { type: "toolUseInputDelta", input } };
    }
    yield { type: "modelContentBlockStopEvent" };
    yield { type: "modelMessageStopEvent", stopReason: name === undefined ? "endTurn" : "toolUse" };
  }
}
const forms = await strandsSkills(skills, { unrestricted: ["pdf"] });
const plugins = [new AgentSkills({ skills: forms.skills.map((skill) => new Skill(skill)), strict: true })];
const agent = new Agent({ model: new ScriptedModel(), systemPrompt: "You are a clerk.", plugins, printer: false });
await agent.invoke("Fill in tax.pdf");
const results = agent.messages.flatMap(({ content }) => content.filter(({ type }) => type === "toolResultBlock"));
console.log(
  JSON.stringify({
    served: served.map(({ name }) => name),
    leftOut,
    available: available.map(({ name }) => name),
    pdf: available.find(({ name }) => name === "pdf"),
    tools: plugin.getTools().map(({ name }) => name),
    indexes: prompts.map((prompt) => prompt.split("Fills in PDF forms").length - 1),
    hidden: prompts.some((prompt) => /Counts the money|Opens the vault|Reviews/.test(prompt)),
    outputs: results.map(({ content: [block] }) => block.text),
  }),
);
