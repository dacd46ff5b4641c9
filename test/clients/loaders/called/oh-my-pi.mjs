/** oh-my-pi: the function that loads the skills of a project, in Bun. */
export default async ({ project, load }) => {
  const { loadSkills } = await load("@oh-my-pi/pi-coding-agent/src/extensibility/skills.ts");
  const { skills } = await loadSkills({ cwd: project });
  return skills.map(({ filePath, name, description }) => ({ path: filePath, name, description }));
};
