/** skills-ref: what its validator accepts is read. */
export default async ({ directories, load }) => {
  const { validate, readProperties } = await load("skills-ref/dist/index.js");
  const read = [];
  for (const path of directories) {
    const problems = await validate(path).catch((error) => [String(error)]);
    // Its validator accepts a few documents that its reader throws for.
    const properties = problems.length > 0 ? undefined : await readProperties(path).catch(() => undefined);
    if (properties !== undefined) read.push({ path, name: properties.name, description: properties.description });
  }
  return read;
};
