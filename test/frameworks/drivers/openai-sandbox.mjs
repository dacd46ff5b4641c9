// The capability `skills()` of sandbox agents with our skills: its manifest and its instructions.
import { Manifest, skills as sandboxSkills } from "@openai/agents/sandbox";
import { openaiSandboxSkills } from "skillc/openai-sandbox";
import { skills } from "./skills/index.js";

const given = await openaiSandboxSkills(skills);
const capability = sandboxSkills(given);
const manifest = capability.processManifest(new Manifest({ entries: {} }));
const all = await openaiSandboxSkills(skills, { unrestricted: ["review"], grants: ["money:*"] });
const { children } = manifest.entries[".agents"];
console.log(
  JSON.stringify({
    instructions: await capability.instructions(manifest),
    served: Object.keys(children),
    document: children.pdf.children["SKILL.md"].content,
    text: children.pdf.children.references.children["fields.md"].content,
    binary: Buffer.from(children.pdf.children.assets.children["stamp.png"].content).toString("base64"),
    leftOut: given.leftOut,
    unrestricted: all.index.map(({ name }) => name),
  }),
);
process.exit(0);
