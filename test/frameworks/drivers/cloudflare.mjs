// The skill source with `agents` 0.32: its catalog, its tools, and every file.
import { createSkillTools } from "agents/skills/tools/ai-sdk";
import { loadSkillCatalog, parseSkill } from "agents/skills";
import { cloudflareSkills } from "skillc/cloudflare/native";
import { skills } from "./skills/index.js";

const source = cloudflareSkills(skills);
const catalog = await loadSkillCatalog([source]);
const tools = createSkillTools(catalog);
const call = (name, input) => tools[name].execute(input, {}).catch((error) => error.message);
const tagOf = ({ ok, error }) => (ok ? "read" : [error._tag, error instanceof Error]);
const listing = (await source.list()).value;
const all = cloudflareSkills(skills, { unrestricted: ["review"], grants: ["money:*"] });

const files = {};
for (const { skill, resources } of listing.skills) {
  for (const { path } of resources) {
    const { resource } = (await catalog.readResource({ name: skill.name, path })).value;
    const bytes = Buffer.from(resource.content, resource.encoding === "text" ? "utf8" : "base64");
    files[`${skill.name}/${path}`] = [bytes.toString("base64"), resource.size];
  }
}
// What Cloudflare itself reads in the SKILL.md.
const parsed = await Promise.all(
  ["pdf", "review"].map(async (name) => parseSkill(await skills.readText(name, "SKILL.md"), { directory: name }).value),
);
const ours = (await all.list()).value.skills.map(({ skill }) => skill);

console.log(
  JSON.stringify({
    prompt: catalog.prompt(),
    diagnostics: catalog.diagnostics,
    tools: Object.keys(tools),
    loaded: await call("activate_skill", { name: "pdf" }),
    unknown: await call("activate_skill", { name: "pfd" }),
    hidden: [await call("activate_skill", { name: "till" }), await call("activate_skill", { name: "vault" })],
    text: await call("read_skill_resource", { name: "pdf", path: "references/fields.md" }),
    escaping: await call("read_skill_resource", { name: "pdf", path: "../till/SKILL.md" }),
    direct: [
      tagOf(await source.readResource("pdf", "../till/SKILL.md")),
      tagOf(await source.readResource("till", "SKILL.md")),
      tagOf(await source.readResource("review", "SKILL.md")),
    ],
    files,
    leftOut: source.leftOut,
    unrestricted: ours.map(({ name }) => name),
    same: parsed.map((skill) => {
      const own = ours.find(({ name }) => name === skill.name);
      return { ...own, body: own.body.trim(), extraFields: Object.keys(own.extraFields) };
    }),
    expected: parsed.map((skill) => ({
      ...skill,
      body: skill.body.trim(),
      extraFields: Object.keys(skill.extraFields),
    })),
  }),
);
