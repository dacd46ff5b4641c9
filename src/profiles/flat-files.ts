/** The clients by profile, with what was read. The name of a skill is that of its file where the frontmatter has none. */
const readers: ReadonlyMap<string, string> = new Map([
  ["eve", "eve 0.80.1, discover/skills.js: files directly in the directory; the file name is the name"],
  ["opencode", "OpenCode 1.18.33, SkillV2.load: files directly in a directory"],
]);

/** Returns whether the client of a profile reads flat files. */
export function readsFlatFiles({ name }: { readonly name: string }): boolean {
  return readers.has(name);
}
