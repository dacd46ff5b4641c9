// Our definitions in an agent of Flue, whose scripted model activates skills and reads their files.
import { fauxAssistantMessage, fauxProvider, fauxText, fauxToolCall } from "@earendil-works/pi-ai/providers/faux";
import { defineSkill, init, useModel, useSkill } from "@flue/runtime";
import { start } from "@flue/runtime/node";
import { flueSkills } from "skillc/flue/native";
import { skills } from "./skills/index.js";

const { skills: served, leftOut } = await flueSkills(skills);
const all = await flueSkills(skills, { unrestricted: ["review"], grants: ["money:*"] });
const [pdf] = served.map((skill) => defineSkill(skill));

const activate = (name) => () => ["activate_skill", { name }];
// The tool takes the paths that an activation lists.
const read = (path) => () => [
  "read_skill_resource",
  { path: `${/(\S+)\/assets\/stamp\.png\n/.exec(outputs[0])?.[1]}/${path}` },
];
const calls = [
  ...["pdf", "pfd", "till", "vault", "review"].map(activate),
  ...["references/fields.md", "assets/stamp.png", "../till/SKILL.md"].map(read),
];
const prompts = [];
const outputs = [];
const faux = fauxProvider({});
const respond = ({ systemPrompt, messages }) => {
  if (prompts.length > 0) outputs.push(messages.at(-1).content[0].text);
  const [name, input] = calls[prompts.length]?.() ?? [];
  prompts.push(systemPrompt);
  return name === undefined
    ? fauxAssistantMessage(fauxText("done"))
    : fauxAssistantMessage(fauxToolCall(name, input), { stopReason: "toolUse" });
};
faux.setResponses([...calls, undefined].map(() => respond));
function Clerk() {
  useModel(`${faux.getModel().provider}/${faux.getModel().id}`);
  for (const skill of served) useSkill(defineSkill(skill));
  return "You are a clerk.";
}
const runtime = await start({ agents: [Clerk], providers: [faux.provider] });
const clerk = init(Clerk, { id: "one" });
const { text: answer } = await clerk.read(await clerk.dispatch("Fill in tax.pdf"));
await runtime.stop();
console.log(
  JSON.stringify({
    served: served.map(({ name }) => name),
    leftOut,
    unrestricted: all.skills.map((skill) => defineSkill(skill).name),
    pdf: { ...pdf, files: Object.keys(pdf.files) },
    binary: Buffer.from(pdf.files["assets/stamp.png"]).toString("base64"),
    answer,
    indexes: prompts.map((prompt) => prompt.split("Fills in PDF forms").length - 1),
    hidden: prompts.some((prompt) => /Counts the money|Opens the vault|Reviews/.test(prompt)),
    outputs,
  }),
);
process.exit(0);
