/** eve: its discovery of the skills of an agent. */
export default async ({ skills, project, load }) => {
  const { discoverSkills } = await load("eve/dist/src/discover/skills.js");
  const { skills: found } = await discoverSkills({ agentRoot: project, skillsDirectoryPath: skills });
  return found.map(({ rootPath, name, description }) => ({ path: rootPath, name, description }));
};
