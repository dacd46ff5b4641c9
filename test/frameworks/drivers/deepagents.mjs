// A deep agent whose scripted model reads a skill and a file through the agent's own tools, on our backend.
import { FakeListChatModel } from "@langchain/core/utils/testing";
import { AIMessage } from "@langchain/core/messages";
import { createDeepAgent } from "deepagents";
import { deepAgentsBackend } from "skillc/deepagents/native";
import { skills } from "./skills/index.js";

const calls = [
  ["read_file", { file_path: "/skills/pdf/SKILL.md" }],
  ["read_file", { file_path: "/skills/pdf/references/fields.md" }],
  ["read_file", { file_path: "/skills/pfd/SKILL.md" }],
  ["read_file", { file_path: "/skills/till/SKILL.md" }],
  ["read_file", { file_path: "/skills/vault/SKILL.md" }],
  ["read_file", { file_path: "/skills/review/SKILL.md" }],
  ["read_file", { file_path: "/skills/pdf/../../etc/passwd" }],
  ["ls", { path: "/skills" }],
  ["glob", { pattern: "**/*.md", path: "/" }],
  ["grep", { pattern: "coins", path: "/" }],
  ["write_file", { file_path: "/skills/pdf/SKILL.md", content: "x" }],
];
const seen = [];
class Scripted extends FakeListChatModel {
  bindTools() {
    return this;
  }
  async _generate(messages) {
    seen.push(JSON.stringify(messages.map(({ content }) => content)));
    const call = calls[seen.length - 1];
    const tool_calls = call === undefined ? [] : [{ id: `c${seen.length}`, name: call[0], args: call[1] }];
    const message = new AIMessage({ content: call === undefined ? "done" : "", tool_calls });
    return { generations: [{ text: "", message }] };
  }
}

const backend = deepAgentsBackend(skills);
const agent = createDeepAgent({ model: new Scripted({ responses: [""] }), backend, skills: ["/skills/"] });
const { messages } = await agent.invoke({ messages: [{ role: "user", content: "Fill in tax.pdf" }] });
const all = deepAgentsBackend(skills, { unrestricted: ["review"], grants: ["money:*"] });
const [binary, missing] = await backend.downloadFiles(["/skills/pdf/assets/stamp.png", "/skills/vault/SKILL.md"]);
console.log(
  JSON.stringify({
    indexed: [
      /\*\*pdf\*\*: Fills in PDF forms/.test(seen[0]),
      /Counts the money|Opens the vault|Reviews/.test(seen[0]),
    ],
    outputs: messages.filter(({ type }) => type === "tool").map(({ text }) => text),
    answer: messages.at(-1).content,
    binary: Buffer.from(binary.content).toString("base64"),
    raw: Buffer.from((await backend.readRaw("/skills/pdf/assets/stamp.png")).data.content).toString("base64"),
    missing: missing.error,
    write: [backend.write("/x", ""), backend.edit("/x", "a", "b"), backend.uploadFiles([["/x", new Uint8Array()]])],
    leftOut: backend.leftOut,
    unrestricted: (await all.ls("/skills/")).files.map(({ path }) => path),
  }),
);
