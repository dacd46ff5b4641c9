/** Google ADK: the function that reads a skill of a directory. */
export default async ({ directories, load }) => {
  const { loadSkillFromDir } = await load("@google/adk/dist/esm/skills/loader.js");
  const read = [];
  for (const path of directories) {
    const skill = await loadSkillFromDir(path).catch(() => undefined);
    if (skill !== undefined)
      read.push({ path, name: skill.frontmatter.name, description: skill.frontmatter.description });
  }
  return read;
};
