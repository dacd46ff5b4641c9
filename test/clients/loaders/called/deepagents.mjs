/** deepagents: the function that lists the skills of a project. */
export default async ({ skills, load }) => {
  const { listSkills } = await load("deepagents/dist/index.js");
  const listed = listSkills({ userSkillsDir: undefined, projectSkillsDir: skills });
  return listed.map(({ path, name, description }) => ({ path, name, description }));
};
