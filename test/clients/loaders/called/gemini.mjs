/** Gemini CLI: the function of its core package. */
export default async ({ skills, load }) => {
  const { loadSkillsFromDir } = await load("@google/gemini-cli-core/dist/src/skills/skillLoader.js");
  return (await loadSkillsFromDir(skills)).map(({ name, description, location }) => ({
    path: location,
    name,
    description,
  }));
};
