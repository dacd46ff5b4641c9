/**
 * A directory and how many skills are in it.
 *
 * @example
 * const place: SearchedPlace = { dir: ".claude/skills", skills: 3 };
 */
export interface SearchedPlace {
  /** Relative to `cwd`; with a slash at its end if the skills are in several directories below it. */
  readonly dir: string;
  readonly skills: number;
}

/**
 * Where a check looked when no config names the directories, and what it left out there.
 *
 * @example
 * const { searched } = await check();
 * for (const { dir, skills } of searched?.testData ?? []) console.log(`${skills} skills in ${dir} are test data`);
 */
export interface Searched {
  /** Directories with skills that were checked, by the number of skills. */
  readonly places: readonly SearchedPlace[];
  /** Directories whose skills are links to, or copies of, skills that were checked. */
  readonly mirrors: readonly SearchedPlace[];
  /** Directories whose names say that their skills are test data; their skills were not checked. */
  readonly testData: readonly SearchedPlace[];
  /** Directories of clients that git ignores, with the rule: `.gitignore:7`. */
  readonly ignored: readonly (SearchedPlace & { readonly by: string })[];
  /** How many directories were not entered, by name (`node_modules`) or kind (`nested repositories`). */
  readonly pruned: readonly { readonly kind: string; readonly directories: number }[];
}
