/** Runs a piece of a test as a user whom file permissions bind: root is bound by none. */

const NOBODY = 65_534;

/** Why permissions cannot be tested here; undefined when they can. */
export const rightsProblem: string | undefined = findProblem();

/**
 * Runs something with lesser rights. Root becomes nobody for the time being, and so needs files that everybody may
 * read; everybody else stays who they are.
 */
export async function withLesserRights<T>(run: () => Promise<T>): Promise<T> {
  if (process.getuid?.() !== 0) return run();
  process.seteuid?.(NOBODY);
  try {
    return await run();
  } finally {
    process.seteuid?.(0);
  }
}

function findProblem(): string | undefined {
  if (process.getuid === undefined || process.seteuid === undefined) return "this system has no user ids";
  if (process.getuid() !== 0) return undefined;
  try {
    process.seteuid(NOBODY);
    process.seteuid(0);
    return undefined;
  } catch (error) {
    return `root cannot give up its rights here (${String(error)})`;
  }
}
