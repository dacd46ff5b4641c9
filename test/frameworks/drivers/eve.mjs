// eve's own checks of our definitions.
import { defineSkill } from "eve/skills";
import { eveSkills } from "skillc/eve/native";
import { skills } from "./skills/index.js";

const { skills: served, leftOut } = await eveSkills(skills);
const all = await eveSkills(skills, { unrestricted: ["review"], grants: ["money:*"] });
const pdf = defineSkill(served.pdf);
console.log(
  JSON.stringify({
    served: Object.keys(served),
    leftOut,
    unrestricted: Object.entries(all.skills).map(([name, skill]) => [name, typeof defineSkill(skill)]),
    pdf: { ...pdf, files: Object.keys(pdf.files) },
    text: pdf.files["references/fields.md"],
    binary: Buffer.from(pdf.files["assets/stamp.png"]).toString("base64"),
  }),
);
process.exit(0);
