/** Fragments that are not ids: the top of the page, lines of a file, text fragments, templates. */
const NO_ID = /^(?:top|L\d+(?:-L?\d+)?)$|^:~:|[{}$<>*]/i;

/** Returns a fragment for comparison: decoded and in lowercase, as browsers and GitHub resolve it; "" if it is not an id. */
export function fragmentKey(fragment: string): string {
  if (NO_ID.test(fragment)) return "";
  const bare = fragment.replace(/^user-content-/, "");
  try {
    return decodeURIComponent(bare).toLowerCase();
  } catch {
    return bare.toLowerCase();
  }
}
