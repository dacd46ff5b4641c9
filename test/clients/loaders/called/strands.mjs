/** Strands Agents: the function that reads the skills of a directory. */
export default async ({ skills, load }) => {
  const { Skill } = await load("@strands-agents/sdk/dist/src/vended-plugins/skills/skill.js");
  return Skill.fromDirectory(skills).map(({ path, name, description }) => ({ path, name, description }));
};
