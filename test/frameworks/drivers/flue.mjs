// Flue's own validation of our definitions.
import { defineSkill } from "@flue/runtime";
import { flueSkills } from "skillc/flue";
import { skills } from "./skills/index.js";

const { skills: served, leftOut } = await flueSkills(skills);
const all = await flueSkills(skills, { unrestricted: ["review"], grants: ["money:*"] });
const [pdf] = served.map((skill) => defineSkill(skill));
console.log(
  JSON.stringify({
    served: served.map(({ name }) => name),
    leftOut,
    unrestricted: all.skills.map((skill) => defineSkill(skill).name),
    pdf: { ...pdf, files: Object.keys(pdf.files) },
    text: pdf.files["references/fields.md"],
    binary: Buffer.from(pdf.files["assets/stamp.png"]).toString("base64"),
  }),
);
process.exit(0);
