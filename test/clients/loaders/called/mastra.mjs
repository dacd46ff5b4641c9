/** Mastra: the skills of a workspace. */
export default async ({ project, skills, load }) => {
  const { LocalFilesystem, Workspace } = await load("@mastra/core/dist/workspace/index.js");
  const workspace = new Workspace({
    filesystem: new LocalFilesystem({ basePath: project }),
    skills: [skills.slice(project.length + 1)],
  });
  await workspace.init();
  const listed = await workspace.skills.list();
  return listed.map(({ path, name, description }) => ({
    path: path.startsWith("/") ? path : `${project}/${path}`,
    name,
    description,
  }));
};
