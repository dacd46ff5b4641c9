// The skills of a Mastra workspace: its own catalog, search and tools on our source.
import { Workspace } from "@mastra/core/workspace";
import { mastraSkills } from "skillc/mastra/native";
import { skills } from "./skills/index.js";

const source = mastraSkills(skills);
const workspace = new Workspace({ skillSource: source, skills: ["skills"] });
await workspace.init?.();
const own = workspace.skills;
const codeOf = ({ code }) => code;
const all = new Workspace({
  skillSource: mastraSkills(skills, { unrestricted: ["review"], grants: ["money:*"] }),
  skills: ["skills"],
});
const pdf = await own.get("pdf");
console.log(
  JSON.stringify({
    list: (await own.list()).map(({ name, description }) => [name, description]),
    loaded: [pdf.instructions, pdf.license, pdf.metadata, pdf.references, pdf.assets],
    unknown: [await own.get("pfd"), await own.get("till"), await own.get("vault"), await own.get("review")],
    text: await own.getReference("pdf", "references/fields.md"),
    binary: (await own.getAsset("pdf", "assets/stamp.png")).toString("base64"),
    escaping: await own.getReference("pdf", "references/../../till/SKILL.md").catch(({ message }) => message),
    direct: await Promise.all([
      source.readFile("skills/pdf/../till/SKILL.md").catch(codeOf),
      source.readFile("/etc/passwd").catch(codeOf),
      source.readdir("skills/till").catch(codeOf),
      source.stat("../skills/vault").catch(codeOf),
    ]),
    document: await source.readFile("./skills/pdf/SKILL.md"),
    leftOut: source.leftOut,
    unrestricted: (await all.skills.list()).map(({ name }) => name).sort(),
  }),
);
process.exit(0);
