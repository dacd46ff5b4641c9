/** A unit, or a part of one, that the last run kept is not there any more: everything is done again. */
export class LostUnit extends Error {
  override readonly name = "LostUnit";
}

/** Says that something of the last run is gone: another process may have removed it, and a disk can lose anything. */
export function lost(): never {
  throw new LostUnit();
}

/**
 * Runs a command that follows the last one; where something is lost that it needs of that, without following.
 *
 * @param following It has written nothing when it throws.
 */
export async function orAnew<T>(following: () => Promise<T>, anew: () => Promise<T>): Promise<T> {
  try {
    return await following();
  } catch (error) {
    if (!(error instanceof LostUnit)) throw error;
    return anew();
  }
}
