// A Worker with the skill registry of `agents` 0.24 on our source; it needs workerd.
import { SkillRegistry } from "agents/skills";
import { cloudflareSkills024 } from "skillc/cloudflare/native";
import { skills } from "./skills/index.js";

async function visit() {
  const source = cloudflareSkills024(skills);
  const registry = new SkillRegistry([source]);
  await registry.load();
  const tools = registry.tools();
  const call = (name, input) =>
    Promise.resolve(tools[name].execute(input, {})).then(
      (output) => (typeof output === "string" ? output : JSON.stringify(output)),
      (error) => `error: ${error.message}`,
    );
  const files = {};
  for (const path of ["references/fields.md", "assets/stamp.png"]) {
    const { content, encoding, size } = await source.readResource("pdf", path);
    files[path] = [encoding, content, size];
  }
  const { catalogPrompt } = await registry.snapshot();
  return {
    catalogPrompt,
    warnings: registry.warnings,
    tools: Object.keys(tools),
    loaded: await call("activate_skill", { name: "pdf" }),
    unknown: await Promise.all(["pfd", "till", "vault", "review"].map((name) => call("activate_skill", { name }))),
    read: await call("read_skill_resource", { name: "pdf", path: "references/fields.md" }),
    escaping: await call("read_skill_resource", { name: "pdf", path: "../till/SKILL.md" }),
    files,
    leftOut: source.leftOut,
  };
}

export default { fetch: async () => new Response(JSON.stringify(await visit())) };
